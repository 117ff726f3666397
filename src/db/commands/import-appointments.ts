import type { PlannedVisit } from '#domain/appointments/import-plan.ts';
import { NEW_CLIENT } from '#domain/clients/schema.ts';
import type { ClientInput } from '#domain/clients/schema.ts';
import { putOp } from '#domain/commands/op.ts';
import type { NewRow, Op } from '#domain/commands/op.ts';
import { ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import type { ImportRecord } from '../schema.ts';
import { write } from '../write.ts';
import type { WriteScope } from '../write.ts';
import { keepImport } from './import-clients.ts';
import type { ImportProgress } from './import-clients.ts';
import { newAppointmentOps, placeSegments } from './new-appointment.ts';
import { overlappedBy } from './place.ts';

/** Appointments of one mutation: with their work and their clients about 90 kB. */
const STEP = 50;

export type VisitImportWork = {
  visits: readonly (PlannedVisit & {
    /** Somebody stands there, and both may stay. */
    acceptOverlap: boolean;
  })[];
  /** What `fresh` of a visit counts in. Whom no visit that comes in names is not made. */
  newClients: readonly ClientInput[];
};

/** `left` stayed out: their time was taken between the check and now. */
export type VisitsImported = { record: ImportRecord; left: number };

/**
 * Writes a planned list of appointments in steps, each saved and queued by itself; first of all what
 * it is going to do, so that it can be taken back even when it was interrupted. As imports they tell
 * nobody anything until `tellOfImports`. Codes: storage_*.
 */
export const importAppointments = async (
  db: DaybookDb,
  fileName: string,
  work: VisitImportWork,
  {
    onProgress,
    signal,
  }: { onProgress?: (progress: ImportProgress) => void; signal?: AbortSignal } = {},
): Promise<Result<VisitsImported>> => {
  const clientIds = new Map<number, Uuid>();
  const visits = work.visits.map((visit) => ({ ...visit, id: db.newId() }));
  for (const fresh of freshOf(visits)) clientIds.set(fresh, db.newId());
  const record: ImportRecord = {
    id: db.newId(),
    at: db.now(),
    file_name: fileName.slice(0, 200),
    state: 'running',
    created: [...clientIds.values()],
    booked: visits.map(({ id }) => id),
    updated: [],
  };
  await keepImport(db, record);
  const timeZone = (await db.rows('businesses').get(db.businessId))?.time_zone ?? 'UTC';
  const made = new Set<number>();
  const bookedIds: Uuid[] = [];
  let left = 0;
  let done = 0;

  /** Clients come in with the first of their visits that does. */
  const clientOps = (scope: WriteScope, booked: readonly PlannedVisit[]): Op[] =>
    freshOf(booked)
      .filter((fresh) => !made.has(fresh))
      .map((fresh) =>
        putOp('clients', {
          ...NEW_CLIENT,
          ...work.newClients[fresh]!,
          id: clientIds.get(fresh)!,
          business_id: scope.businessId,
        } satisfies NewRow<'clients'>),
      );

  const build = async (scope: WriteScope, part: typeof visits) => {
    const booked: typeof visits = [];
    const ops: Op[] = [];
    for (const visit of part) {
      const segments = placeSegments(scope, visit.id, visit.segments);
      // The visits of this step do not see each other: the dry run has compared them.
      const overlapped = await overlappedBy(scope, visit.id, segments);
      if (overlapped.length > 0 && !visit.acceptOverlap) continue;
      booked.push(visit);
      const fields = {
        client_id: clientIdOf(visit, clientIds),
        source: 'import' as const,
        location_type: 'business' as const,
        address: null,
        status: 'booked' as const,
        client_note: visit.client_note,
        staff_note: visit.staff_note,
        time_zone: timeZone,
        overlap_accepted: visit.acceptOverlap,
      };
      ops.push(...newAppointmentOps(scope, visit.id, fields, segments));
    }
    return { ops: [...clientOps(scope, booked), ...ops], value: booked };
  };

  for (let from = 0; from < visits.length && !signal?.aborted; from += STEP) {
    const part = visits.slice(from, from + STEP);
    const written = await write(db, 'appointment.import', (scope) => build(scope, part));
    if (!written.ok) {
      await keepImport(db, { ...record, state: 'stopped' });
      return written;
    }
    for (const fresh of freshOf(written.value)) made.add(fresh);
    bookedIds.push(...written.value.map(({ id }) => id));
    left += part.length - written.value.length;
    done += part.length;
    onProgress?.({ done, total: visits.length });
  }
  const finished: ImportRecord = {
    ...record,
    state: done < visits.length ? 'stopped' : 'done',
    created: [...made].flatMap((fresh) => clientIds.get(fresh) ?? []),
    booked: bookedIds,
  };
  await keepImport(db, finished);
  return ok({ record: finished, left });
};

/** The new clients whom visits name, each once. */
const freshOf = (visits: readonly PlannedVisit[]): number[] => [
  ...new Set(visits.flatMap(({ client }) => (client && 'fresh' in client ? client.fresh : []))),
];

const clientIdOf = ({ client }: PlannedVisit, fresh: ReadonlyMap<number, Uuid>): Uuid | null => {
  if (client === null) return null;
  return 'id' in client ? client.id : (fresh.get(client.fresh) ?? null);
};
