import { bookableDays, findOpenDays } from '#domain/availability/open-days.ts';
import type { OpenDays } from '#domain/availability/open-days.ts';
import type { Day, Instant } from '#domain/rows.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { OpenWindows, OpenWindowsSource } from '#remote/open-windows.ts';
import { availabilityOf } from '#remote/public-availability.ts';
import { serverNowMs } from '#remote/public-server.ts';
import type { BookingStatus } from '#remote/public-manage.ts';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { freeForMove, needsOf } from './manage-facts.ts';

type MoveDays = {
  days: OpenDays;
  windows: OpenWindows;
  source: OpenWindowsSource;
  today: Day;
  first: Day;
  last: Day;
};

/** The times to which an appointment can move: all that are free but the one it has. */
export const useMoveDays = (status: BookingStatus, shownIn: Zone): MoveDays => {
  const { business, rules, appointment } = status;
  const zone = zoneOf(business.time_zone);
  const [now] = useState(() => Math.floor(serverNowMs() / 60_000));
  const reach = bookableDays(rules, zone, now);
  const source = availabilityOf(business.slug, reach.first, reach.last);
  const windows = useSyncExternalStore(source.subscribe, source.snapshot);
  const { staff } = windows;
  const days = useMemo(() => {
    const all = findOpenDays({
      staff: freeForMove(staff, status),
      needs: needsOf(status),
      rules,
      zone,
      now,
      shownIn,
    });
    return without(all, appointment.starts_at);
  }, [staff, status, rules, zone, now, shownIn, appointment]);
  return { days, windows, source, ...reach };
};

const without = (days: OpenDays, own: Instant): OpenDays =>
  new Map(
    [...days]
      .map(([day, starts]) => [day, starts.filter((at) => at !== own)] as const)
      .filter(([, starts]) => starts.length > 0),
  );
