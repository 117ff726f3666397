import { bookableDays, findOpenDays } from '#domain/availability/open-days.ts';
import type { OpenDays } from '#domain/availability/open-days.ts';
import type { Day } from '#domain/rows.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { Zone } from '#domain/time/zone.ts';
import { everyMinute } from '#platform/clock.ts';
import type { OpenWindows, OpenWindowsSource } from '#remote/open-windows.ts';
import { availabilityOf } from '#remote/public-availability.ts';
import { serverNowMs } from '#remote/public-server.ts';
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
  const now = useNowMin();
  const reach = bookableDays(rules, zone, now);
  const source = availabilityOf(slug, reach.first, reach.last);
  const windows = useSyncExternalStore(source.subscribe, source.snapshot);
  const { staff } = windows;
  const days = useMemo(() => {
    const needs = choices.map((choice) => needOf(catalogue, choice));
    return findOpenDays({ staff, needs, rules, zone, now, shownIn });
  }, [staff, choices, catalogue, rules, zone, now, shownIn]);
  return { days, windows, source, ...reach };
};

/** The current minute, ticking: a time that has become too soon must not stay on the page. */
const useNowMin = (): number => {
  const [now, setNow] = useState(() => Math.floor(serverNowMs() / 60_000));
  useEffect(() => everyMinute(() => setNow(Math.floor(serverNowMs() / 60_000))), []);
  return now;
};
