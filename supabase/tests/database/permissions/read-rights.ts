import { PERMISSIONS, type Permission, type Scope } from '#domain/permissions/presets.ts';
import type { TableName } from '#domain/rows.ts';
import { FILE_RIGHTS, FUNCTION_RIGHTS, TABLE_RIGHTS, TOPIC_RIGHTS } from './rights.ts';

/** Whom the columns of the tables are about. */
export const PRINCIPALS = [
  'anon',
  'stranger',
  'owner',
  'manager',
  'front_desk',
  'practitioner',
  'assistant',
  'suspended',
  'former',
  'invited',
  'rival',
  'service',
] as const;
export type Principal = (typeof PRINCIPALS)[number];

/** A letter for a kind of rows; X = a row of another business. */
export type Kind = 'b' | 'o' | 'm' | 'p' | 's' | 'e' | 'f' | 'c' | 'd' | 'k' | 'v' | 'i' | 'X';

/** The kinds of rows that each table has of one business. */
const KINDS: Partial<Record<TableName, Kind[]>> = {
  memberships: ['b', 'm'],
  staff: ['b', 'm'],
  staff_contacts: ['b', 'm'],
  time_off: ['b', 'o'],
  time_blocks: ['b', 'o', 'e'],
  clients: ['b', 'o', 'p', 'm'],
  appointments: ['b', 'o', 's', 'm'],
  series: ['b', 'o', 's', 'm'],
  appointment_segments: ['b', 'o', 's'],
  attendees: ['b', 'o'],
  waitlist_entries: ['b', 'o'],
  client_notes: ['b', 'o', 'c', 'd', 'k', 'm'],
  consent_events: ['b', 'o'],
  handed_texts: ['b', 'o'],
  patch_tests: ['b', 'o'],
  client_photos: ['b', 'o'],
  form_submissions: ['b', 'o'],
  form_requests: ['b', 'o'],
  attention_items: ['b', 'm', 'f', 'i'],
  sales: ['b', 'o'],
  sale_lines: ['b', 'o'],
  tips: ['b', 'o'],
  payments: ['b', 'o'],
  refunds: ['b', 'o', 'v'],
  stock_movements: ['b', 'o'],
  gift_activities: ['b', 'e'],
};
/** Actions that are about some kinds only: what a new row can be, or which row is changed. */
const KINDS_OF_ACTION: Record<string, Kind[]> = {
  'staff insert': ['b'],
  'staff rename': ['m'],
  'staff portrait': ['m'],
  'time_blocks insert': ['b', 'o', 'e'],
  'clients insert': ['b'],
  'appointments insert': ['b', 'o'],
  'appointments rebook': ['o'],
  'appointments join_series': ['o'],
  'attendees rebook': ['o'],
  'waitlist_entries rebook': ['o'],
  'series insert': ['b'],
  'appointment_segments insert': ['b', 'o'],
  'appointment_segments hand_on': ['o'],
  'appointment_segments join_in': ['b'],
  'appointment_segments carry': ['o'],
  'client_notes insert': ['b', 'o', 'c', 'd', 'm'],
  'client_notes to_secret': ['o'],
  'client_notes keep': ['d'],
  'time_off hand_on': ['o'],
  'time_off self_ok': ['o'],
  'time_blocks hand_on': ['o'],
};

export const kindsOf = (table: TableName, action = ''): Kind[] =>
  KINDS_OF_ACTION[`${table} ${action}`] ?? KINDS[table] ?? ['b'];

/** What a membership holds. */
export type Held = Partial<Record<Permission, Scope>>;

export type Right = {
  table: TableName;
  action: string;
  takes: string;
  /** Which kinds of rows each of them reaches. */
  cells: Record<Principal, Kind[]>;
};

const linesOf = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/));

const cellOf = (text: string, kinds: Kind[]): Kind[] => {
  if (text === '-') return [];
  if (text === 'A') return kinds;
  if (text === 'X') return [...kinds, 'X'];
  const cell = [...text] as Kind[];
  const stray = cell.filter((kind) => !kinds.includes(kind));
  if (stray.length > 0) throw new Error(`no such kind of row: ${stray.join('')} in ${text}`);
  return kinds.filter((kind) => cell.includes(kind));
};

export const tableRights = (): Right[] =>
  linesOf(TABLE_RIGHTS).map((line) => {
    const [table, action] = line as [TableName, string];
    const cells = line.slice(-PRINCIPALS.length);
    const kinds = kindsOf(table, action);
    return {
      table,
      action,
      takes: line.slice(2, -PRINCIPALS.length).join(' '),
      cells: Object.fromEntries(
        PRINCIPALS.map((principal, n) => [principal, cellOf(cells[n]!, kinds)]),
      ) as Right['cells'],
    };
  });

/** Which kinds of rows an active member reaches who holds exactly this. */
export const reachOf = (right: Right, held: Held): Kind[] =>
  kindsOf(right.table, right.action).filter((kind) => {
    const parts = right.takes.split(' ').map((part) => part.split('='));
    const own = parts.find(([kinds, takes]) => takes !== undefined && kinds!.includes(kind));
    const takes = own?.[1] ?? parts.find((part) => part.length === 1)?.[0];
    if (takes === undefined) throw new Error(`${right.table} ${right.action}: nothing for ${kind}`);
    return takes
      .split('|')
      .some((either) => either.split('+').every((demand) => holds(held, demand)));
  });

const holds = (held: Held, demand: string): boolean => {
  if (demand === 'member' || demand === 'person') return true;
  // Nobody else holds everything.
  if (demand === 'owner') return PERMISSIONS.every((name) => held[name] === 'all');
  const name = demand.replace(/\.(own|ask)$/, '') as Permission;
  if (!PERMISSIONS.includes(name)) throw new Error(`no such permission: ${demand}`);
  const enough: Scope[] = demand.endsWith('.ask')
    ? ['ask', 'own', 'all']
    : demand.endsWith('.own')
      ? ['own', 'all']
      : ['all'];
  return enough.includes(held[name] ?? 'none');
};

/** The permissions that some line asks for. */
export const askedPermissions = (): Permission[] => {
  const named = new Set(TABLE_RIGHTS.match(/[a-z]+(\.[a-z]+)?/g));
  return PERMISSIONS.filter((name) => named.has(name) || named.has(`${name}.own`));
};

/** Per function what each of them is answered. */
export const functionRights = (): { name: string; answers: Record<Principal, string> }[] =>
  linesOf(FUNCTION_RIGHTS).map(([name, ...cells]) => ({
    name: name!,
    answers: Object.fromEntries(PRINCIPALS.map((principal, n) => [principal, cells[n]!])) as Record<
      Principal,
      string
    >,
  }));

export const topicRights = (): {
  topic: string;
  action: string;
  cells: Record<Principal, boolean>;
}[] =>
  linesOf(TOPIC_RIGHTS).map(([topic, action, ...cells]) => ({
    topic: topic!,
    action: action!,
    cells: Object.fromEntries(
      PRINCIPALS.map((principal, n) => [principal, cells[n] === 'A']),
    ) as Record<Principal, boolean>,
  }));

/** Per action which kinds of files each of them reaches. The service role is not asked for policies. */
export const fileRights = (): {
  bucket: string;
  action: string;
  cells: Record<Exclude<Principal, 'service'>, string>;
}[] =>
  linesOf(FILE_RIGHTS).map(([bucket, action, ...cells]) => ({
    bucket: bucket!,
    action: action!,
    cells: Object.fromEntries(
      PRINCIPALS.filter((principal) => principal !== 'service').map((principal, n) => [
        principal,
        cells[n]!.replace('-', ''),
      ]),
    ) as Record<Exclude<Principal, 'service'>, string>,
  }));
