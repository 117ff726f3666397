import { patchTestSchema } from '#domain/clients/patch-tests.ts';
import type { PatchTestInput } from '#domain/clients/patch-tests.ts';
import { deleteOp, putOp } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import { authorName } from './author.ts';
import { createRow, editRow } from './edit-row.ts';
import type { Done } from './edit-row.ts';

/** A test that was done on a client. Codes: invalid. */
export const addPatchTest = (
  db: DaybookDb,
  clientId: Uuid,
  input: PatchTestInput,
): Promise<Result<Uuid>> =>
  createRow(db, {
    name: 'patch_test.add',
    table: 'patch_tests',
    schema: patchTestSchema,
    input,
    complete: async (test, scope) => ({
      ...test,
      client_id: clientId,
      author_name: await authorName(scope),
    }),
  });

/** Changes what was written down, above all the result. Codes: not_found, invalid. */
export const editPatchTest = (
  db: DaybookDb,
  id: Uuid,
  patch: Partial<PatchTestInput>,
): Promise<Result<Done>> =>
  editRow(db, {
    name: 'patch_test.edit',
    table: 'patch_tests',
    id,
    schema: patchTestSchema,
    patch,
  });

/** Takes a test away that was entered by mistake. Codes: not_found. */
export const deletePatchTest = async (db: DaybookDb, id: Uuid): Promise<Result<Done>> => {
  const test = await db.rows('patch_tests').get(id);
  if (!test) return fail('not_found', { rows: [`patch_tests:${id}`] });
  const gone = await write(db, 'patch_test.delete', () => ({
    ops: [deleteOp('patch_tests', id)],
    value: id,
  }));
  if (!gone.ok) return gone;
  return ok({
    id,
    undo: () =>
      write(db, 'patch_test.delete.undo', () => ({ ops: [putOp('patch_tests', test)], value: id })),
  });
};
