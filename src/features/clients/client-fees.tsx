import { pathTo } from '#app/paths.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { AppointmentRow, BusinessRow } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { Notice } from '#ui/notice.tsx';
import { Link } from 'react-router-dom';

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** What the client owes for visits cancelled late or missed; each line leads to where it is decided. */
export function ClientFees({
  appointments,
  business,
  formats,
}: {
  appointments: readonly AppointmentRow[];
  business: BusinessRow;
  formats: BusinessFormats;
}) {
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const owed = appointments.filter(({ fee_state }) => fee_state === 'owed');
  const total = owed.reduce((sum, { fee_cents = 0 }) => sum + fee_cents, 0);
  return (
    <Notice tone="warning" {...(owed.length > 1 && { title: `Owes ${money(total)} in all` })}>
      <ul className="grid gap-1">
        {appointments.map(({ id, starts_at, fee_cents = 0, fee_state, fee_kind }) => (
          <li key={id}>
            <Link
              to={pathTo('appointment', { appointmentId: id })}
              className="inline-flex min-h-6 items-center font-medium underline underline-offset-2"
            >
              {fee_state === 'owed' ? 'Owes' : 'Fee to decide:'} {money(fee_cents)} for{' '}
              {formats.date(starts_at, DAY)}
            </Link>
            <span className="text-muted">
              {' '}
              · {fee_kind === 'no_show' ? 'did not come' : 'cancelled late'}
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
