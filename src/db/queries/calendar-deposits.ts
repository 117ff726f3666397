import type { AppointmentRow, AppointmentSegmentRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { depositsOf } from './deposits.ts';

/** `part` of what a visit costs is paid before it, or all: `paid`; `due`: it was asked for, and is not paid. */
export type DepositMark = 'part' | 'paid' | 'due';

const NONE: ReadonlyMap<Uuid, DepositMark> = new Map();

/**
 * Which of these visits something is paid before, that no sale has taken up and that did not go back, and which
 * of them wait for it.
 */
export const depositMarks = async (
  db: DaybookDb,
  appointments: readonly AppointmentRow[],
  segments: readonly AppointmentSegmentRow[],
): Promise<ReadonlyMap<Uuid, DepositMark>> => {
  const ids = appointments.map(({ id }) => id).toSorted();
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return NONE;
  // A range and not each id: that is one question, however many visits there are.
  const payments = await db
    .rows('payments')
    .where('appointment_id')
    .between(first, last, true, true)
    .toArray();
  const known = new Set(ids);
  const paid = new Set(
    payments.flatMap(({ appointment_id: id }) => (id && known.has(id) ? id : [])),
  );
  const due = appointments.filter((one) => one.deposit_due && one.status === 'booked');
  if (paid.size === 0 && due.length === 0) return NONE;
  const marks = new Map<Uuid, DepositMark>();
  for (const [id, { left }] of await depositsOf(db, [...paid])) {
    if (left <= 0) continue;
    const own = segments.filter(({ appointment_id }) => appointment_id === id);
    const cents = own.reduce((sum, { price_cents }) => sum + price_cents, 0);
    const isWhole =
      left >= cents && own.every(({ price_kind: kind }) => kind === 'fixed' || kind === 'free');
    marks.set(id, isWhole ? 'paid' : 'part');
  }
  for (const { id } of due) marks.set(id, 'due');
  return marks;
};
