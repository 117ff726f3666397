import { clientName } from '#domain/clients/name.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { memberList } from './members.ts';

/** The names of people by their ids, as far as this person's device has them. */
export type NamesById = {
  staff: (id: Uuid) => string | null;
  client: (id: Uuid) => string | null;
  member: (userId: Uuid) => string | null;
  /** Who is signed in. */
  me: Uuid;
};

/** The names that stand in a history. `clientIds`: those it speaks of. */
export const historyNames = async (
  db: DaybookDb,
  clientIds: readonly Uuid[],
): Promise<NamesById> => {
  const [staff, clients, members] = await Promise.all([
    db.rows('staff').toArray(),
    db.rows('clients').bulkGet([...clientIds]),
    memberList(db),
  ]);
  const staffNames = new Map(staff.map((one) => [one.id, one.display_name]));
  const clientNames = new Map(clients.flatMap((one) => (one ? [[one.id, clientName(one)]] : [])));
  const memberNames = new Map(members.map(({ membership, name }) => [membership.user_id, name]));
  return {
    staff: (id) => staffNames.get(id) ?? null,
    client: (id) => clientNames.get(id) ?? null,
    member: (userId) => memberNames.get(userId) ?? null,
    me: db.userId,
  };
};
