import { linkOf, mayAnswerFor, mergedLink, NO_GUARDIAN } from '#domain/clients/guardian.ts';
import type { GuardianLink } from '#domain/clients/guardian.ts';
import { mergedClient } from '#domain/clients/merge.ts';
import type { MergeChoices } from '#domain/clients/merge.ts';
import { patchOp } from '#domain/commands/op.ts';
import type { Op } from '#domain/commands/op.ts';
import { sameValue } from '#domain/commands/same-value.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { ClientRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { eachClient } from '../queries/every-client.ts';
import { write } from '../write.ts';
import type { WriteScope } from '../write.ts';
import { changeOps } from './edit-row.ts';
import type { Done } from './edit-row.ts';
import { linksBackOps } from './guardian.ts';
import type { KeptLink } from './guardian.ts';

/**
 * Makes one client of several. The first one stays, with the chosen values, all tags and notes;
 * the appointments and the dependants of the others go to them, and the others stay as archived aliases,
 * so that what still names them finds its way. One mutation: it holds or is refused as a whole. Codes:
 * not_found, stale (one of them is merged or archived already).
 */
export const mergeClients = async (
  db: DaybookDb,
  ids: readonly Uuid[],
  choices: MergeChoices,
): Promise<Result<Done>> => {
  const [survivorId = '', ...absorbedIds] = ids;
  const aliases: Uuid[] = [];
  await eachClient(db, ({ id, merged_into }) => {
    if (merged_into && absorbedIds.includes(merged_into)) aliases.push(id);
  });
  const merged = await write(db, 'client.merge', async (scope) => {
    const clients = (await scope.getMany('clients', ids)).flatMap((client) => client ?? []);
    if (clients.length !== ids.length || clients.length < 2) {
      return fail('not_found', { rows: ids.map((id) => `clients:${id}`) });
    }
    if (clients.some(({ status }) => status !== 'active')) return fail('stale');
    const before = clients[0]!;
    const business = await scope.get('businesses', db.businessId);
    const after = mergedClient(clients, choices, business?.time_zone ?? 'UTC');
    const visits = await scope.listAny('appointments', 'client_id', absorbedIds);
    // The ledger of consents stays where it was written; it is read together with the survivor's.
    const records = await recordsOf(scope, absorbedIds);
    const dependants = await scope.listAny('clients', 'guardian_id', ids);
    const link = mergedLink(clients, dependants);
    const linked = clients.slice(1).filter(({ guardian_id }) => guardian_id);
    const moved = dependants.filter(
      ({ id, guardian_id }) => guardian_id !== survivorId && !ids.includes(id),
    );
    const ops: Op[] = [
      // In this order nobody has a guardian who has one, not even on the way.
      ...linked.map(({ id }) => patchOp('clients', id, NO_GUARDIAN)),
      ...changeOps('clients', survivorId, { ...before, ...linkOf(before) }, { ...after, ...link }),
      ...moved.map(({ id }) => patchOp('clients', id, { guardian_id: survivorId })),
      ...records.map(({ table, id }) => patchOp(table, id, { client_id: survivorId })),
      ...visits.map(({ id }) => patchOp('appointments', id, { client_id: survivorId })),
      ...absorbedIds.map((id) =>
        patchOp('clients', id, { status: 'archived', merged_into: survivorId }),
      ),
      ...aliases.map((id) => patchOp('clients', id, { merged_into: survivorId })),
    ];
    const aliasRows = (await scope.getMany('clients', aliases)).flatMap((alias) => alias ?? []);
    return {
      ops,
      value: {
        before,
        after,
        visits: visits.map(({ id, client_id }) => ({ id, client_id })),
        records,
        link,
        linked: linked.map((row) => ({ id: row.id, ...linkOf(row) })),
        moved: moved.map((row) => ({ id: row.id, ...linkOf(row) })),
        aliases: aliasRows.map(({ id, merged_into }) => ({ id, merged_into })),
      },
    };
  });
  if (!merged.ok) return merged;
  return ok({ id: survivorId, undo: () => unmerge(db, survivorId, absorbedIds, merged.value) });
};

type Memory = {
  before: ClientRow;
  after: Partial<ClientRow>;
  visits: { id: Uuid; client_id: Uuid | null }[];
  records: KeptRecord[];
  /** The guardian that the one client got, and what others had before: they themselves, and their dependants. */
  link: GuardianLink;
  linked: KeptLink[];
  moved: KeptLink[];
  aliases: { id: Uuid; merged_into: Uuid | null }[];
};

type KeptRecord = {
  table:
    | 'client_notes'
    | 'patch_tests'
    | 'client_photos'
    | 'attendees'
    | 'waitlist_entries'
    | 'form_submissions'
    | 'form_requests';
  id: Uuid;
  client_id: Uuid;
};

/** What was written about these clients, where they have seats and what they wait for: it moves with them. */
const recordsOf = async (scope: WriteScope, ids: readonly Uuid[]): Promise<KeptRecord[]> => {
  const notes = await scope.listAny('client_notes', 'client_id', ids);
  const tests = await scope.listAny('patch_tests', 'client_id', ids);
  const photos = await scope.listAny('client_photos', 'client_id', ids);
  const seats = await scope.listAny('attendees', 'client_id', ids);
  const waits = await scope.listAny('waitlist_entries', 'client_id', ids);
  const forms = await scope.listAny('form_submissions', 'client_id', ids);
  const asked = await scope.listAny('form_requests', 'client_id', ids);
  return [
    ...notes.map(({ id, client_id }) => ({ table: 'client_notes' as const, id, client_id })),
    ...tests.map(({ id, client_id }) => ({ table: 'patch_tests' as const, id, client_id })),
    ...photos.map(({ id, client_id }) => ({ table: 'client_photos' as const, id, client_id })),
    ...seats.map(({ id, client_id }) => ({ table: 'attendees' as const, id, client_id })),
    ...waits.map(({ id, client_id }) => ({ table: 'waitlist_entries' as const, id, client_id })),
    ...forms.flatMap(({ id, client_id }) =>
      client_id === null ? [] : [{ table: 'form_submissions' as const, id, client_id }],
    ),
    ...asked.map(({ id, client_id }) => ({ table: 'form_requests' as const, id, client_id })),
  ];
};

/** Takes a merge back; what was changed since the merge stays. */
const unmerge = (
  db: DaybookDb,
  survivorId: Uuid,
  absorbedIds: readonly Uuid[],
  { before, after, visits, records, link, linked, moved, aliases }: Memory,
): Promise<Result<Uuid>> =>
  write(db, 'client.merge.undo', async (scope) => {
    const survivor = await scope.get('clients', survivorId);
    if (!survivor) return fail('not_found', { rows: [`clients:${survivorId}`] });
    const old = Object.fromEntries(
      Object.entries(after).flatMap(([field, value]) => {
        const name = field as keyof ClientRow;
        return sameValue(survivor[name], value) ? [[name, before[name]]] : [];
      }),
    );
    const isHere = (row: { client_id: Uuid | null } | undefined): boolean =>
      row?.client_id === survivorId;
    const rows = await scope.getMany(
      'appointments',
      visits.map(({ id }) => id),
    );
    const here = new Set((await recordsOf(scope, [survivorId])).map(({ id }) => id));
    const absorbed = (await scope.getMany('clients', absorbedIds)).flatMap((row) => row ?? []);
    const becoming = [
      ...absorbed.map((row) => ({ ...row, ...NO_GUARDIAN, status: 'active' as const })),
      { ...survivor, ...linkOf(before) },
    ];
    const own = await ownLinkBack(scope, survivor, before, link);
    const links = [
      ...(await linksBackOps(scope, survivorId, moved, becoming)),
      ...(await linksBackOps(scope, null, linked, becoming)),
    ];
    const ops: Op[] = [
      ...records
        .filter(({ id }) => here.has(id))
        .map(({ table, id, client_id }) => patchOp(table, id, { client_id })),
      ...absorbedIds.map((id) => patchOp('clients', id, { status: 'active', merged_into: null })),
      ...aliases.map(({ id, merged_into }) => patchOp('clients', id, { merged_into })),
      ...visits
        .filter((_, place) => isHere(rows[place]))
        .map(({ id, client_id }) => patchOp('appointments', id, { client_id })),
      ...changeOps('clients', survivorId, survivor, old),
      // They lose a guardian before others depend on them, and get one when nobody does any more.
      ...(before.guardian_id ? [...links, ...own] : [...own, ...links]),
    ];
    return { ops, value: survivorId };
  });

/** The guardian whom the one who stayed had before, unless somebody has chosen another one since. */
const ownLinkBack = async (
  scope: WriteScope,
  survivor: ClientRow,
  before: ClientRow,
  link: GuardianLink,
): Promise<Op[]> => {
  const old = linkOf(before);
  if (sameValue(old, link) || !sameValue(linkOf(survivor), link)) return [];
  const guardian = old.guardian_id ? await scope.get('clients', old.guardian_id) : undefined;
  if (old.guardian_id && !(guardian && mayAnswerFor(guardian, survivor, false))) return [];
  return [patchOp('clients', survivor.id, old)];
};
