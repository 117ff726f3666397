import { deleteOp, patchOp } from '#domain/commands/op.ts';
import type { RowPatch } from '#domain/commands/op.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import { takeBackOps } from './take-back.ts';

/**
 * Takes back what made appointments of a series (see takeBackOps). `before` are the old fields of the
 * series, null when it was made with them.
 */
export const takeBack = (
  db: DaybookDb,
  name: string,
  ids: readonly Uuid[],
  series: { id: Uuid; before: RowPatch<'series'> | null },
): Promise<Result<Uuid>> =>
  write(db, name, async (scope) => {
    const taken = await takeBackOps(scope, ids);
    if ('error' in taken) return taken;
    const { ops, isGone } = taken;
    if (series.before) ops.push(patchOp('series', series.id, series.before));
    else if (isGone) ops.push(deleteOp('series', series.id));
    else ops.push(patchOp('series', series.id, { state: 'ended' }));
    return { ops, value: series.id };
  });
