import { nearestStarts } from '#domain/availability/open-days.ts';
import type { OpenDays } from '#domain/availability/open-days.ts';
import type { Instant } from '#domain/rows.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import { twoClocks } from '#domain/time/two-clocks.ts';
import { epochToWall } from '#domain/time/wall.ts';
import type { Zone } from '#domain/time/zone.ts';
import { nowMs } from '#platform/clock.ts';
import { deviceZone } from '#platform/device-zone.ts';
import { messageFor } from '#app/messages.ts';
import { Button } from '#ui/button.tsx';
import { DayTimePicker } from '#ui/day-time-picker.tsx';
import { Notice } from '#ui/notice.tsx';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { LaterFlow } from './booking-flow.ts';
import { stepAfter } from './booking-steps.ts';
import { StepHeading } from '#ui/step-heading.tsx';
import { takeHold } from './take-hold.ts';
import { useOpenDays } from './use-open-days.ts';

export function TimeStep({ flow }: { flow: LaterFlow }) {
  const { slug, catalogue, draft, send, goTo } = flow;
  const { business, rules } = catalogue.profile;
  const clocks = useMemo(
    () =>
      twoClocks({
        businessZone: business.time_zone,
        readerZone: deviceZone(business.time_zone),
        mode: rules.zone_mode,
        at: Math.floor(nowMs() / 60_000),
        locale: business.locale,
      }),
    [business, rules],
  );
  const { shown } = clocks;
  const open = useOpenDays(slug, catalogue, draft.choices, shown);
  const { windows, source } = open;
  const [busy, setBusy] = useState<Instant | null>(null);

  // A refused time means that what this page knows is old.
  const isRefused = draft.refusal !== null;
  useEffect(() => {
    if (isRefused) void source.refresh();
  }, [isRefused, source]);

  const pick = async (startsAt: Instant) => {
    setBusy(startsAt);
    send({ type: 'time_chosen', startsAt });
    const isStillOpen = await takeHold({ ...flow, draft: { ...draft, startsAt } });
    setBusy(null);
    if (isStillOpen) goTo(stepAfter('time', catalogue, draft));
  };

  const onView = useCallback((day: string) => void source.ensure(day), [source]);
  const days = useMemo(
    () => withHeldTime(open.days, draft.hold, shown),
    [open.days, draft.hold, shown],
  );

  return (
    <>
      <StepHeading title="Choose a time" place={business.name}>
        {clocks.sentence}
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
        {windows.error && (
          <Notice tone="warning" live title={messageFor(windows.error)}>
            <Button
              size="sm"
              className="mt-2"
              busy={windows.isLoading}
              onClick={() => void source.refresh()}
            >
              Try again
            </Button>
          </Notice>
        )}
        <DayTimePicker
          days={days}
          isKnown={windows.isKnown}
          isLoading={windows.isLoading}
          today={open.today}
          first={open.first}
          last={open.last}
          onView={onView}
          chosen={draft.startsAt}
          busy={busy}
          onPick={(at) => void pick(at)}
          zone={shown}
          otherClock={clocks.other}
          locale={business.locale}
          timeFormat={business.time_format}
          weekStart={business.week_start}
          nothing={<NothingFree flow={flow} />}
        />
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

function NothingFree({ flow }: { flow: LaterFlow }) {
  const { business, rules } = flow.catalogue.profile;
  const hasPerson = flow.draft.choices.some(({ staffId }) => staffId !== null);
  return (
    <div className="grid max-w-prose gap-3">
      <p className="text-lg font-semibold">Nothing is free in the next {rules.window_days} days.</p>
      {business.phone && <p>Call {business.phone}: they may find a place for you.</p>}
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
