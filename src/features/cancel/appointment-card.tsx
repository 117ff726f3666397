import { countSeats } from '#domain/appointments/party.ts';
import { formatMoney } from '#domain/money/format.ts';
import { formatPrice } from '#domain/services/price.ts';
import { mapLink } from '#domain/text/address.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { DATE_WEEKDAY } from '#domain/time/format.ts';
import type { BookingStatus } from '#remote/public-manage.ts';
import { Fact, FactCard } from '#ui/fact-card.tsx';
import { PrepNotes } from '#ui/prep-notes.tsx';
import { isForOthers, isOff, leadOf, placeLines, staffNamesOf, totalOf } from './manage-facts.ts';

/** When, what, where and for how much. */
export function AppointmentCard({
  status,
  formats,
}: {
  status: BookingStatus;
  formats: BusinessFormats;
}) {
  const { appointment, business } = status;
  const lead = leadOf(status);
  return (
    <FactCard
      title={formats.date(lead.starts_at, DATE_WEEKDAY)}
      subtitle={formats.timeRange(lead.starts_at, lead.ends_at)}
    >
      <Fact name={lead.segments.length > 1 ? 'Services' : 'Service'}>
        {lead.segments.map((segment) => {
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
      {!isForOthers(status) && <PrepNotes notes={appointment.prep_notes} />}
      <Fact name="Price">
        <span className="tabular-nums">{formatPrice(totalOf(status), business)}</span>
      </Fact>
      {status.deposit && (
        <Fact
          name={
            appointment.status === 'pending'
              ? 'Held on your card'
              : isOff(appointment)
                ? 'You had paid'
                : 'Paid already'
          }
        >
          <span className="tabular-nums">
            {formatMoney(status.deposit.paid, business.currency, business.locale)}
          </span>
        </Fact>
      )}
    </FactCard>
  );
}
