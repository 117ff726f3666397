import { useEffect, useRef, useState } from 'react';
import { pathTo } from '#app/paths.ts';
import type { OpenVisit } from '#db/queries/checkout.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { List, ListRow } from '#ui/list.tsx';

/** Whoever pays now was here last; the till for everything else stands below. */
const SHOWN_AT_ONCE = 4;

/** Who was here since yesterday and has not paid, the latest first. */
export function OpenVisits({
  visits,
  business,
}: {
  visits: readonly OpenVisit[];
  business: BusinessRow;
}) {
  const formats = businessFormats(business);
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone: on with the first that it brought.
  useEffect(() => {
    if (isWhole) list.current?.querySelectorAll('a')[SHOWN_AT_ONCE]?.focus();
  }, [isWhole]);
  const shown = isWhole ? visits : visits.slice(0, SHOWN_AT_ONCE);
  return (
    <section aria-label="Visits to check out" className="grid gap-2">
      <h2 className="font-semibold">Visits to check out</h2>
      <div ref={list}>
        <List>
          {shown.map(({ appointment, clientName, services, cents }) => (
            <ListRow
              key={appointment.id}
              to={pathTo('checkoutAppointment', { appointmentId: appointment.id })}
              title={clientName ?? 'Walk-in'}
              subtitle={`${formats.time(appointment.starts_at)} · ${services}`}
              trailing={formatMoney(cents, business.currency, business.locale)}
            />
          ))}
        </List>
      </div>
      {shown.length < visits.length && (
        <Button className="justify-self-center" onClick={() => setWhole(true)}>
          {visits.length - shown.length} more
        </Button>
      )}
    </section>
  );
}
