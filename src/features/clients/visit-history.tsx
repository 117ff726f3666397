import type { VisitView } from '#db/queries/clients.ts';
import type { BusinessRow, Instant } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { List } from '#ui/list.tsx';
import { useState } from 'react';
import { VisitLine } from './visit-line.tsx';

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
  /** Older ones are not here (yet); null = all are. */
  historyFrom: Instant | null;
}) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? visits : visits.slice(0, FIRST_SHOWN);
  return (
    <section aria-label="Visits" className="max-lg:order-4">
      <h2 className="mb-2 font-semibold">Visits</h2>
      {visits.length === 0 ? (
        <p className="rounded-lg border border-dashed border-line px-4 py-6 text-center text-muted">
          No visits so far.
        </p>
      ) : (
        <List>
          {shown.map((visit) => (
            <VisitLine
              key={visit.appointment.id}
              visit={visit}
              business={business}
              formats={formats}
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
          Visits before {formats.date(historyFrom, { month: 'long', year: 'numeric' })} are not on
          this device yet.
        </p>
      )}
    </section>
  );
}
