/**
 * A line of the history of an appointment, as the server keeps it (private.appointment_history) and as
 * a device works it out of what it has not sent yet.
 */
import type { AnyRow, Instant, Uuid } from '#domain/rows.ts';

/** `[from, to]`; of notes and addresses only whether there was one. */
export type HistoryChanges = Readonly<Record<string, readonly [unknown, unknown]>>;

/** One thing that was noted about one row. */
export type HistoryLine = {
  /** Later lines have higher numbers; null = it waits on this device. */
  id: number | null;
  rev: number;
  kind: 'booked' | 'changed' | 'removed' | 'service_added' | 'service_changed' | 'service_removed';
  segment_id: Uuid | null;
  service: string | null;
  changes: HistoryChanges;
  by: 'member' | 'client' | 'system';
  user_id: Uuid | null;
  /** The name of their column; null = they have none. */
  who: string | null;
  /** What its owner calls it; null = not known, or no device at all. */
  device: string | null;
  mutation: string | null;
  /** By the clock of the device; null = done on the server. */
  made_at: Instant | null;
  /** When the server heard of it; null = it has not yet. */
  at: Instant | null;
};

/** Which fields the history tells of; of hidden ones only whether there was something. */
const FIELDS = {
  appointments: {
    shown: [
      'status',
      'client_id',
      'starts_at',
      'ends_at',
      'location_type',
      'confirmation',
      'cancel_late',
      'conflict',
      'overlap_accepted',
      'source',
      'group_id',
      'fee_state',
      'fee_cents',
    ],
    hidden: ['address', 'client_note', 'staff_note'],
  },
  appointment_segments: {
    shown: ['staff_id', 'starts_at', 'ends_at', 'service_name', 'price_cents', 'price_kind'],
    hidden: [],
  },
} as const satisfies Record<string, { shown: readonly string[]; hidden: readonly string[] }>;

export type HistoryTable = keyof typeof FIELDS;

const SPAN = ['starts_at', 'ends_at'];

/** What changed between two states of a row; `private.row_history` is the same rule. */
export const historyChanges = (
  table: HistoryTable,
  was: AnyRow | undefined,
  now: AnyRow | undefined,
): HistoryChanges => {
  const { shown, hidden } = FIELDS[table];
  const changed = [...shown, ...hidden].filter((field) => !isSame(of(was, field), of(now, field)));
  // One end of a span is told with the other one.
  const told = changed.some((field) => SPAN.includes(field))
    ? new Set([...changed, ...SPAN])
    : new Set(changed);
  return Object.fromEntries(
    [...told].map((field): [string, readonly [unknown, unknown]] => {
      const [from, to] = [of(was, field), of(now, field)];
      const isHidden = (hidden as readonly string[]).includes(field);
      return [field, isHidden ? [from !== null, to !== null] : [from, to]];
    }),
  );
};

/** An empty text is none. */
const of = (row: AnyRow | undefined, field: string): unknown => {
  const value = row?.[field];
  return value === undefined || value === '' ? null : value;
};

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);
