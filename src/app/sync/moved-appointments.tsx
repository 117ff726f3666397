import { pathTo } from '#app/paths.ts';
import { useQuery } from '#db/use-query.ts';
import { clientName } from '#domain/clients/name.ts';
import type { Uuid } from '#domain/rows.ts';
import { DATE_WEEKDAY_SHORT, formatDate, formatTime } from '#domain/time/format.ts';
import { closeSheet } from '#ui/overlays.tsx';
import { Link } from 'react-router-dom';

/** More than anybody reads; the rest is counted. */
const SHOWN = 30;

/** Appointments by their ids, as a server names them in an attention item: when and with whom. */
export function MovedAppointments({ ids }: { ids: unknown }) {
  const all: Uuid[] = Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  const lines =
    useQuery(
      async (db) => {
        const found = await db.rows('appointments').bulkGet(all.slice(0, SHOWN));
        const rows = found.flatMap((row) => row ?? []);
        const clients = await db.rows('clients').bulkGet(rows.map((row) => row.client_id ?? ''));
        return rows.map((row, place) => {
          const client = clients[place];
          return { row, who: client ? clientName(client) : 'Walk-in' };
        });
      },
      [all.join()],
    ) ?? [];
  const rest = all.length - lines.length;
  return (
    <ul className="grid gap-1 text-sm" aria-label="Appointments">
      {lines.map(({ row, who }) => (
        <li key={row.id}>
          <Link
            className="underline underline-offset-2"
            to={pathTo('appointment', { appointmentId: row.id })}
            onClick={closeSheet}
          >
            {formatDate(row.starts_at, { timeZone: row.time_zone, parts: DATE_WEEKDAY_SHORT })},{' '}
            {formatTime(row.starts_at, { timeZone: row.time_zone })} · <bdi>{who}</bdi>
          </Link>
        </li>
      ))}
      {rest > 0 && lines.length > 0 && <li className="text-muted">and {rest} more</li>}
    </ul>
  );
}
