import type { Day, Uuid } from '#domain/rows.ts';
import { freeTimes } from '#db/queries/free-times.ts';
import { useQuery } from '#db/use-query.ts';
import { rankTimes } from '#domain/availability/rank.ts';
import type { Travel } from '#domain/appointments/travel.ts';
import { visibleMinutes } from '#domain/appointments/busy.ts';
import type { PlaceKind } from './visit-place-draft.ts';
import { addDays, dayNumber } from '#domain/time/day.ts';
import { epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import { epochToWall, wallToEpoch } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { lineOffer, peopleOf, type DraftLine, type Offered } from './draft.ts';
import type { Proposal } from './free-times-list.tsx';

/** How far ahead other days are looked through: nearer than this something is nearly always free. */
const LOOK_AHEAD_DAYS = 14;

export type WantedTime = {
  lines: readonly DraftLine[];
  offered: ReadonlyMap<Uuid, Offered>;
  day: Day;
  minute: number | null;
  timeZone: string;
  /** The way to the visit and back. */
  travel: Travel | null;
  place: PlaceKind;
};

/** Good times for what is chosen so far, near the day and time that were pointed at. */
export function useFreeTimes(wanted: WantedTime): Proposal[] {
  const { lines, offered, day, minute, timeZone, travel, place } = wanted;
  const items = lines
    .flatMap(({ variantId, addOnIds, staffId, isSecond }, at) => {
      if (!variantId || isSecond) return [];
      const helpers = peopleOf(lines, at).slice(1);
      const helperIds = helpers.filter((id) => id !== null);
      // While one of them is still to be chosen, it could be anybody who does it.
      const isComplete = helperIds.length === helpers.length;
      return [{ variantId, addOnIds, staffId, ...(isComplete && { helperIds }) }];
    })
    .map((item, index, all) => ({
      ...item,
      place,
      travel: {
        before: index === 0 ? (travel?.before ?? 0) : 0,
        after: index === all.length - 1 ? (travel?.after ?? 0) : 0,
      },
    }));
  const first = lines[0];
  const found = first?.variantId ? offered.get(first.variantId) : undefined;
  const lengthMin = found && first ? visibleMinutes(lineOffer(first, found)) : 0;
  const key = JSON.stringify(items);
  return (
    useQuery(
      async (db): Promise<Proposal[]> => {
        if (items.length === 0) return [];
        const zone = zoneOf(timeZone);
        const now = epochMinOf(db.now());
        const from = Math.max(now, wallToEpoch(zone, dayNumber(day), 0));
        const until = wallToEpoch(zone, dayNumber(addDays(day, LOOK_AHEAD_DAYS)), 0);
        if (until <= from) return [];
        const free = await freeTimes(db, items, instantOfMin(from), instantOfMin(until));
        const start = minute === null ? from : wallToEpoch(zone, dayNumber(day), minute);
        const ranked = rankTimes({
          ...free,
          start,
          staffId: items[0]?.staffId ?? null,
          lengthMin,
        });
        return ranked.map(({ start: at, staffId, reasons, distanceMin }) => {
          const wall = epochToWall(zone, at);
          const days = dayNumber(wall.day) - dayNumber(day);
          const distance = minute === null ? null : { minutes: distanceMin, days };
          return { key: `${at} ${staffId}`, ...wall, staffId, reasons, distance };
        });
      },
      [key, day, minute, timeZone, lengthMin],
    ) ?? []
  );
}
