import { pathTo } from '#app/paths.ts';
import type { VisitView } from '#db/queries/clients.ts';
import { STATUS_TONES, statusName } from '#domain/appointments/status-names.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Instant } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { WaitingMark } from '#ui/waiting-mark.tsx';
import { useState } from 'react';
import { visitText } from './visit-text.ts';

/** A year of monthly visits; more are asked for. */
const FIRST_SHOWN = 12;

/** All visits on this device, newest first, each leading to its appointment. */
export function VisitHistory({
  visits,
  business,
  formats,
  historyFrom,
}: {
  visits: readonly VisitView[];
  business: BusinessRow;
  formats: BusinessFormats;
  /** Older ones are still on their way; null = all are here. */
  historyFrom: Instant | null;
}) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? visits : visits.slice(0, FIRST_SHOWN);
  return (
    <section aria-label="Visits">
      <h2 className="mb-2 font-semibold">Visits</h2>
      {visits.length === 0 ? (
        <p className="rounded-lg border border-dashed border-line px-4 py-6 text-center text-muted">
          No visits so far.
        </p>
      ) : (
        <List>
          {shown.map((visit) => (
            <ListRow
              key={visit.appointment.id}
              to={pathTo('appointment', { appointmentId: visit.appointment.id })}
              title={
                <span className="flex items-center gap-2">
                  <span className="tabular-nums">
                    {formats.date(visit.appointment.starts_at, {
                      weekday: 'short',
                      day: 'numeric',
                      month: 'short',
                      year: 'numeric',
                    })}
                    , {formats.time(visit.appointment.starts_at)}
                  </span>
                  {visit.pending && <WaitingMark />}
                </span>
              }
              subtitle={<bdi>{visitText(visit)}</bdi>}
              trailing={
                <span className="grid justify-items-end gap-0.5">
                  <Chip tone={STATUS_TONES[visit.appointment.status]}>
                    {statusName(visit.appointment)}
                  </Chip>
                  <span className="text-sm text-muted">
                    {formatMoney(visit.priceCents, business.currency, business.locale)}
                  </span>
                </span>
              }
            />
          ))}
        </List>
      )}
      {shown.length < visits.length && (
        <Button className="mt-3" onClick={() => setShowsAll(true)}>
          Show all {visits.length} visits
        </Button>
      )}
      {historyFrom && (
        <p className="mt-3 text-sm text-muted">
          Visits before {formats.date(historyFrom, { month: 'long', year: 'numeric' })} are still
          being loaded.
        </p>
      )}
    </section>
  );
}
