import type { AppError } from '#domain/errors/result.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { pathTo } from '#app/paths.ts';
import { nowMs } from '#platform/clock.ts';
import type { BookedAnswer } from '#remote/public-booking.ts';
import { Spinner } from '#ui/spinner.tsx';
import { Suspense, lazy, useEffect, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { bookedFromDraft } from './booked-from-draft.ts';
import { keepBooked } from './booked-store.ts';
import type { BookingFlow } from './booking-flow.ts';
import { stepForRefusal, stepToShow, stepsOf } from './booking-steps.ts';
import type { Step } from './booking-steps.ts';
import { stillOffered } from './catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import { forgetDraft } from './draft-store.ts';
import { OfflineNote } from './offline-note.tsx';
import { OrderSummary } from './order-summary.tsx';
import { ServicesStep } from './services-step.tsx';
import { StepProgress } from './step-progress.tsx';
import { stepSearch } from './step-search.ts';
import { useAttempt } from './use-attempt.ts';
import { useDraft } from './use-draft.ts';
import { useHoldLife } from './use-hold-life.ts';

// The later steps come while the client chooses a service.
const loadStaff = () => import('./staff-step.tsx');
const loadTime = () => import('./time-step.tsx');
const loadDetails = () => import('./details-step.tsx');
const loadReview = () => import('./review-step.tsx');
const loadChecking = () => import('./checking-page.tsx');

const StaffStep = lazy(async () => ({ default: (await loadStaff()).StaffStep }));
const TimeStep = lazy(async () => ({ default: (await loadTime()).TimeStep }));
const DetailsStep = lazy(async () => ({ default: (await loadDetails()).DetailsStep }));
const ReviewStep = lazy(async () => ({ default: (await loadReview()).ReviewStep }));
const CheckingPage = lazy(async () => ({ default: (await loadChecking()).CheckingPage }));

/** The steps with large pickers use the whole width; beside the others stands what was chosen. */
const WIDE: readonly Step[] = ['time', 'review'];

/** The booking in the making: one step at a time, each with its own address. */
export function BookingJourney({
  slug,
  catalogue,
  error,
  refresh,
}: {
  slug: string;
  catalogue: Catalogue;
  error: AppError | null;
  refresh: () => Promise<void>;
}) {
  const { business } = catalogue.profile;
  const [draft, send] = useDraft(slug);
  const navigate = useNavigate();
  const { search } = useLocation();
  const wanted = useSearchParams()[0].get('step');
  const step = stepToShow(wanted, catalogue, draft);
  const formats = useMemo(() => businessFormats(business), [business]);

  useEffect(() => {
    send({ type: 'offer_changed', choices: stillOffered(catalogue, draft.choices) });
  }, [catalogue, draft.choices, send]);

  // The address never names a step that is not shown: reload and "Back" would do something else.
  useEffect(() => {
    if ((wanted ?? 'services') !== step) {
      void navigate({ search: stepSearch(search, step) }, { replace: true });
    }
  }, [wanted, step, search, navigate]);

  const flow: BookingFlow = {
    slug,
    catalogue,
    draft,
    send,
    formats,
    goTo: (next) => void navigate({ search: stepSearch(search, next) }),
  };
  useHoldLife(flow);

  const attempt = useAttempt(slug, draft.attempt, {
    onBooked: (answer: BookedAnswer) => {
      keepBooked(slug, bookedFromDraft(answer, draft, catalogue), nowMs());
      forgetDraft(slug);
      const { id } = answer.appointment;
      void navigate(pathTo('bookConfirmation', { proUrl: slug }, { id }), { replace: true });
    },
    onRefused: (refusal) => {
      // Prices, terms or services are not what this page believes: it shows the new ones.
      void refresh();
      send({ type: 'refused', error: refusal });
      void navigate({ search: stepSearch(search, stepForRefusal(refusal)) }, { replace: true });
    },
  });

  if (draft.attempt) {
    return (
      <Suspense fallback={<StepLoading />}>
        <CheckingPage flow={flow} state={attempt} onAsk={attempt.askNow} />
      </Suspense>
    );
  }
  return (
    <>
      <StepProgress steps={stepsOf(catalogue, draft)} current={step} />
      <OfflineNote error={error} />
      <div className="flex flex-1 gap-10">
        <div className="flex min-w-0 flex-1 flex-col">
          <Suspense fallback={<StepLoading />}>
            <StepView key={step} step={step} flow={flow} />
          </Suspense>
        </div>
        {!WIDE.includes(step) && <OrderSummary flow={flow} />}
      </div>
    </>
  );
}

function StepView({ step, flow }: { step: Step; flow: BookingFlow }) {
  useEffect(() => {
    if (step !== 'services') return;
    const timer = setTimeout(() => {
      for (const load of [loadStaff, loadTime, loadDetails, loadReview, loadChecking]) void load();
    }, PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [step]);
  switch (step) {
    case 'services':
      return <ServicesStep flow={flow} />;
    case 'staff':
      return <StaffStep flow={flow} />;
    case 'time':
      return <TimeStep flow={flow} />;
    case 'details':
      return <DetailsStep flow={flow} />;
    case 'review':
      return <ReviewStep flow={flow} />;
  }
}

/** Long enough for the first step to be drawn, short enough to be ready before the first choice. */
const PREFETCH_AFTER_MS = 300;

function StepLoading() {
  return (
    <div className="grid flex-1 place-items-center py-24 text-muted">
      <Spinner label="Loading" size={32} />
    </div>
  );
}
