/** Somebody runs late: who else of their day moves, and by how much. */
import type { Uuid } from '#domain/rows.ts';
import type { EpochMin } from '#domain/time/epoch.ts';

export type LateVisit = {
  id: Uuid;
  /** When the person is busy with it, buffers included. */
  start: EpochMin;
  end: EpochMin;
  /** Has begun: it lasts longer, but does not begin later. */
  isRunning: boolean;
};

/**
 * Minutes by which each visit begins later when the first one does by `byMin`; visits that need not
 * move are left out. `usesGaps`: a visit waits only for those before it, so free time between them
 * takes up the delay; otherwise all of them move by the same.
 */
export function lateShifts(
  visits: readonly LateVisit[],
  byMin: number,
  usesGaps: boolean,
): Map<Uuid, number> {
  const inOrder = visits.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const delays: number[] = [];
  for (const [index, visit] of inOrder.entries()) {
    const waits = inOrder.slice(0, index).map((before, at) => {
      const delay = delays[at]!;
      if (delay === 0) return 0;
      // Two that stood beside each other stay so.
      if (before.end > visit.start) return delay;
      return Math.max(0, before.end + delay - visit.start);
    });
    delays.push(index === 0 || !usesGaps ? byMin : Math.max(...waits));
  }
  return new Map(
    inOrder.flatMap(({ id, isRunning }, index) =>
      isRunning || delays[index] === 0 ? [] : [[id, delays[index]!] as const],
    ),
  );
}
