import { openDays } from '#domain/availability/open-days.ts';
import type { OpenDays } from '#domain/availability/open-days.ts';
import { bookingSpan, findSlots } from '#domain/availability/slots.ts';
import type { Day } from '#domain/rows.ts';
import { epochToWall } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { Zone } from '#domain/time/zone.ts';
import { everyMinute } from '#platform/clock.ts';
import type { OpenWindows, OpenWindowsSource } from '#remote/open-windows.ts';
import { serverNowMs } from '#remote/public-booking.ts';
import { availabilityOf } from '#remote/public-availability.ts';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Choice } from './booking-draft.ts';
import { needOf } from './catalogue.ts';
import type { Catalogue } from './catalogue.ts';

export type OpenDaysState = {
  days: OpenDays;
  windows: OpenWindows;
  source: OpenWindowsSource;
  today: Day;
  first: Day;
  last: Day;
};

/** The free times for the chosen services, laid on this device from what the server says is free. */
export const useOpenDays = (
  slug: string,
  catalogue: Catalogue,
  choices: readonly Choice[],
  shownIn: Zone,
): OpenDaysState => {
  const { rules, business } = catalogue.profile;
  const zone = zoneOf(business.time_zone);
  const nowMin = useNowMin();
  const span = bookingSpan(rules, zone, nowMin);
  const today = epochToWall(zone, nowMin).day;
  const first = epochToWall(zone, span.from).day;
  const last = epochToWall(zone, span.to - 1).day;
  const source = availabilityOf(slug, first, last);
  const windows = useSyncExternalStore(source.subscribe, source.snapshot);

  const { staff } = windows;
  const { from, to } = span;
  const days = useMemo(() => {
    const slots = findSlots({
      staff,
      needs: choices.map((choice) => needOf(catalogue, choice)),
      zone,
      stepMin: rules.slot_step_min,
      maxGapMin: rules.max_gap_min,
      from,
      to,
    });
    return openDays(slots.starts, shownIn);
  }, [staff, choices, catalogue, zone, rules, from, to, shownIn]);
  return { days, windows, source, today, first, last };
};

/** The current minute, ticking: a time that has become too soon must not stay on the page. */
const useNowMin = (): number => {
  const [now, setNow] = useState(() => Math.floor(serverNowMs() / 60_000));
  useEffect(() => everyMinute(() => setNow(Math.floor(serverNowMs() / 60_000))), []);
  return now;
};
