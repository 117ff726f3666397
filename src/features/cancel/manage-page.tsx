import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import { formatMoney } from '#domain/money/format.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { instantMs } from '#domain/time/instant.ts';
import type { BookingStatus } from '#remote/public-manage.ts';
import { Button } from '#ui/button.tsx';
import { lazyExtra, lazyPart } from '#ui/lazy-part.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { loadOrTell } from '#ui/load-or-tell.ts';
import { Notice } from '#ui/notice.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import { CalendarClock, CalendarPlus, CalendarX2 } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { AppointmentCard } from './appointment-card.tsx';
import { CallLink } from './call-link.tsx';
import { ConfirmVisit } from './confirm-visit.tsx';
import { guestsComing, isForOthers, standingOf } from './manage-facts.ts';
import type { Standing } from './manage-facts.ts';
import { VisitForms } from './visit-forms.tsx';

// The page waits for them: what arrived later would push its buttons from under a finger. Few come with others.
const PeopleList = lazyExtra(async () => (await import('./people-list.tsx')).PeopleList);
// Few visits are asked a deposit for.
const PayDeposit = lazyPart(async () => (await import('./pay-deposit.tsx')).PayDeposit);

const TITLES: Readonly<Record<Standing, string>> = {
  booked: 'Your appointment',
  requested: 'Your request',
  cancelled: 'This appointment is cancelled',
  declined: 'This request was not accepted',
  past: 'This appointment is in the past',
};

/** What is said of seats in a class instead. */
const seatTitles = (seats: number): Partial<Record<Standing, string>> => ({
  booked: seats === 1 ? 'Your seat' : 'Your seats',
  requested: 'You’re on the waitlist',
  cancelled: seats === 1 ? 'This seat is cancelled' : 'These seats are cancelled',
  past: 'This class is in the past',
});

/** What was just done on another view of the page. */
export type Done = { moved: true } | { calledOff: string };

const doneWords = (done: Done): string =>
  'moved' in done
    ? 'Your appointment has moved to this time'
    : done.calledOff === 'you'
      ? 'You do not come any more; the others still do'
      : `${done.calledOff} does not come any more; the rest stands`;

/** What the appointment is, and what can still be done about it. */
export function ManagePage({
  token,
  status,
  refresh,
}: {
  token: string;
  status: BookingStatus;
  refresh: () => Promise<void>;
}) {
  const { business } = status;
  const standing = standingOf(status);
  const owed = status.fees?.owed ?? 0;
  const forms = isForOthers(status) ? [] : (status.forms ?? []);
  const { seats } = status.appointment;
  const isClass = seats !== undefined;
  const isAhead = standing === 'booked' || standing === 'requested';
  const formats = businessFormats(business);
  const linkTo = (view: string) => pathTo('cancelAppointment', null, { token, do: view });
  const { confirmation } = status.appointment;
  // Without it the time may be given to somebody else: it stands before everything.
  const asksMoney = status.asked != null || status.asks_card === true;
  // They came with others, and stay at home.
  const others = isForOthers(status) ? guestsComing(status).length : 0;
  const done = useLocation().state as Done | null;

  const addToCalendar = async () => {
    const downloadCalendar = await loadOrTell(
      async () => (await import('./download-calendar.ts')).downloadCalendar,
    );
    downloadCalendar?.(status, `${location.origin}${pathTo('cancelAppointment', null, { token })}`);
  };

  return (
    <div className="mx-auto w-full max-w-xl py-4">
      <StepHeading
        title={
          (isClass && seatTitles(seats)[standing]) ||
          (standing === 'booked' && others > 0
            ? `Your ${others === 1 ? 'guest’s' : 'guests’'} appointment`
            : TITLES[standing])
        }
        place={business.name}
      >
        {standing === 'requested' &&
          (isClass
            ? 'When enough seats come free they are yours at once, and you get a message.'
            : `${business.name} has not answered yet. You get a message when they do.`)}
        {standing === 'cancelled' &&
          (isClass
            ? 'You need not do anything.'
            : owed > 0
              ? 'Its time is free again.'
              : 'Its time is free again; you need not do anything.')}
        {owed > 0 &&
          ` The fee is ${formatMoney(owed, business.currency, business.locale)}, to be paid to ${business.name} later.`}
        {standing === 'cancelled' &&
          status.deposit &&
          status.deposit.back > 0 &&
          ` ${formatMoney(status.deposit.back, business.currency, business.locale)} goes back to your card.`}
        {standing === 'declined' && `${business.name} could not take it. Please try another time.`}
      </StepHeading>
      {done && isAhead && (
        <div className="mb-5">
          <Notice tone="success" live title={doneWords(done)} />
        </div>
      )}
      {asksMoney && (
        <div className="mb-6">
          <PayDeposit
            token={token}
            cents={status.asked ?? 0}
            until={status.asked_until}
            business={business}
            refresh={refresh}
          />
        </div>
      )}
      <AppointmentCard status={status} formats={formats} />
      {status.appointment.guests && <PeopleList token={token} status={status} formats={formats} />}
      {standing === 'booked' &&
        others === 0 &&
        (confirmation === 'requested' || confirmation === 'confirmed') && (
          <ConfirmVisit token={token} confirmation={confirmation} refresh={refresh} />
        )}
      {forms.length > 0 && <VisitForms token={token} forms={forms} />}
      {isAhead ? (
        <>
          <div className="mt-5 grid gap-3 sm:grid-cols-2">
            {status.can_reschedule && (
              <LinkButton
                to={linkTo('move')}
                // What the business has asked for comes first.
                variant={
                  asksMoney || (standing === 'booked' && confirmation === 'requested')
                    ? 'secondary'
                    : 'primary'
                }
                icon={CalendarClock}
              >
                Choose another time
              </LinkButton>
            )}
            {status.can_cancel && (
              <LinkButton to={linkTo('cancel')} icon={CalendarX2}>
                {isClass
                  ? standing === 'requested'
                    ? 'Leave the waitlist'
                    : seats === 1
                      ? 'Cancel the seat'
                      : 'Cancel seats'
                  : standing === 'requested'
                    ? 'Withdraw the request'
                    : guestsComing(status).length > (others > 0 ? 1 : 0)
                      ? `Cancel for all of ${others > 0 ? 'them' : 'you'}`
                      : 'Cancel it'}
              </LinkButton>
            )}
            <Button icon={CalendarPlus} onClick={() => void addToCalendar()}>
              Add to calendar
            </Button>
          </div>
          <Rules status={status} formats={formats} />
        </>
      ) : (
        <div className="mt-5">
          <LinkButton to={pathTo('book', { proUrl: business.slug })} variant="primary">
            Book {standing === 'past' ? 'again' : 'another time'}
          </LinkButton>
        </div>
      )}
    </div>
  );
}

/** Until when what is possible, and what to do about what is not. */
function Rules({
  status,
  formats,
}: {
  status: BookingStatus;
  formats: ReturnType<typeof businessFormats>;
}) {
  const { business, cancel_refusal, reschedule_refusal, appointment, fees } = status;
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const isRequest = appointment.status === 'pending';
  // Nobody expects to move a class.
  const isClass = appointment.seats !== undefined;
  const isGroup = guestsComing(status).length > 0;
  const refusals = [
    ...new Set([cancel_refusal, isClass || isGroup ? null : reschedule_refusal]),
  ].flatMap((code) => code ?? []);
  return (
    <div className="mt-6 grid gap-2 text-pretty">
      {!isRequest && status.can_cancel && status.cancel_until && !fees?.late_cancel && (
        <p>You can cancel online until {formats.dateTime(status.cancel_until)}.</p>
      )}
      {!isRequest && fees && fees.late_cancel > 0 && (
        <p>
          {instantMs(status.server_time) < instantMs(fees.free_until)
            ? `Cancelling is free until ${formats.dateTime(fees.free_until)}; after that it costs ${money(fees.late_cancel)}.`
            : `Cancelling costs ${money(status.cancel_fee || fees.late_cancel)} now; it was free until ${formats.dateTime(fees.free_until)}.`}
        </p>
      )}
      {!isRequest && fees && fees.no_show > 0 && <p>Not coming costs {money(fees.no_show)}.</p>}
      {!isRequest && status.can_reschedule && status.reschedule_until && (
        <p>You can change the time online until {formats.dateTime(status.reschedule_until)}.</p>
      )}
      {isGroup && (
        <p>
          To come at another time{isForOthers(status) ? '' : ', all or some of you'}, please contact{' '}
          {business.name}.
        </p>
      )}
      {refusals.map((code) => (
        <p key={code}>{messageFor({ code })}</p>
      ))}
      {(refusals.length > 0 || isGroup) && business.phone && (
        <p>
          <CallLink phone={business.phone} />
        </p>
      )}
    </div>
  );
}
