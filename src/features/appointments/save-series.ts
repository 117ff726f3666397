/** What a person decided about dates, as the commands take it. */
import type { SeriesDate } from '#db/commands/series.ts';
import type { DateRow } from './use-date-decisions.ts';

/** The dates that are kept, with the key that each was asked about. */
export const keptDates = (rows: readonly DateRow[]): (SeriesDate & { key: string })[] =>
  rows.flatMap(({ key, startsAt, decision, overlaps }) =>
    startsAt === null
      ? []
      : [
          {
            key,
            startsAt,
            acceptOverlap: decision === 'keep' && overlaps,
            isMoved: decision === 'move',
          },
        ],
  );

/** `2 dates still need a decision.` */
export const openWords = (open: number): string =>
  open === 1 ? 'One date still needs a decision.' : `${open} dates still need a decision.`;
