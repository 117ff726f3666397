import { scopeOf } from '#domain/permissions/presets.ts';
import { deleteOp, patchOp } from '#domain/commands/op.ts';
import type { Op } from '#domain/commands/op.ts';
import { fail } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { NO_GUARDIAN } from '#domain/clients/guardian.ts';
import { ERASED_NAME } from '#domain/clients/name.ts';
import { isFinal } from '#domain/clients/notes.ts';
import { EMPTY_CLIENT } from '#domain/clients/schema.ts';
import { filesOf } from '#domain/forms/files.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import { throwAway } from './blobs.ts';
import { unlinkDependants } from './guardian.ts';

/** What a client is when nothing is known about them any more; whom they liked to see tells nothing. */
const { preferred_staff_id: _, ...NOTHING_KNOWN } = EMPTY_CLIENT;
const BLANK = { ...NOTHING_KNOWN, ...NO_GUARDIAN, status: 'anonymised' } as const;

/**
 * Erases a person for good: name, contacts, notes, tests, photos, the links to their family and words in
 * their appointments. Visits and their prices stay. There is no undo; the server erases what this device
 * cannot reach (consents, links, mails, logs, records that were merged) and tells the other devices. Codes:
 * not_found, not_allowed.
 */
export const eraseClient = async (db: DaybookDb, id: Uuid): Promise<Result<Uuid>> => {
  const erased = await write(db, 'client.erase', async (scope) => {
    const client = await scope.get('clients', id);
    if (!client) return fail('not_found', { rows: [`clients:${id}`] });
    const mine = (await scope.all('memberships')).find(({ user_id }) => user_id === db.userId);
    if (!mine || scopeOf(mine, 'clients.edit') !== 'all') return fail('not_allowed');
    const aliases = await scope.list('clients', 'merged_into', id);
    const ids = [id, ...aliases.map((alias) => alias.id)];
    const notes = await scope.listAny('client_notes', 'client_id', ids);
    const tests = await scope.listAny('patch_tests', 'client_id', ids);
    const photos = await scope.listAny('client_photos', 'client_id', ids);
    await throwAway(scope, photos, scope.now);
    const forms = await scope.listAny('form_submissions', 'client_id', ids);
    await scope.dropBlobs(forms.flatMap(({ answers }) => filesOf(answers).map((file) => file.id)));
    const visits =
      scopeOf(mine, 'appointments.edit') === 'all'
        ? await scope.listAny('appointments', 'client_id', ids)
        : [];
    const family = await unlinkDependants(scope, ids);
    const ops: Op[] = [
      ...family.ops,
      ...ids.map((one) => patchOp('clients', one, { ...BLANK, tags: [] })),
      // Finished notes are the server's to delete: no device may.
      ...notes.filter((note) => !isFinal(note)).map((note) => deleteOp('client_notes', note.id)),
      ...tests.map((test) => deleteOp('patch_tests', test.id)),
      ...photos.map((photo) => deleteOp('client_photos', photo.id)),
      ...visits
        .filter((one) => one.client_note || one.staff_note || one.address || one.cancel_reason)
        .map((one) =>
          patchOp('appointments', one.id, {
            client_note: null,
            staff_note: null,
            address: null,
            cancel_reason: null,
          }),
        ),
    ];
    return { ops, value: ids };
  });
  if (!erased.ok) return erased;
  await forgetHere(db, new Set(erased.value));
  return { ok: true, value: id };
};

/**
 * What is on this device alone: what imports changed, which is kept for their undo, and sales that were set
 * aside, as a rule under a client's name. The lines of such a sale stay.
 */
const forgetHere = (db: DaybookDb, ids: ReadonlySet<Uuid>): Promise<void> =>
  db.transaction('rw', db.meta, async () => {
    const imports = await db.meta.get('imports');
    if (imports?.key === 'imports') {
      const list = imports.list.map((record) => ({
        ...record,
        updated: record.updated.filter((update) => !ids.has(update.id)),
      }));
      await db.meta.put({ ...imports, list });
    }
    const parked = await db.meta.get('parked_carts');
    if (parked?.key === 'parked_carts') {
      const list = parked.list.map((one) =>
        ids.has(one.cart.clientId ?? '')
          ? { ...one, name: ERASED_NAME, cart: { ...one.cart, clientId: null } }
          : one,
      );
      await db.meta.put({ ...parked, list });
    }
  });
