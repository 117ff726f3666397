import type { ClientRow, Uuid } from '#domain/rows.ts';
import { otherAddresses } from './addresses.ts';
import { MORE_ADDRESSES_MAX } from './schema.ts';
import { mergedSince } from './since.ts';

/** What one of the merged clients' values must be chosen for; tags, notes and addresses of all stay. */
export const MERGE_FIELDS = [
  'first_name',
  'last_name',
  'preferred_name',
  'pronouns',
  'phone',
  'alt_phone',
  'email',
  'emergency_contact',
  'birthday',
  'address',
  'time_zone',
  'source',
  'online_booking',
  'payment_rule',
  'preferred_staff_id',
] as const;

export type MergeField = (typeof MERGE_FIELDS)[number];
/** By field the client whose value stays. */
export type MergeChoices = Readonly<Partial<Record<MergeField, Uuid>>>;

const isFilled = (client: ClientRow, field: MergeField): boolean => (client[field] ?? '') !== '';

/** What one takes who does not choose: the oldest record that knows the field. */
export const defaultChoices = (clients: readonly ClientRow[]): MergeChoices =>
  Object.fromEntries(
    MERGE_FIELDS.flatMap((field) => {
      const holder =
        // The stricter rule has its reasons, whoever's it was.
        field === 'online_booking'
          ? (clients.find(({ online_booking }) => online_booking === 'block') ??
            clients.find(({ online_booking }) => online_booking === 'approve') ??
            clients[0])
          : field === 'payment_rule'
            ? (clients.find(({ payment_rule }) => payment_rule !== 'default') ?? clients[0])
            : clients.find((client) => isFilled(client, field));
      return holder ? [[field, holder.id]] : [];
    }),
  );

/** The oldest record stays: links and mails of the past lead to it. */
export const byAge = (clients: readonly ClientRow[]): ClientRow[] =>
  clients.toSorted((a, b) =>
    a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a.id < b.id ? -1 : 1,
  );

type Merged = Pick<
  ClientRow,
  | MergeField
  | 'phone_raw'
  | 'alt_phone_raw'
  | 'more_addresses'
  | 'client_since'
  | 'tags'
  | 'alert_note'
  | 'note'
>;

const NOTE_MAX = 5_000;
const TAGS_MAX = 50;

/**
 * The client that several become. Notes of all stay, each once, as long as there is room. `timeZone`: the
 * business's.
 */
export const mergedClient = (
  clients: readonly ClientRow[],
  choices: MergeChoices,
  timeZone: string,
): Merged => {
  const taken = { ...defaultChoices(clients), ...choices };
  const holder = (field: MergeField) => clients.find(({ id }) => id === taken[field]) ?? clients[0];
  const chosen = Object.fromEntries(
    MERGE_FIELDS.map((field) => [field, holder(field)?.[field] ?? null]),
  ) as Pick<ClientRow, MergeField>;
  return {
    ...chosen,
    phone_raw: holder('phone')?.phone_raw ?? null,
    ...secondPhone(clients, chosen),
    more_addresses: otherAddresses(clients, chosen.address).slice(0, MORE_ADDRESSES_MAX),
    client_since: mergedSince(clients, timeZone),
    tags: [...new Set(clients.flatMap(({ tags }) => tags))].slice(0, TAGS_MAX),
    alert_note: joined(clients.map(({ alert_note }) => alert_note)),
    note: joined(clients.map(({ note }) => note)),
  };
};

/** The chosen second phone, or else a number of theirs that nobody would find any more. */
const secondPhone = (
  clients: readonly ClientRow[],
  chosen: Pick<ClientRow, MergeField>,
): Pick<ClientRow, 'alt_phone' | 'alt_phone_raw'> => {
  const others = clients
    .flatMap((client) => [
      { alt_phone: client.alt_phone, alt_phone_raw: client.alt_phone_raw },
      { alt_phone: client.phone, alt_phone_raw: client.phone_raw },
    ])
    .filter(({ alt_phone }) => alt_phone && alt_phone !== chosen.phone);
  return (
    others.find(({ alt_phone }) => alt_phone === chosen.alt_phone) ??
    others[0] ?? { alt_phone: null, alt_phone_raw: null }
  );
};

const joined = (notes: readonly (string | null)[]): string | null => {
  let text = '';
  for (const note of notes) {
    if (!note || text.includes(note)) continue;
    const longer = text === '' ? note : `${text}\n\n${note}`;
    if (longer.length <= NOTE_MAX) text = longer;
  }
  return text || null;
};
