import { bookableDays, findOpenTimes } from '#domain/availability/open-days.ts';
import type { OpenDays, TimesRequest } from '#domain/availability/open-days.ts';
import type { Day, Instant } from '#domain/rows.ts';
import { twoClocks } from '#domain/time/two-clocks.ts';
import type { TwoClocks } from '#domain/time/two-clocks.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { Zone } from '#domain/time/zone.ts';
import { everyMinute } from '#platform/clock.ts';
import { deviceZone } from '#platform/device-zone.ts';
import type { OpenWindows } from './open-windows.ts';
import { availabilityOf } from './public-availability.ts';
import type { PublicBusiness, PublicRules } from './public-booking.ts';
import { serverNowMs } from './public-server.ts';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';

type Search = Parameters<typeof findOpenTimes>[0];

/** Who and what is free when. */
export type Free = Pick<OpenWindows, 'staff' | 'resources'>;

export type OpenTimes = {
  days: OpenDays;
  /** What was looked for, for whoever looks for something like it. */
  asked: TimesRequest;
  /** In which clock the page speaks. */
  clocks: TwoClocks;
  windows: OpenWindows;
  /** Asks again: what the page knows is old, or could not be had. */
  refresh: () => void;
  /** For the picker: what is known of which days, and in which clocks. */
  reach: {
    /** The times that fit best for the business, where it says so. */
    suggested: ReadonlySet<Instant>;
    isKnown: (day: Day) => boolean;
    isLoading: boolean;
    today: Day;
    first: Day;
    last: Day;
    onView: (day: Day) => void;
    onRetry: () => void;
    zone: Zone;
    otherClock: TwoClocks['other'];
  };
};

/**
 * The times that a client may choose, laid on this device from what the server says is free, with
 * every minute that passes. `needs`, `free` and `find` have to stay the same between two renders.
 */
export const useOpenTimes = ({
  business,
  rules,
  needs,
  free,
  find = findOpenTimes,
}: {
  business: Pick<PublicBusiness, 'slug' | 'time_zone' | 'locale'>;
  rules: PublicRules;
  needs: Search['needs'];
  /** Who and what else counts as free. */
  free?: (known: Free) => Free;
  /** How times are found, where it is not for one person. */
  find?: typeof findOpenTimes;
}): OpenTimes => {
  const zone = zoneOf(business.time_zone);
  const now = useNowMin();
  const clocks = useMemo(
    () =>
      twoClocks({
        businessZone: business.time_zone,
        readerZone: deviceZone(business.time_zone),
        mode: rules.zone_mode,
        at: now,
        locale: business.locale,
      }),
    [business, rules, now],
  );
  const { shown } = clocks;
  const { today, first, last } = bookableDays(rules, zone, now);
  const source = availabilityOf(business.slug, first, last);
  const windows = useSyncExternalStore(source.subscribe, source.snapshot);
  const { staff, resources, isKnown, isLoading } = windows;
  const asked = useMemo(() => {
    const known = { staff, resources };
    return { ...(free ? free(known) : known), needs, rules, zone, now, shownIn: shown };
  }, [staff, resources, free, needs, rules, zone, now, shown]);
  const { days, suggested } = useMemo(() => find(asked), [find, asked]);
  const onView = useCallback((day: Day) => void source.ensure(day), [source]);
  const refresh = useCallback(() => void source.refresh(), [source]);
  return {
    days,
    asked,
    clocks,
    windows,
    refresh,
    reach: {
      suggested,
      isKnown,
      isLoading,
      today,
      first,
      last,
      onView,
      onRetry: refresh,
      zone: shown,
      otherClock: clocks.other,
    },
  };
};

/** The current minute, ticking: a time that has become too soon must not stay on the page. */
const useNowMin = (): number => {
  const [now, setNow] = useState(() => Math.floor(serverNowMs() / 60_000));
  useEffect(() => everyMinute(() => setNow(Math.floor(serverNowMs() / 60_000))), []);
  return now;
};
