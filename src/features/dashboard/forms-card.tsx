import { pathTo } from '#app/paths.ts';
import { comingVisits, missingForms } from '#db/queries/missing-forms.ts';
import { useQuery } from '#db/use-query.ts';
import type { Uuid } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { DATE_WEEKDAY_SHORT } from '#domain/time/format.ts';
import { List, ListRow } from '#ui/list.tsx';
import { useMinute } from '#ui/use-minute.ts';
import { useFirst } from './use-first.tsx';

const FIRST_SHOWN = 4;

/** Whose form is missing for today or tomorrow: there is still time to ask. */
export function FormsCard({
  staffId,
  formats,
}: {
  staffId: Uuid | null;
  formats: BusinessFormats;
}) {
  const minute = useMinute();
  const coming = useQuery((db) => comingVisits(db, staffId), [staffId, minute]);
  const visits = useQuery((db) => missingForms(db, coming ?? []), [coming]) ?? [];
  const { shown, more } = useFirst(visits, FIRST_SHOWN);
  if (visits.length === 0) return null;
  return (
    <section aria-label="Forms missing" className="min-w-0 max-lg:order-4">
      <h2 className="font-semibold">Forms missing</h2>
      <p className="mb-2 text-sm text-muted">For today and tomorrow, not filled in so far.</p>
      <List>
        {shown.map(({ appointment, clientName, forms }) => (
          <ListRow
            key={appointment.id}
            to={pathTo('appointment', { appointmentId: appointment.id })}
            title={<bdi>{clientName}</bdi>}
            subtitle={
              <bdi>
                {formats.date(appointment.starts_at, DATE_WEEKDAY_SHORT)},{' '}
                {formats.time(appointment.starts_at)} · {forms.join(', ')}
              </bdi>
            }
          />
        ))}
      </List>
      {more && <div className="mt-1">{more}</div>}
    </section>
  );
}
