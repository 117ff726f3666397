import { dateChecker, type PlannedDate } from '#db/queries/date-clashes.ts';
import type { Clash } from '#db/queries/planned-work.ts';
import { useQuery } from '#db/use-query.ts';
import type { Uuid } from '#domain/rows.ts';

const NONE: ReadonlyMap<string, Clash[]> = new Map();

/**
 * Asks the local tables, at every change, who or what is in the way of each of several visits, and
 * whether they are in each other's. `exceptIds` are not in the way: they are the ones that move.
 */
export function useGroupClashes(
  planned: readonly PlannedDate[],
  exceptIds: readonly Uuid[],
): { clashes: ReadonlyMap<string, Clash[]>; isReady: boolean } {
  const text = JSON.stringify([planned, exceptIds]);
  const looked = useQuery(
    async (db) => {
      const checker = await dateChecker(db, exceptIds);
      return { text, clashes: await checker.clashesOf(planned) };
    },
    [text],
  );
  // An answer about something else is none.
  return looked?.text === text
    ? { clashes: looked.clashes, isReady: true }
    : { clashes: NONE, isReady: false };
}
