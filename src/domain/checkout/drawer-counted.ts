import type { DrawerEventRow, Instant } from '#domain/rows.ts';

/** Whether the drawer was counted after one moment, up to another: what was in it by then is settled. */
export const wasCounted = (
  events: readonly Pick<DrawerEventRow, 'kind' | 'occurred_at'>[],
  from: Instant,
  until: Instant,
): boolean =>
  events.some(
    ({ kind, occurred_at }) =>
      kind === 'close' &&
      Date.parse(occurred_at) > Date.parse(from) &&
      Date.parse(occurred_at) <= Date.parse(until),
  );
