import type {
  AppointmentRow,
  AppointmentSegmentRow,
  AppointmentStatus,
  AttendeeRow,
  Uuid,
} from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

/**
 * The classes of a client as visits of their own, for counting: who was there has visited, who stayed
 * away is a no-show, and each paid for their seats. Whoever got no seat has not been anywhere.
 */
export const seatedVisits = async (
  db: DaybookDb,
  clientId: Uuid,
): Promise<{ appointments: AppointmentRow[]; segments: AppointmentSegmentRow[] }> => {
  const rows = await db.rows('attendees').where('client_id').equals(clientId).toArray();
  // Of one who came back after giving the seats back only the newer party counts.
  const bySession = new Map<Uuid, AttendeeRow>();
  for (const row of rows.filter(({ conflict }) => !conflict)) {
    const known = bySession.get(row.appointment_id);
    if (!known || known.state === 'cancelled') bySession.set(row.appointment_id, row);
  }
  if (bySession.size === 0) return { appointments: [], segments: [] };
  const ids = [...bySession.keys()];
  const [sessions, segments] = await Promise.all([
    db.rows('appointments').bulkGet(ids),
    db.rows('appointment_segments').where('appointment_id').anyOf(ids).toArray(),
  ]);
  return {
    appointments: sessions.flatMap((session) => {
      const row = session && bySession.get(session.id);
      return row ? [{ ...session, status: statusOf(row, session.status) }] : [];
    }),
    segments: segments.map((segment) => ({
      ...segment,
      price_cents: segment.price_cents * (bySession.get(segment.appointment_id)?.seats ?? 1),
    })),
  };
};

const statusOf = ({ state }: AttendeeRow, session: AppointmentStatus): AppointmentStatus => {
  if (session === 'cancelled' || state === 'cancelled') return 'cancelled';
  if (state === 'attended') return 'completed';
  if (state === 'no_show') return 'no_show';
  // It is over, but nobody has said who came: that is no visit yet.
  return session === 'completed' ? 'in_service' : session;
};
