import type { EvidenceVisit } from '#domain/checkout/evidence.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

/** Visits with what their clients agreed to, in time; of messages only the server knows. */
export const evidenceVisits = async (
  db: DaybookDb,
  ids: readonly Uuid[],
): Promise<Omit<EvidenceVisit, 'messages'>[]> => {
  const [appointments, segments, policies] = await Promise.all([
    db.rows('appointments').bulkGet([...ids]),
    db
      .rows('appointment_segments')
      .where('appointment_id')
      .anyOf([...ids])
      .toArray(),
    db.rows('policy_texts').toArray(),
  ]);
  return appointments
    .flatMap((one) => one ?? [])
    .toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1))
    .map((appointment) => ({
      appointment,
      segments: segments
        .filter(({ appointment_id }) => appointment_id === appointment.id)
        .toSorted((a, b) => a.position - b.position),
      policy: policies.find(({ version }) => version === appointment.policy_version) ?? null,
    }));
};
