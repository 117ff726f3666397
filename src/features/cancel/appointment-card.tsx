import { guestName } from '#domain/appointments/guest-name.ts';
import { countSeats } from '#domain/appointments/party.ts';
import { formatMoney } from '#domain/money/format.ts';
import { formatPrice } from '#domain/services/price.ts';
import { mapLink } from '#domain/text/address.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { DATE_WEEKDAY } from '#domain/time/format.ts';
import type { BookingStatus } from '#remote/public-manage.ts';
import { Fact, FactCard } from '#ui/fact-card.tsx';
import { PrepNotes } from '#ui/prep-notes.tsx';
import { isOff, placeLines, staffNamesOf, totalOf } from './manage-facts.ts';

/** When, what, where and for how much. */
export function AppointmentCard({
  status,
  formats,
}: {
  status: BookingStatus;
  formats: BusinessFormats;
}) {
  const { appointment, business } = status;
  return (
    <FactCard
      title={formats.date(appointment.starts_at, DATE_WEEKDAY)}
      subtitle={formats.timeRange(appointment.starts_at, appointment.ends_at)}
    >
      <Fact name={appointment.segments.length > 1 ? 'Services' : 'Service'}>
        {appointment.segments.map((segment) => {
          const { service_name, starts_at } = segment;
          const name = staffNamesOf(status, segment);
          return (
            <span key={`${starts_at} ${service_name}`} className="block">
              <span className="font-medium">{service_name}</span>
              {appointment.seats !== undefined && `, ${countSeats(appointment.seats)}`}
              {name && <span className="text-muted"> with {name}</span>}
            </span>
          );
        })}
      </Fact>
      {appointment.guests && <Guests status={status} formats={formats} />}
      <Fact name="Where">
        {placeLines(status).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
        {appointment.location_type === 'business' && business.address && (
          <a
            href={mapLink(business.address)}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4"
          >
            Directions
          </a>
        )}
      </Fact>
      <PrepNotes notes={appointment.prep_notes} />
      <Fact name="Price">
        <span className="tabular-nums">{formatPrice(totalOf(status), business)}</span>
      </Fact>
      {status.deposit && (
        <Fact name={appointment.status === 'pending' ? 'Held on your card' : 'Paid already'}>
          <span className="tabular-nums">
            {formatMoney(status.deposit.paid, business.currency, business.locale)}
          </span>
        </Fact>
      )}
    </FactCard>
  );
}

/** Who comes along, each with a visit of their own; also who does not any more. */
function Guests({ status, formats }: { status: BookingStatus; formats: BusinessFormats }) {
  return (
    <Fact name="With you">
      {(status.appointment.guests ?? []).map((guest, at) => {
        const { first_name, segments, starts_at, ends_at } = guest;
        const staff = [
          ...new Set(segments.flatMap((segment) => staffNamesOf(status, segment) ?? [])),
        ];
        return (
          <span key={at} className="block">
            <span className="font-medium">{guestName(first_name, at)}</span>,{' '}
            {segments.map(({ service_name }) => service_name).join(', ')}
            <span className="text-muted">
              {staff.length > 0 && ` with ${staff.join(' and ')}`},{' '}
              {isOff(guest) ? 'cancelled' : formats.timeRange(starts_at, ends_at)}
            </span>
          </span>
        );
      })}
    </Fact>
  );
}
