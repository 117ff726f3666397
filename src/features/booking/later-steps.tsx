import { businessFormats } from '#domain/time/business-formats.ts';
import { pathTo } from '#app/paths.ts';
import { nowMs } from '#platform/clock.ts';
import type { BookedAnswer } from '#remote/public-booking.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Suspense, useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { fittedChoices } from './fitted-choices.ts';
import { bookedFromDraft } from './booked-from-draft.ts';
import { keepBooked } from './booked-store.ts';
import type { BookingFlow, LaterFlow } from './booking-flow.ts';
import { WAITLIST, canWait } from './booking-steps.ts';
import type { Step } from './booking-steps.ts';
import { hasClass } from './catalogue.ts';
import { CheckingPage } from './checking-page.tsx';
import { DetailsStep } from './details-step.tsx';
import { forgetDraft } from './draft-store.ts';
import { forgetFiles } from './forget-files.ts';
import { ReviewStep } from './review-step.tsx';
import { StaffStep } from './staff-step.tsx';
import { stepForRefusal, stepToShow } from './step-order.ts';
import { TimeStep } from './time-step.tsx';
import { useAttempt } from './use-attempt.ts';
import { WhereStep } from './where-step.tsx';

// Most find a time.
const WaitlistStep = lazyPart(async () => (await import('./waitlist-step.tsx')).WaitlistStep);
const FormsStep = lazyPart(async () => (await import('./forms-step.tsx')).FormsStep);
const SessionStep = lazyPart(async () => (await import('./session-step.tsx')).SessionStep);

/** Everything after the choice of services, and the booking itself. */
export function LaterSteps({
  wanted,
  flow: shared,
  refresh,
}: {
  wanted: string | null;
  flow: BookingFlow;
  refresh: () => Promise<void>;
}) {
  const { slug, catalogue, draft, send, goTo } = shared;
  const { business } = catalogue.profile;
  const navigate = useNavigate();
  const formats = useMemo(() => businessFormats(business), [business]);
  const flow: LaterFlow = { ...shared, formats };
  // Who waits has said where as well: the times are the step beside it.
  const step = stepToShow(wanted === WAITLIST ? 'time' : wanted, catalogue, draft);
  const isUnderway = draft.attempt !== null;
  const waits = wanted === WAITLIST && step === 'time' && canWait(catalogue, draft);

  // The address never names a step that is not shown: reload and "Back" would do something else.
  useEffect(() => {
    if (!isUnderway && !waits && wanted !== step) goTo(step, { replace: true });
    // `goTo` is made anew by every render; what it is to do depends on the steps alone.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isUnderway, waits, wanted, step]);

  const attempt = useAttempt(slug, draft.attempt, {
    onBooked: (answer: BookedAnswer) => {
      keepBooked(slug, bookedFromDraft(answer, draft, catalogue), nowMs());
      forgetDraft(slug);
      void forgetFiles(draft);
      const { id } = answer.appointment;
      void navigate(pathTo('bookConfirmation', { proUrl: slug }, { id }), { replace: true });
    },
    onRefused: (refusal) => {
      // Prices, terms or services are not what this page believes: it shows the new ones.
      void refresh();
      const choices = fittedChoices(catalogue, draft.choices, refusal);
      send({ type: 'refused', error: refusal, ...(choices && { choices }) });
      goTo(choices ? 'review' : stepForRefusal(refusal), { replace: true });
    },
  });

  if (isUnderway) return <CheckingPage flow={flow} state={attempt} onAsk={attempt.askNow} />;
  if (waits) {
    return (
      <Suspense>
        <WaitlistStep flow={flow} />
      </Suspense>
    );
  }
  return <StepView key={step} step={step} flow={flow} refresh={refresh} />;
}

function StepView({
  step,
  flow,
  refresh,
}: {
  step: Step;
  flow: LaterFlow;
  refresh: () => Promise<void>;
}) {
  switch (step) {
    // The address is on its way to the first step.
    case 'services':
      return null;
    case 'where':
      return <WhereStep flow={flow} />;
    case 'staff':
      return <StaffStep flow={flow} />;
    case 'time':
      return hasClass(flow.catalogue, flow.draft.choices) ? (
        <Suspense>
          <SessionStep flow={flow} />
        </Suspense>
      ) : (
        <TimeStep flow={flow} />
      );
    case 'details':
      return <DetailsStep flow={flow} />;
    case 'forms':
      return (
        <Suspense>
          <FormsStep flow={flow} refreshProfile={refresh} />
        </Suspense>
      );
    case 'review':
      return <ReviewStep flow={flow} />;
  }
}
