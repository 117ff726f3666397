import type { ClientRow, Uuid } from '#domain/rows.ts';
import { sameValue } from '#domain/commands/same-value.ts';
import { clientName } from './name.ts';
import { duplicateKeys } from './duplicates.ts';
import type { DuplicateReason } from './duplicates.ts';
import type { News } from './news.ts';
import { readImportRow } from './import-row.ts';
import type { ImportedClient, ImportProblem, ImportReading } from './import-row.ts';
import type { ClientInput } from './schema.ts';
import { earlierDay, sinceWith } from './since.ts';

/** What happens to rows that look like somebody who is there already. */
export type DuplicateChoice = 'skip' | 'update' | 'add';

/** Rows that seem to be one person: a client of the business, or the first such row of the file. */
export type DuplicateGroup = {
  id: string;
  name: string;
  /** null = the person comes from this file only. */
  existing: ClientRow | null;
  rows: { line: number; client: ImportedClient; reason: DuplicateReason }[];
  /** The group's own row of the file, which comes in anyway; null with `existing`. */
  first: PlannedClient | null;
  /** What the ledger says already of whether they want news; counts more than the file. */
  asked: News;
};

type PlannedClient = { line: number; client: ImportedClient };

/** The dry run: everything that an import would do, and why some rows stay out. */
export type ImportPlan = {
  /** Rows of the file that hold anything. */
  rows: number;
  fresh: PlannedClient[];
  groups: DuplicateGroup[];
  problems: ImportProblem[];
  notImported: number;
  /** The business's, in whose days it is known since when somebody is a client. */
  timeZone: string;
};

type Match = { group: DuplicateGroup } | { existing: ClientRow } | { planned: PlannedClient };

/** Reads a file row by row against the clients who are there; rest in between as you like. */
export const createPlanner = (reading: ImportReading, timeZone: string) => {
  const known = new Map<string, Match>();
  const plan: ImportPlan = {
    rows: 0,
    fresh: [],
    groups: [],
    problems: [],
    notImported: 0,
    timeZone,
  };

  const note = (match: Match, client: Parameters<typeof duplicateKeys>[0]): void => {
    for (const { key } of duplicateKeys(client)) if (!known.has(key)) known.set(key, match);
  };

  const groupFor = (match: Match): DuplicateGroup => {
    if ('group' in match) return match.group;
    const isThere = 'existing' in match;
    const person = isThere ? match.existing : match.planned.client;
    const group: DuplicateGroup = {
      id: isThere ? match.existing.id : `line ${match.planned.line}`,
      name: clientName(person),
      existing: isThere ? match.existing : null,
      rows: [],
      first: isThere ? null : match.planned,
      asked: {},
    };
    plan.groups.push(group);
    for (const { key } of duplicateKeys(person)) {
      if (known.get(key) === match) known.set(key, { group });
    }
    return group;
  };

  return {
    plan,
    /** Somebody who is there already. */
    addExisting: (client: ClientRow): void => {
      if (client.status === 'active') note({ existing: client }, client);
    },
    addRow: (line: number, cells: readonly string[]): void => {
      plan.rows += 1;
      const { client, problems } = readImportRow(line, cells, reading);
      plan.problems.push(...problems);
      if (client === null) {
        plan.notImported += 1;
        return;
      }
      const hit = duplicateKeys(client).find(({ key }) => known.has(key));
      const match = hit && known.get(hit.key);
      if (hit && match) {
        const group = groupFor(match);
        group.rows.push({ line, client, reason: hit.reason });
        note({ group }, client);
      } else {
        const planned = { line, client };
        plan.fresh.push(planned);
        note({ planned }, client);
      }
    },
  };
};

/** What is to be written, once every group has its choice. */
export type ImportWork = {
  creates: ImportedClient[];
  /** `news`: what the file says they want, where nobody has asked them. */
  updates: { id: Uuid; name: string; client: Partial<ClientInput>; news?: News }[];
  skipped: number;
};

export const importWork = (
  plan: ImportPlan,
  choiceOf: (group: DuplicateGroup) => DuplicateChoice,
): ImportWork => {
  const replaced = new Map<PlannedClient, ImportedClient>();
  const added: ImportedClient[] = [];
  const updates: ImportWork['updates'] = [];
  let skipped = 0;
  for (const group of plan.groups) {
    const choice = choiceOf(group);
    const clients = group.rows.map(({ client }) => client);
    if (choice === 'add') added.push(...clients);
    else if (choice === 'skip') skipped += clients.length;
    else if (group.first) {
      const { client } = group.first;
      replaced.set(group.first, {
        ...clients.reduce(combined, client),
        ...newsOf([client, ...clients], group.asked),
      });
    } else if (group.existing) {
      const { existing } = group;
      const next = clients.reduce(combined, existing);
      const client = changed(existing, {
        ...next,
        client_since: sinceWith(existing, next.client_since, plan.timeZone),
      });
      const more = newsOf(clients, group.asked);
      if (Object.keys({ ...client, ...more }).length > 0)
        updates.push({ id: existing.id, name: group.name, client, ...more });
    }
  }
  const fresh = plan.fresh.map((planned) => replaced.get(planned) ?? planned.client);
  return { creates: [...fresh, ...added], updates, skipped };
};

/** Of several rows of one person the last one that says anything new. */
const newsOf = (clients: readonly ImportedClient[], asked: News): { news?: News } => {
  const said: News = Object.assign({}, ...clients.map((client) => client.news));
  const news = Object.entries(said).filter(([channel]) => !(channel in asked));
  return news.length > 0 ? { news: Object.fromEntries(news) } : {};
};

type Fields = Pick<ClientRow, keyof ClientInput>;

/** What the newer one knows replaces, what it does not know stays; tags and notes add up. */
const combined = <T extends Fields>(old: T, newer: ClientInput): T => ({
  ...old,
  first_name: newer.first_name || old.first_name,
  last_name: newer.last_name || old.last_name,
  preferred_name: newer.preferred_name ?? old.preferred_name,
  pronouns: newer.pronouns ?? old.pronouns,
  email: newer.email ?? old.email,
  phone: newer.phone ?? old.phone,
  // The same number written differently is no news.
  phone_raw: newer.phone && newer.phone !== old.phone ? newer.phone_raw : old.phone_raw,
  alt_phone: newer.alt_phone ?? old.alt_phone,
  alt_phone_raw:
    newer.alt_phone && newer.alt_phone !== old.alt_phone ? newer.alt_phone_raw : old.alt_phone_raw,
  emergency_contact: newer.emergency_contact ?? old.emergency_contact,
  birthday: newer.birthday ?? old.birthday,
  address: newer.address ?? old.address,
  more_addresses: newer.more_addresses.length > 0 ? newer.more_addresses : old.more_addresses,
  time_zone: newer.time_zone ?? old.time_zone,
  source: newer.source ?? old.source,
  client_since: earlierDay(old.client_since, newer.client_since),
  tags: [...new Set([...old.tags, ...newer.tags])].slice(0, 50),
  online_booking: newer.online_booking === 'allow' ? old.online_booking : newer.online_booking,
  alert_note: both(old.alert_note, newer.alert_note),
  note: both(old.note, newer.note),
});

const both = (old: string | null, newer: string | null): string | null => {
  if (!old || !newer || old.includes(newer)) return old ?? newer;
  const text = `${old}\n${newer}`;
  return text.length > 5000 ? old : text;
};

const changed = (old: Fields, next: Fields): Partial<ClientInput> => {
  const before = old as Record<string, unknown>;
  const fields = Object.entries(next as Record<string, unknown>).filter(
    ([field, value]) => !sameValue(value, before[field]),
  );
  return Object.fromEntries(fields) as Partial<ClientInput>;
};
