import { countSeats } from '#domain/appointments/party.ts';
import { formatMoney } from '#domain/money/format.ts';
import { formatPrice } from '#domain/services/price.ts';
import { mapLink } from '#domain/text/address.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { DATE_WEEKDAY } from '#domain/time/format.ts';
import { pathTo } from '#app/paths.ts';
import { nowMs } from '#platform/clock.ts';
import { isEmbedded } from '#platform/embedded.ts';
import { Button } from '#ui/button.tsx';
import { EmptyPage } from '#ui/empty-page.tsx';
import { Fact, FactCard } from '#ui/fact-card.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { loadOrTell } from '#ui/load-or-tell.ts';
import { LINK_WORDS, linkKind } from '#domain/appointments/link-words.ts';
import { PrepNotes } from '#ui/prep-notes.tsx';
import { CalendarPlus, CalendarX2, CircleCheck, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useBookingContext } from './booking-context.ts';
import { bookedRecord } from './booked-store.ts';
import type { BookedRecord } from './booked-store.ts';
import { StepHeading } from '#ui/step-heading.tsx';

/** What was booked, from this device: it opens without a connection. */
export function ConfirmationScreen() {
  const { slug } = useBookingContext();
  const [params] = useSearchParams();
  const [record] = useState(() => bookedRecord(slug, params.get('id')));
  return record ? <Confirmation slug={slug} record={record} /> : <NotOnThisDevice slug={slug} />;
}

function Confirmation({ slug, record }: { slug: string; record: BookedRecord }) {
  const { appointment, business } = record;
  const isPending = appointment.status === 'pending';
  const { seats = 0, is_waiting: isWaiting = false } = appointment;
  const formats = businessFormats(business);
  const [openedMs] = useState(nowMs);
  const Icon = isPending ? Hourglass : CircleCheck;
  const words = LINK_WORDS[linkKind(appointment)];
  const manage = pathTo('cancelAppointment', null, { token: record.manageToken });

  const addToCalendar = async () => {
    const downloadCalendar = await loadOrTell(
      async () => (await import('./download-calendar.ts')).downloadCalendar,
    );
    downloadCalendar?.(record, `${location.origin}${manage}`);
  };

  return (
    <div className="mx-auto w-full max-w-xl py-6">
      <Icon
        size={48}
        strokeWidth={1.75}
        aria-hidden
        className={isPending ? 'text-warning' : 'text-success'}
      />
      <StepHeading
        title={isWaiting ? 'You’re on the waitlist' : isPending ? 'Request sent' : 'You’re booked'}
        place={business.name}
      >
        {isWaiting
          ? 'Nothing is booked yet. When enough seats come free they are yours at once, and you get a message.'
          : isPending
            ? `${business.name} will answer by email. The appointment is not confirmed until then.`
            : `${business.name} is looking forward to seeing you.`}
      </StepHeading>
      <FactCard
        title={formats.date(appointment.starts_at, DATE_WEEKDAY)}
        subtitle={formats.timeRange(appointment.starts_at, appointment.ends_at)}
      >
        <Fact name={record.lines.length > 1 ? 'Services' : 'Service'}>
          {record.lines.map(({ name, staffName }, index) => (
            <span key={index} className="block">
              <span className="font-medium">{name}</span>
              {seats > 1 && `, ${countSeats(seats)}`}
              {staffName && <span className="text-muted"> with {staffName}</span>}
            </span>
          ))}
        </Fact>
        {record.guests && record.guests.length > 0 && (
          <Fact name="With you">
            {record.guests.map(({ name, services, staffName, startsAt, endsAt }, at) => (
              <span key={at} className="block">
                <span className="font-medium">{name}</span>, {services}
                <span className="text-muted">
                  {staffName && ` with ${staffName}`}, {formats.timeRange(startsAt, endsAt)}
                </span>
              </span>
            ))}
          </Fact>
        )}
        <Fact name="Where">
          {record.place.map((line, index) => (
            <span key={index} className="block">
              {line}
            </span>
          ))}
          {record.isAtBusiness && business.address && (
            <a
              href={mapLink(business.address)}
              target="_blank"
              rel="noopener"
              className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4"
            >
              Directions
            </a>
          )}
        </Fact>
        <PrepNotes notes={appointment.prep_notes} />
        <Fact name="Price">
          <span className="tabular-nums">{formatPrice(record.total, business)}</span>
        </Fact>
        {appointment.deposit > 0 && (
          <Fact name={isPending ? 'Held on your card' : 'Paid already'}>
            <span className="tabular-nums">
              {formatMoney(appointment.deposit, business.currency, business.locale)}
            </span>
          </Fact>
        )}
      </FactCard>
      <div className="mt-5 grid gap-3 sm:grid-cols-2">
        <Button
          // Nothing is booked yet of what is waited for.
          variant={isWaiting ? 'secondary' : 'primary'}
          icon={CalendarPlus}
          onClick={() => void addToCalendar()}
        >
          Add to calendar
        </Button>
        <LinkButton to={manage}>{words.manage}</LinkButton>
      </div>
      <h2 className="mt-8 text-lg font-semibold">What happens next</h2>
      <ul className="mt-2 grid list-disc gap-2 pl-5 text-pretty">
        <li>
          {record.email
            ? `A message is on its way to ${record.email}, with the link to ${words.link}.`
            : `Keep this page: it has the link to ${words.link}.`}
        </li>
        {!isPending && record.cancelUntil && Date.parse(record.cancelUntil) > openedMs && (
          <li>You can cancel online until {formats.dateTime(record.cancelUntil)}.</li>
        )}
        {business.phone && (
          <li>
            {isPending ? 'Something changed?' : 'Running late?'} Call {business.phone}.
          </li>
        )}
        {!isEmbedded() && <li>This page is kept on this device and opens without a connection.</li>}
      </ul>
      <p className="mt-6 flex flex-wrap gap-x-6">
        {!isWaiting && (
          <Link
            to={sameAgain(slug, record)}
            className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4"
          >
            Book the same again
          </Link>
        )}
        <Link
          to={pathTo('book', { proUrl: slug })}
          className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4"
        >
          Book another appointment
        </Link>
      </p>
    </div>
  );
}

/** The way to the services of this visit, by the same person where one did all of it. */
const sameAgain = (slug: string, { appointment: { segments } }: BookedRecord): string => {
  const query = new URLSearchParams(
    segments.flatMap(({ variant_id }) => (variant_id ? [['service', variant_id]] : [])),
  );
  const [staffId, other] = new Set(segments.map(({ staff_id }) => staff_id));
  if (staffId && other === undefined) query.set('staff', staffId);
  return `${pathTo('book', { proUrl: slug })}?${query}`;
};

function NotOnThisDevice({ slug }: { slug: string }) {
  return (
    <EmptyPage
      icon={CalendarX2}
      title="There is no booking on this device"
      action={
        <LinkButton to={pathTo('book', { proUrl: slug })} variant="primary">
          Book an appointment
        </LinkButton>
      }
    >
      Booked on another device? The message you got has everything, and a link to change or cancel.
    </EmptyPage>
  );
}
