import { addOp, deleteOp, patchOp, putOp, removeOp } from '#domain/commands/op.ts';
import type { NewRow, Op, RowPatch } from '#domain/commands/op.ts';
import { ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { RowOf, TableName, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Decision, WriteScope } from '../write.ts';
import type { Done } from './edit-row.ts';

/**
 * `write` whose answer carries the way back: fields as they were, new rows gone (where there is an
 * archive, into it: somebody may use them by then), deleted ones made anew. What others changed
 * meanwhile in other fields stays, and rows that they deleted stay away.
 */
export const writeWithUndo = async (
  db: DaybookDb,
  name: string,
  build: (scope: WriteScope) => Promise<Decision<Uuid>>,
): Promise<Result<Done>> => {
  const written = await write(db, name, async (scope) => {
    const decision = await build(scope);
    if (decision.ok === false) return decision;
    return { ...decision, value: { id: decision.value, back: await opsBack(scope, decision.ops) } };
  });
  if (!written.ok) return written;
  const { id, back } = written.value;
  return ok({ id, undo: () => putBack(db, `${name}.undo`, id, back) });
};

const opsBack = async (scope: WriteScope, ops: readonly Op[]): Promise<Op[]> => {
  const back: Op[] = [];
  for (const op of ops) {
    const row = await scope.get(op.table, op.id);
    back.push(...backOf(op, row, scope.newId));
  }
  return back;
};

const putBack = (
  db: DaybookDb,
  name: string,
  id: Uuid,
  back: readonly Op[],
): Promise<Result<Uuid>> =>
  write(db, name, async (scope) => {
    const ops: Op[] = [];
    for (const op of back) {
      if (op.op === 'put' || (await scope.get(op.table, op.id))) ops.push(op);
    }
    return { ops, value: id };
  });

const backOf = <T extends TableName>(
  { table, id, op, value }: Op,
  row: RowOf<T> | undefined,
  newId: () => Uuid,
): Op[] => {
  if (op === 'put') {
    return 'status' in (value ?? {})
      ? [patchOp(table, id, { status: 'archived' } as RowPatch<TableName>)]
      : [deleteOp(table, id)];
  }
  if (!row) return [];
  // An id that was deleted is not used again.
  if (op === 'delete') return [putOp(table, { ...row, id: newId() } as unknown as NewRow<T>)];
  const fields = row as unknown as Record<string, unknown>;
  if (op === 'patch') {
    const old = Object.keys(value ?? {}).map((field) => [field, fields[field]]);
    return [patchOp(table, id, Object.fromEntries(old) as RowPatch<TableName>)];
  }
  const turn = op === 'add' ? removeOp : addOp;
  return Object.entries(value ?? {}).map(([field, element]) =>
    turn(table, id, field as never, element as never),
  );
};
