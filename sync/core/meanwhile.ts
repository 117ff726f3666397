/**
 * What others did to appointments while this device had no contact. Rows say how things are, not what
 * was done to them: that shows only when they are compared as they come in.
 */
import type { MeanwhileLine } from '#domain/appointments/meanwhile.ts';
import { isActive } from '#domain/appointments/status.ts';
import type { AppointmentRow, AppointmentSegmentRow, Instant, Uuid } from '#domain/rows.ts';

/** Some rows as this device shows them. */
export type Shown = {
  appointments: ReadonlyMap<Uuid, AppointmentRow>;
  segments: ReadonlyMap<Uuid, AppointmentSegmentRow>;
};

/** More than this nobody reads through. */
const MAX_LINES = 200;

/**
 * The lines with what is new between the two. What clients did by themselves is told elsewhere, and
 * what was made on another device of the same person before `since` is no news.
 */
export const withNews = (
  lines: readonly MeanwhileLine[],
  before: Shown,
  after: Shown,
  { userId, since }: { userId: Uuid; since: Instant },
): MeanwhileLine[] => {
  const left = peopleLeft(before, after);
  const byId = new Map(lines.map((line) => [line.id, line]));
  for (const row of after.appointments.values()) {
    const old = before.appointments.get(row.id);
    const staffIds = left.get(row.id) ?? [];
    const news = old ? changeOf(old, row, staffIds.length > 0) : madeNow(row, userId, since);
    if (news === null) continue;
    const known = byId.get(row.id);
    // Booked and moved since is booked.
    const isMove = news === 'moved' && known?.news !== 'booked';
    byId.set(row.id, {
      id: row.id,
      news: news === 'moved' && !isMove ? 'booked' : news,
      from: isMove ? (known?.from ?? old?.starts_at ?? null) : null,
      staff_ids: [...new Set([...(known?.staff_ids ?? []), ...staffIds])],
    });
  }
  return [...byId.values()].slice(-MAX_LINES);
};

const madeNow = (row: AppointmentRow, userId: Uuid, since: Instant): 'booked' | null => {
  const isOthers = row.created_by !== userId && row.source !== 'online' && row.source !== 'import';
  // Older ones were there before: this device sees them only now.
  return isOthers && isActive(row.status) && row.status !== 'pending' && row.created_at > since
    ? 'booked'
    : null;
};

const changeOf = (
  old: AppointmentRow,
  row: AppointmentRow,
  isHandedOver: boolean,
): 'moved' | 'cancelled' | null => {
  if (row.status === 'cancelled') {
    return old.status !== 'cancelled' && row.cancel_by !== 'client' ? 'cancelled' : null;
  }
  if (!isActive(row.status)) return null;
  const byClient = (old.client_moved_at ?? null) !== (row.client_moved_at ?? null);
  return isHandedOver || (old.starts_at !== row.starts_at && !byClient) ? 'moved' : null;
};

/** Who had a part of an appointment and has it no more: their column has a hole now. */
const peopleLeft = (before: Shown, after: Shown): Map<Uuid, Uuid[]> => {
  const left = new Map<Uuid, Uuid[]>();
  for (const [id, old] of before.segments) {
    const now = after.segments.get(id);
    if (!now || now.staff_id === old.staff_id) continue;
    left.set(old.appointment_id, [...(left.get(old.appointment_id) ?? []), old.staff_id]);
  }
  return left;
};
