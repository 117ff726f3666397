import { isOrganiser } from '#domain/appointments/group.ts';
import type { Reach } from '#domain/clients/guardian.ts';
import { clientName } from '#domain/clients/name.ts';
import type { AppointmentRow, AppointmentSegmentRow, ClientRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { reachOfClients } from './family.ts';
import { segmentsOfAll } from './series.ts';

export type GroupMember = {
  appointment: AppointmentRow;
  /** In their order, as they take their people where they are had. */
  segments: AppointmentSegmentRow[];
  /** null = a walk-in, or not on this device. */
  client: ClientRow | null;
  /** How they are reached, perhaps by their guardian. */
  reach: Reach | null;
  name: string;
  /** Everybody who serves them, once. */
  staffNames: string[];
};

/**
 * Everybody of a group whose appointment is on this device, given-up ones included: by their start,
 * of those who begin together who organised it first.
 */
export const groupView = async (db: DaybookDb, groupId: Uuid): Promise<GroupMember[]> => {
  const rows = await db.rows('appointments').where('group_id').equals(groupId).toArray();
  const ids = rows.map(({ id }) => id);
  const [segments, clients, staff] = await Promise.all([
    segmentsOfAll(db, ids),
    db.rows('clients').bulkGet(rows.map(({ client_id }) => client_id ?? '')),
    db.rows('staff').toArray(),
  ]);
  const known = clients.flatMap((client) => client ?? []);
  const reaches = await reachOfClients(db, known);
  const nameOf = new Map(staff.map(({ id, display_name }) => [id, display_name]));
  return rows
    .map((appointment, index): GroupMember => {
      const client = clients[index] ?? null;
      const own = segments.get(appointment.id) ?? [];
      return {
        appointment,
        segments: own,
        client,
        reach: reaches.get(client?.id ?? '') ?? null,
        name: client ? clientName(client) : appointment.client_id ? 'Client' : 'Walk-in',
        staffNames: [...new Set(own.map(({ staff_id }) => nameOf.get(staff_id) ?? 'somebody'))],
      };
    })
    .toSorted((a, b) => rank(a) - rank(b) || (a.appointment.id < b.appointment.id ? -1 : 1));
};

const rank = ({ appointment }: GroupMember): number =>
  Date.parse(appointment.starts_at) * 2 + (isOrganiser(appointment) ? 0 : 1);
