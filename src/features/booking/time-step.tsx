import { messageFor } from '#app/messages.ts';
import { nearestStarts } from '#domain/availability/open-days.ts';
import type { OpenDays } from '#domain/availability/open-days.ts';
import type { Instant } from '#domain/rows.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import { epochToWall } from '#domain/time/wall.ts';
import type { Zone } from '#domain/time/zone.ts';
import { nowMs } from '#platform/clock.ts';
import { Button } from '#ui/button.tsx';
import { DayTimePicker } from '#ui/day-time-picker.tsx';
import { Notice } from '#ui/notice.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { LaterFlow } from './booking-flow.ts';
import { WAITLIST, canWait, stepAfter } from './booking-steps.ts';
import { takeHold } from './take-hold.ts';
import { useTimesOf } from './use-times-of.ts';

/** Why there are fewer times than at the business. */
const WAY_SENTENCE = 'These times leave room for the way to you.';

/** … and what they are for several people. */
const GUESTS_SENTENCE =
  'You begin at this time, your guests with you or right after you where the team is busy.';

export function TimeStep({ flow }: { flow: LaterFlow }) {
  const { catalogue, draft, send, goTo } = flow;
  const { business } = catalogue.profile;
  const { open, guests } = useTimesOf(flow);
  const waits = canWait(catalogue, draft);
  const { clocks, refresh } = open;
  const failure = open.windows.error && messageFor(open.windows.error);
  const [busy, setBusy] = useState<Instant | null>(null);
  // Of the link to the page.
  const wish = useSearchParams()[0].get('day');

  // A refused time means that what this page knows is old.
  const isRefused = draft.refusal !== null;
  useEffect(() => {
    if (isRefused) refresh();
  }, [isRefused, refresh]);

  const pick = async (startsAt: Instant) => {
    setBusy(startsAt);
    send({ type: 'time_chosen', startsAt });
    const isStillOpen = await takeHold({ ...flow, draft: { ...draft, startsAt } });
    setBusy(null);
    if (isStillOpen) goTo(stepAfter('time', catalogue, draft));
  };

  const days = useMemo(
    () => withHeldTime(open.days, draft.hold, clocks.shown),
    [open.days, draft.hold, clocks.shown],
  );

  return (
    <>
      <StepHeading title="Choose a time" place={business.name}>
        {[
          clocks.sentence,
          catalogue.place === 'client' && WAY_SENTENCE,
          guests.length > 0 && GUESTS_SENTENCE,
        ]
          .filter(Boolean)
          .join(' ')}
      </StepHeading>
      <div className="mb-8 grid grid-cols-1 gap-5">
        {draft.refusal && (
          <Notice tone="warning" live title={messageFor(draft.refusal)}>
            {draft.lostTime && (
              <NextBest
                formats={flow.formats}
                starts={nearestStarts(days, draft.lostTime, 3)}
                onPick={(at) => void pick(at)}
              />
            )}
          </Notice>
        )}
        <DayTimePicker
          {...open.reach}
          days={days}
          failure={failure}
          locale={business.locale}
          timeFormat={business.time_format}
          weekStart={business.week_start}
          chosen={draft.startsAt}
          wish={wish}
          busy={busy}
          onPick={(at) => void pick(at)}
          nothing={<NothingFree flow={flow} waits={waits} hasGuests={guests.length > 0} />}
        />
        {days.size > 0 && waits && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-5">
            <p>No time that suits you?</p>
            <Button onClick={() => goTo(WAITLIST)}>Join the waitlist</Button>
          </div>
        )}
      </div>
    </>
  );
}

function NextBest({
  starts,
  formats,
  onPick,
}: {
  starts: readonly Instant[];
  formats: LaterFlow['formats'];
  onPick: (at: Instant) => void;
}) {
  if (starts.length === 0) return null;
  return (
    <div className="mt-1 grid gap-2">
      <p>The nearest free times:</p>
      <ul className="flex flex-wrap gap-2">
        {starts.map((at) => (
          <li key={at}>
            <Button size="sm" onClick={() => onPick(at)}>
              {formats.dateTime(at)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function NothingFree({
  flow,
  waits,
  hasGuests,
}: {
  flow: LaterFlow;
  waits: boolean;
  hasGuests: boolean;
}) {
  const { business, rules } = flow.catalogue.profile;
  const hasPerson = flow.draft.choices.some(({ staffId }) => staffId !== null);
  return (
    <div className="grid max-w-prose gap-3">
      <p className="text-lg font-semibold">Nothing is free in the next {rules.window_days} days.</p>
      {waits && (
        <>
          <p>Say when you could come, and {business.name} gets in touch when a time comes free.</p>
          <Button
            variant="primary"
            className="justify-self-start"
            onClick={() => flow.goTo(WAITLIST)}
          >
            Join the waitlist
          </Button>
        </>
      )}
      {business.phone && <p>Call {business.phone}: they may find a place for you.</p>}
      {hasGuests && (
        <Button className="justify-self-start" onClick={() => flow.goTo('services')}>
          Come with fewer people
        </Button>
      )}
      {hasPerson && (
        <Button className="justify-self-start" onClick={() => flow.goTo('staff')}>
          Try somebody else
        </Button>
      )}
    </div>
  );
}

/**
 * The time that this browser holds is not free for anybody else, so the server does not list it; it
 * is the one time that must not vanish for this client.
 */
const withHeldTime = (days: OpenDays, hold: LaterFlow['draft']['hold'], zone: Zone): OpenDays => {
  if (!hold || Date.parse(hold.expiresAt) <= nowMs()) return days;
  const { day } = epochToWall(zone, epochMinOf(hold.startsAt));
  const starts = days.get(day) ?? [];
  if (starts.includes(hold.startsAt)) return days;
  const entries = [...days, [day, [...starts, hold.startsAt].toSorted()] as const];
  return new Map(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
};
