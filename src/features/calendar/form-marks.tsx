import { useEffect } from 'react';
import { formMarks } from '#db/queries/form-marks.ts';
import { useQuery } from '#db/use-query.ts';
import type { FormMark } from '#domain/forms/form-mark.ts';
import type { Day, Uuid } from '#domain/rows.ts';
import { dayNumber } from '#domain/time/day.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { dayStart } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { FormNote } from './items.ts';

/** Days beside those shown, so that the next ones have their marks when they are turned to. */
const BESIDE = 7;

/** What is there needs no mark. */
const NOTES: Readonly<Record<FormMark, FormNote>> = {
  unsent: { mark: 'form', words: 'form missing, not sent' },
  asked: { mark: 'form', words: 'form missing, on its way' },
  sent: { mark: 'form', words: 'form missing, sent' },
  opened: { mark: 'form', words: 'form missing, opened' },
  done: { mark: null, words: 'form done' },
  flagged: { mark: 'flag', words: 'flagged answer in a form' },
};

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
  onMarks: (notes: ReadonlyMap<Uuid, FormNote>) => void;
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
    if (!told) return;
    const stand = JSON.parse(told) as [Uuid, FormMark][];
    onMarks(new Map(stand.map(([id, mark]) => [id, NOTES[mark]])));
  }, [told, onMarks]);
  return null;
}
