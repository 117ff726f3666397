import type { Instant, Uuid } from '#domain/rows.ts';

/** A stretch of somebody's time that came free. */
export type FreedTime = { from: Instant; to: Instant; staffIds: readonly Uuid[] };

/** A time that came free as one word of the address. */
export const freedParam = ({ from, to, staffIds }: FreedTime): string =>
  [from, to, ...staffIds].join('~');

/** null for anything that is no such word. */
export const readFreed = (param: string | null): FreedTime | null => {
  const [from = '', to = '', ...staffIds] = (param ?? '').split('~');
  return Number.isNaN(Date.parse(from)) || Number.isNaN(Date.parse(to))
    ? null
    : { from, to, staffIds };
};
