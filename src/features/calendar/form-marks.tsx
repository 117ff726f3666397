import { useEffect } from 'react';
import { formMarks } from '#db/queries/form-marks.ts';
import { useQuery } from '#db/use-query.ts';
import type { FormMark } from '#domain/forms/form-mark.ts';
import type { Day, Uuid } from '#domain/rows.ts';
import { dayNumber } from '#domain/time/day.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { dayStart } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';

/** Days beside those shown, so that the next ones have their marks when they are turned to. */
const BESIDE = 7;

/** Draws nothing: says how the forms of the visits of some days stand. Most businesses have none. */
export function FormMarks({
  first,
  last,
  timeZone,
  onMarks,
}: {
  first: Day;
  last: Day;
  timeZone: string;
  onMarks: (marks: ReadonlyMap<Uuid, FormMark>) => void;
}) {
  const marks = useQuery(
    (db) => {
      const zone = zoneOf(timeZone);
      return formMarks(
        db,
        instantOfMin(dayStart(zone, dayNumber(first) - BESIDE)),
        instantOfMin(dayStart(zone, dayNumber(last) + 1 + BESIDE)),
      );
    },
    [first, last, timeZone],
  );
  // Another map turns all rows into items again: only for what is another.
  const told = marks && JSON.stringify([...marks]);
  useEffect(() => {
    if (told) onMarks(new Map(JSON.parse(told) as [Uuid, FormMark][]));
  }, [told, onMarks]);
  return null;
}
