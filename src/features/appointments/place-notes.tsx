import { useMemo } from 'react';
import type { AppointmentSegmentRow, Instant, StaffRow, Uuid } from '#domain/rows.ts';
import { placeWarnings, type PlaceWarning } from '#db/queries/place-warnings.ts';
import type { DaybookDb } from '#db/open.ts';
import { useQuery } from '#db/use-query.ts';
import type { WorkLengths } from '#domain/appointments/busy.ts';
import { isClass } from '#domain/appointments/seats.ts';
import { clientName } from '#domain/clients/name.ts';
import { Notice } from '#ui/notice.tsx';
import type { PlaceKind } from './visit-place-draft.ts';

export type Placed = WorkLengths & {
  staff_id: Uuid;
  starts_at: Instant;
  variant_id?: Uuid | null;
} & Pick<AppointmentSegmentRow, 'resource_needs' | 'resource_ids' | 'resource_fixed'>;

export type PlaceCheck = {
  warnings: PlaceWarning[];
  /** Whom it overlaps. */
  names: string[];
  /** Who has the rooms or chairs that it needs. */
  occupants: string[];
};

const FINE: PlaceCheck = { warnings: [], names: [], occupants: [] };

/**
 * Asks the local tables, at every change, who or what stands in the way of these segments; `place`:
 * where they will be, when that is not where the appointment is.
 */
export function usePlaceCheck(
  segments: readonly Placed[] | null,
  exceptAppointmentId: Uuid | null,
  place?: PlaceKind,
): PlaceCheck {
  // The text stands for the segments: a new array with the same times asks nothing again.
  const key = useMemo(() => JSON.stringify(segments), [segments]);
  const check = useQuery(
    async (db): Promise<PlaceCheck> => {
      if (!segments) return FINE;
      const warnings = await placeWarnings(db, segments, exceptAppointmentId ?? undefined, place);
      const rowsOf = (kind: PlaceWarning['kind']) =>
        warnings.flatMap((warning) => (warning.kind === kind ? warning.rows : []));
      return {
        warnings,
        names: await namesOf(db, rowsOf('overlap')),
        occupants: await namesOf(db, rowsOf('no_resource')),
      };
    },
    [key, exceptAppointmentId, place],
  );
  return check ?? FINE;
}

/** Somebody, or a room, would be booked twice. */
export const overlaps = ({ warnings }: PlaceCheck): boolean =>
  warnings.some(({ kind }) => kind === 'overlap' || kind === 'no_resource');

async function namesOf(db: DaybookDb, rows: readonly string[]): Promise<string[]> {
  const ids = [...new Set(rows)].map((row) => row.slice(row.indexOf(':') + 1));
  const appointments = await db.rows('appointments').bulkGet(ids);
  const clients = await db
    .rows('clients')
    .bulkGet(appointments.flatMap((one) => one?.client_id ?? []));
  const names = clients.flatMap((client) => (client ? [clientName(client)] : []));
  if (names.length === ids.length) return names;
  return [...names, appointments.some((one) => one && isClass(one)) ? 'a class' : 'a walk-in'];
}

/** What somebody should know before booking there. */
export function PlaceNotes({
  check,
  staff,
}: {
  check: PlaceCheck;
  staff: readonly Pick<StaffRow, 'id' | 'display_name'>[];
}) {
  const nameOf = (id: Uuid): string =>
    staff.find((person) => person.id === id)?.display_name ?? 'Somebody';
  const closed = check.warnings.flatMap((one) =>
    one.kind === 'outside_hours' ? [one.staffId] : [],
  );
  const pools = check.warnings.flatMap((one) => (one.kind === 'no_resource' ? [one] : []));
  return (
    <div role="status" className="grid gap-2 not-empty:mt-3">
      {check.names.length > 0 && (
        <Notice tone="warning" title={`Overlaps ${check.names.join(', ')}`}>
          Choose another time, or book both if that is meant so.
        </Notice>
      )}
      {pools.map(({ poolName, rows }) => (
        <Notice key={poolName} tone="warning" title={`Nothing free of ${poolName}`}>
          {rows.length > 0
            ? `In use by ${check.occupants.join(', ')}. Choose another time, or book it anyway.`
            : 'Nothing of it is in service at this time.'}
        </Notice>
      ))}
      {closed.length > 0 && (
        <Notice tone="info">
          {closed.map(nameOf).join(' and ')} {closed.length === 1 ? 'is' : 'are'} not working at
          this time, or it is blocked.
        </Notice>
      )}
    </div>
  );
}
