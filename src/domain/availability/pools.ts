import type { ResourceNeed, Uuid } from '#domain/rows.ts';
import { resourceParts } from '#domain/appointments/busy.ts';
import type { WorkLengths } from '#domain/appointments/busy.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { possibleStarts } from './starts.ts';
import type { FreeFor } from './starts.ts';
import { intersect } from './windows.ts';
import type { Windows } from './windows.ts';

/** When one room, chair or machine is free, as `public_availability` answers it. */
export type ResourceFree = FreeFor & { id: Uuid; pool_id: Uuid };

/**
 * Starts of work for which every pool has enough from its first buffer to its last one. The parts
 * of one visit may share a room, so each part is looked at by itself.
 */
export const resourceStarts = (
  needs: readonly ResourceNeed[],
  lengths: WorkLengths,
  resources: readonly ResourceFree[],
): Windows => {
  const parts = resourceParts(lengths);
  const [first, ...others] = needs.map(({ pool_id, qty }) =>
    atLeast(
      resources.filter((one) => one.pool_id === pool_id).map((one) => possibleStarts(one, parts)),
      qty,
    ),
  );
  return others.reduce(intersect, first ?? []);
};

/** What lies in at least `least` of the sets. */
export const atLeast = (sets: readonly Windows[], least: number): Windows => {
  const edges: [at: EpochMin, step: number][] = [];
  for (const set of sets) {
    set.forEach((at, index) => edges.push([at, index % 2 === 0 ? 1 : -1]));
  }
  edges.sort((a, b) => a[0] - b[0]);
  const out: EpochMin[] = [];
  let depth = 0;
  for (let i = 0; i < edges.length;) {
    const at = edges[i]![0];
    const before = depth;
    for (; i < edges.length && edges[i]![0] === at; i += 1) depth += edges[i]![1];
    if (before >= least !== depth >= least) out.push(at);
  }
  return out;
};
