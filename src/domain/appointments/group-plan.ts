/** When one more of a group begins, and who serves them. */
import type { Instant, Uuid } from '#domain/rows.ts';
import { busyRanges } from './busy.ts';
import type { BusyRange, WorkLengths } from './busy.ts';

type Work = WorkLengths & { staff_id: Uuid; starts_at: Instant };

/**
 * The minutes that some work has to wait until its people are done with the others of the group: none
 * where different people serve them, so that all begin together; else one comes after the other. Who
 * else stands in the calendar is not looked at.
 */
export const waitBeside = (segments: readonly Work[], others: readonly Work[]): number => {
  const wanted = segments.flatMap(spansOf);
  const taken = others.flatMap(spansOf);
  let wait = 0;
  for (;;) {
    const longer = wanted.flatMap(({ staffId, range: [from, to, isShareable] }) =>
      taken
        .filter(({ staffId: other, range }) => other === staffId && from + wait < range[1])
        .filter(({ range }) => range[0] < to + wait && !(isShareable && range[2]))
        .map(({ range }) => range[1] - (from + wait)),
    );
    if (longer.length === 0) return wait;
    wait += Math.max(...longer);
  }
};

const spansOf = (work: Work): { staffId: Uuid; range: BusyRange }[] =>
  busyRanges(work).map((range) => ({ staffId: work.staff_id, range }));

/**
 * The team in the order in which they are offered for one more of a group: who is free and serves
 * nobody of it yet, then who does, so that they come one after the other, then who is busy or away.
 */
export const teamForOneMore = <S extends { id: Uuid }>(
  staff: readonly S[],
  serving: ReadonlySet<Uuid>,
  isFree: (id: Uuid) => boolean,
): S[] => {
  const rank = ({ id }: S): number => (serving.has(id) ? 1 : isFree(id) ? 0 : 2);
  return staff.toSorted((a, b) => rank(a) - rank(b));
};
