import { useMemo } from 'react';
import type { Instant, StaffRow, Uuid } from '#domain/rows.ts';
import { placeWarnings, type PlaceWarning } from '#db/queries/free-times.ts';
import { useQuery } from '#db/use-query.ts';
import type { WorkLengths } from '#domain/appointments/busy.ts';
import { clientName } from '#domain/clients/name.ts';
import { Notice } from '#ui/notice.tsx';

export type Placed = WorkLengths & { staff_id: Uuid; starts_at: Instant };

export type PlaceCheck = { warnings: PlaceWarning[]; names: string[] };

const FINE: PlaceCheck = { warnings: [], names: [] };

/** Asks the local tables, at every change, who or what stands in the way of these segments. */
export function usePlaceCheck(
  segments: readonly Placed[] | null,
  exceptAppointmentId: Uuid | null,
): PlaceCheck {
  // The text stands for the segments: a new array with the same times asks nothing again.
  const key = useMemo(() => JSON.stringify(segments), [segments]);
  const check = useQuery(
    async (db): Promise<PlaceCheck> => {
      if (!segments) return FINE;
      const warnings = await placeWarnings(db, segments, exceptAppointmentId ?? undefined);
      const ids = warnings.flatMap(({ rows }) =>
        rows.map((row) => row.slice(row.indexOf(':') + 1)),
      );
      const appointments = await db.rows('appointments').bulkGet(ids);
      const clients = await db
        .rows('clients')
        .bulkGet(appointments.flatMap((one) => one?.client_id ?? []));
      const names = clients.flatMap((client) => (client ? [clientName(client)] : []));
      const walkIns = ids.length - names.length;
      return { warnings, names: walkIns > 0 ? [...names, 'a walk-in'] : names };
    },
    [key, exceptAppointmentId],
  );
  return check ?? FINE;
}

export const overlaps = ({ warnings }: PlaceCheck): boolean =>
  warnings.some(({ kind }) => kind === 'overlap');

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
  const closed = check.warnings.filter(({ kind }) => kind === 'outside_hours');
  return (
    <div role="status" className="grid gap-2 not-empty:mt-3">
      {overlaps(check) && (
        <Notice tone="warning" title={`Overlaps ${check.names.join(', ')}`}>
          Choose another time, or book both if that is meant so.
        </Notice>
      )}
      {closed.length > 0 && (
        <Notice tone="info">
          {closed.map(({ staffId }) => nameOf(staffId)).join(' and ')}{' '}
          {closed.length === 1 ? 'is' : 'are'} not working at this time, or it is blocked.
        </Notice>
      )}
    </div>
  );
}
