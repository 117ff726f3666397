import type { ClientRow, Uuid } from '#domain/rows.ts';
import { clientShortName } from './name.ts';

/** Whose guardian somebody has, and who gets the messages. */
export type GuardianLink = Pick<ClientRow, 'guardian_id' | 'guardian_receives'>;

/** Nobody answers for them. */
export const NO_GUARDIAN = {
  guardian_id: null,
  guardian_receives: false,
} as const satisfies GuardianLink;

/**
 * Whether one client may answer for another. One level only: a guardian has no guardian, and whoever
 * answers for somebody gets none. The server judges the same (guardians.sql).
 */
export const mayAnswerFor = (
  guardian: ClientRow,
  client: Pick<ClientRow, 'id'>,
  hasDependants: boolean,
): boolean =>
  guardian.id !== client.id &&
  guardian.status === 'active' &&
  !guardian.guardian_id &&
  !hasDependants;

/** Whether two clients are known to be two people, however much they have in common. */
export const areFamily = (
  a: Pick<ClientRow, 'id' | 'guardian_id'>,
  b: Pick<ClientRow, 'id' | 'guardian_id'>,
): boolean =>
  a.guardian_id === b.id ||
  b.guardian_id === a.id ||
  (Boolean(a.guardian_id) && a.guardian_id === b.guardian_id);

/** Who pays for a client unless somebody says otherwise: whoever gets their messages. */
export const usualPayer = (
  client: GuardianLink | undefined,
  guardian: Pick<ClientRow, 'id' | 'status'> | undefined,
): Uuid | null =>
  client?.guardian_receives && guardian?.status === 'active' && client.guardian_id === guardian.id
    ? guardian.id
    : null;

type Ways = Pick<ClientRow, 'phone' | 'phone_raw' | 'alt_phone' | 'alt_phone_raw' | 'email'>;

/** How somebody is reached. `phoneOf` and `emailOf`: the guardian whose they are, null = their own. */
export type Reach = Ways & { phoneOf: ClientRow | null; emailOf: ClientRow | null };

/**
 * Their own ways count, unless they have none of the kind or the guardian is marked as the one who gets
 * messages. A guardian who is not on this device, or whose contacts its person may not see, counts for
 * nothing. The server chooses the address of mails in the same way (private.mail_recipient).
 */
export const reachOf = (client: ClientRow, guardian: ClientRow | null | undefined): Reach => {
  const other = guardian?.status === 'active' ? guardian : null;
  const takes = (own: boolean, theirs: boolean): boolean =>
    theirs && (!own || client.guardian_receives);
  const phoneOf = other && takes(hasPhone(client), hasPhone(other)) ? other : null;
  const emailOf = other && takes(Boolean(client.email), Boolean(other.email)) ? other : null;
  const { phone, phone_raw, alt_phone, alt_phone_raw } = phoneOf ?? client;
  const { email } = emailOf ?? client;
  return { phone, phone_raw, alt_phone, alt_phone_raw, email, phoneOf, emailOf };
};

const hasPhone = ({ phone, alt_phone }: ClientRow): boolean => Boolean(phone || alt_phone);

/** Who reads what is handed to the messages of this device: by phone when there is a number. */
export const readerOf = (reach: Reach): ClientRow | null =>
  reach.phone ? reach.phoneOf : reach.emailOf;

/** How a message speaks to whoever reads it: `Tim`, and `Grace (for Tim)` to a guardian. */
export const addressedAs = (client: ClientRow, reach: Reach): string => {
  const reader = readerOf(reach);
  return reader
    ? `${clientShortName(reader)} (for ${clientShortName(client)})`
    : clientShortName(client);
};

/**
 * The guardian of the client that several become: of the oldest record that has one who stays another
 * person. None when anybody else depends on one of them. `dependants`: those of all of them.
 */
export const mergedLink = (
  clients: readonly ClientRow[],
  dependants: readonly Pick<ClientRow, 'id'>[],
): GuardianLink => {
  const ids = new Set<Uuid>(clients.map(({ id }) => id));
  if (dependants.some(({ id }) => !ids.has(id))) return NO_GUARDIAN;
  const linked = clients.find(({ guardian_id }) => guardian_id && !ids.has(guardian_id));
  return linked ? linkOf(linked) : NO_GUARDIAN;
};

/** The link of a row, also of one from before there were any. */
export const linkOf = ({ guardian_id, guardian_receives }: GuardianLink): GuardianLink => ({
  guardian_id: guardian_id ?? null,
  guardian_receives: guardian_receives ?? false,
});
