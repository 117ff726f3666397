import { NO_GUARDIAN, linkOf, mayAnswerFor } from '#domain/clients/guardian.ts';
import type { GuardianLink } from '#domain/clients/guardian.ts';
import { patchOp } from '#domain/commands/op.ts';
import type { Op } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { ClientRow, Uuid } from '#domain/rows.ts';
import { invalid } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { WriteScope } from '../write.ts';
import { setFields } from './edit-row.ts';
import type { Done } from './edit-row.ts';

type Scope = Pick<WriteScope, 'get' | 'list'>;

/**
 * Makes one client the guardian of another. Codes: not_found, invalid (guardian_id): the guardian has one
 * themselves, somebody depends on the client, or the guardian is archived.
 */
export const setGuardian = async (
  db: DaybookDb,
  id: Uuid,
  guardianId: Uuid,
): Promise<Result<Done>> => {
  const before = await write(db, 'client.set_guardian', async (scope) => {
    const client = await scope.get('clients', id);
    if (!client) return fail('not_found', { rows: [`clients:${id}`] });
    if (client.guardian_id === guardianId) return { ops: [], value: linkOf(client) };
    if (!(await mayLink(scope, client, guardianId))) return invalid('guardian_id', 'not_a_choice');
    return {
      ops: [patchOp('clients', id, { ...NO_GUARDIAN, guardian_id: guardianId })],
      value: linkOf(client),
    };
  });
  if (!before.ok) return before;
  const link = { id, ...before.value };
  return ok({ id, undo: () => putLinkBack(db, 'client.set_guardian.undo', guardianId, link) });
};

/** Nobody answers for a client any more. Codes: not_found. */
export const removeGuardian = async (db: DaybookDb, id: Uuid): Promise<Result<Done>> => {
  const before = await write(db, 'client.remove_guardian', async (scope) => {
    const client = await scope.get('clients', id);
    if (!client) return fail('not_found', { rows: [`clients:${id}`] });
    const ops = client.guardian_id ? [patchOp('clients', id, NO_GUARDIAN)] : [];
    return { ops, value: linkOf(client) };
  });
  if (!before.ok) return before;
  const link = { id, ...before.value };
  return ok({ id, undo: () => putLinkBack(db, 'client.remove_guardian.undo', null, link) });
};

/** Whether messages go to the guardian also where the client has ways of their own. Codes: not_found. */
export const setGuardianReceives = (
  db: DaybookDb,
  id: Uuid,
  guardian_receives: boolean,
): Promise<Result<Done>> =>
  setFields(db, 'client.guardian_receives', 'clients', id, { guardian_receives });

/** A link as it was, to be brought back. */
export type KeptLink = GuardianLink & { id: Uuid };

/** Takes the guardian from everybody who depends on one of these, and remembers the links. */
export const unlinkDependants = async (
  scope: Pick<WriteScope, 'listAny'>,
  ids: readonly Uuid[],
): Promise<{ ops: Op[]; links: KeptLink[] }> => {
  const dependants = await scope.listAny('clients', 'guardian_id', ids);
  return {
    ops: dependants.map(({ id }) => patchOp('clients', id, NO_GUARDIAN)),
    links: dependants.map((row) => ({ id: row.id, ...linkOf(row) })),
  };
};

/**
 * The ops that bring links back where nobody has changed them since: `now` is the guardian whom they have
 * in the meantime. A link that would make a chain by now stays away. `becoming`: clients as the same
 * mutation leaves them.
 */
export const linksBackOps = async (
  scope: Scope,
  now: Uuid | null,
  links: readonly KeptLink[],
  becoming: readonly ClientRow[] = [],
): Promise<Op[]> => {
  const ops: Op[] = [];
  for (const { id, ...link } of links) {
    const client = await scope.get('clients', id);
    if (!client || (client.guardian_id ?? null) !== now || link.guardian_id === now) continue;
    if (link.guardian_id === null) ops.push(patchOp('clients', id, NO_GUARDIAN));
    else if (await mayLink(scope, client, link.guardian_id, becoming)) {
      ops.push(patchOp('clients', id, link));
    }
  }
  return ops;
};

const putLinkBack = (
  db: DaybookDb,
  name: string,
  now: Uuid | null,
  link: KeptLink,
): Promise<Result<Uuid>> =>
  write(db, name, async (scope) => ({
    ops: await linksBackOps(scope, now, [link]),
    value: link.id,
  }));

const mayLink = async (
  scope: Scope,
  client: ClientRow,
  guardianId: Uuid,
  becoming: readonly ClientRow[] = [],
): Promise<boolean> => {
  const guardian =
    becoming.find(({ id }) => id === guardianId) ?? (await scope.get('clients', guardianId));
  const dependants = await scope.list('clients', 'guardian_id', client.id);
  return guardian !== undefined && mayAnswerFor(guardian, client, dependants.length > 0);
};
