import type { AppError } from '#domain/errors/result.ts';
import { lazyExtra, lazyPart } from '#ui/lazy-part.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { Suspense, startTransition, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { sameChoices } from './booking-draft.ts';
import type { BookingFlow } from './booking-flow.ts';
import { WAITLIST, canWait, stepNamed, stepsOf } from './booking-steps.ts';
import type { Stop } from './booking-steps.ts';
import { chooseLinked, stillOffered } from './catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import { OfflineNote } from './offline-note.tsx';
import { atPlace, placeOf } from './place.ts';
import { ServicesStep } from './services-step.tsx';
import { StepProgress } from './step-progress.tsx';
import { stepSearch } from './step-search.ts';
import { useDraft } from './use-draft.ts';

// The first step is all that a client waits for; the others come while a service is chosen.
const LaterSteps = lazyPart(async () => (await import('./later-steps.tsx')).LaterSteps);
const HoldKeeper = lazyExtra(async () => (await import('./hold-keeper.tsx')).HoldKeeper);
const Prefilled = lazyExtra(async () => (await import('./prefilled.tsx')).Prefilled);
const OrderSummary = lazyPart(async () => (await import('./order-summary.tsx')).OrderSummary);

/** Long enough for the first step to be drawn, short enough to be ready before the first choice. */
const PREFETCH_AFTER_MS = 300;

/** Steps that use the whole width; beside the others stands what was chosen. */
const WIDE: readonly (string | null)[] = ['time', 'review', WAITLIST] satisfies Stop[];

/** The booking in the making: one step at a time, each with its own address. */
export function BookingJourney({
  slug,
  catalogue: anywhere,
  linked,
  error,
  refresh,
}: {
  slug: string;
  catalogue: Catalogue;
  /** Services, variants and bundles that the link to this page names. */
  linked: readonly string[];
  error: AppError | null;
  refresh: () => Promise<void>;
}) {
  const [draft, send] = useDraft(
    slug,
    linked.flatMap((id) => chooseLinked(anywhere, id) ?? []),
  );
  const place = placeOf(anywhere, draft);
  const catalogue = useMemo(() => atPlace(anywhere, place), [anywhere, place]);
  const navigate = useNavigate();
  const { search } = useLocation();
  const wanted = useSearchParams()[0].get('step');

  // Services close and people leave while a draft lies on a device.
  useEffect(() => {
    const choices = stillOffered(catalogue, draft.choices);
    // Said only if so: what was chosen since this was drawn must not be taken back by it.
    if (!sameChoices(choices, draft.choices)) send({ type: 'offer_changed', choices });
  }, [catalogue, draft.choices, send]);

  // What is beside the first step comes after it, in the file of the later ones.
  const [hasMore, setMore] = useState(false);
  useEffect(() => {
    const fetchMore = async (): Promise<void> => {
      await LaterSteps.preload();
      startTransition(() => setMore(true));
    };
    const timer = setTimeout(() => void fetchMore(), PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  const flow: BookingFlow = {
    slug,
    catalogue,
    draft,
    send,
    goTo: (next, how) => void navigate({ search: stepSearch(search, next) }, how),
  };

  const steps = stepsOf(catalogue, draft);
  const waits = wanted === WAITLIST && canWait(catalogue, draft);
  const named = stepNamed(wanted, steps);
  const isFirst = !draft.attempt && !waits && named === 'services';
  const current = waits ? 'time' : named;
  // Once there it stays: it gives back what was held when the way leads back to the first step.
  if (!isFirst && !hasMore) setMore(true);
  return (
    <>
      {!draft.attempt && <StepProgress steps={steps} current={current} />}
      <OfflineNote error={error} />
      <Suspense>
        {hasMore && <HoldKeeper flow={flow} />}
        {search.includes('=') && <Prefilled flow={flow} />}
      </Suspense>
      <div className="flex flex-1 gap-10">
        <div className="flex min-w-0 flex-1 flex-col">
          {isFirst ? (
            // What is offered does not depend on the place of what was chosen.
            <ServicesStep flow={{ ...flow, catalogue: anywhere }} />
          ) : (
            <Suspense fallback={<StepLoading />}>
              <LaterSteps wanted={wanted} flow={flow} refresh={refresh} />
            </Suspense>
          )}
        </div>
        {!draft.attempt && !WIDE.includes(wanted) && (
          // The room is there from the start: what is read must not move when the summary arrives.
          <div className="hidden w-80 shrink-0 lg:block">
            <Suspense>{hasMore && <OrderSummary flow={flow} />}</Suspense>
          </div>
        )}
      </div>
    </>
  );
}

function StepLoading() {
  return (
    <div className="grid flex-1 place-items-center py-24 text-muted">
      <Spinner label="Loading" size={32} />
    </div>
  );
}
