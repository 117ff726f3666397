import { CloudUpload, History } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import type { Access } from '#db/queries/business.ts';
import { useDb } from '#db/use-query.ts';
import { isClass } from '#domain/appointments/seats.ts';
import { isActive } from '#domain/appointments/status.ts';
import type { AppointmentRow, AppointmentStatus, BusinessRow, Instant } from '#domain/rows.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { minutesBetween } from '#domain/time/epoch.ts';
import { asksDeposits } from '#domain/services/deposit.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { lazyExtra, lazyPart } from '#ui/lazy-part.tsx';
import { Notice } from '#ui/notice.tsx';
import { AppointmentNotes } from './appointment-notes.tsx';
import { ClientCard } from './client-card.tsx';
import { saveSeriesFile } from './save-calendar-file.ts';
import { SegmentList } from './segment-list.tsx';
import { StatusMark } from './status-mark.tsx';

const VisitPlaceCard = lazyPart(
  async () => (await import('./visit-place-card.tsx')).VisitPlaceCard,
);
// Few visits wait for a decision or cost a fee, few repeat, and few come together.
const AttentionCard = lazyPart(async () => (await import('./attention-card.tsx')).AttentionCard);
const ClassCard = lazyPart(async () => (await import('./class-card.tsx')).ClassCard);
const FeeCard = lazyPart(async () => (await import('./fee-card.tsx')).FeeCard);
const AskDeposit = lazyExtra(async () => (await import('./ask-deposit.tsx')).AskDeposit);
const DepositLine = lazyExtra(async () => (await import('./deposit-line.tsx')).DepositLine);
const GroupCard = lazyPart(async () => (await import('./group-card.tsx')).GroupCard);
const SeriesCard = lazyPart(async () => (await import('./series-card.tsx')).SeriesCard);
const GuestForms = lazyExtra(async () => (await import('./guest-forms.tsx')).GuestForms);
const VisitUsed = lazyExtra(async () => (await import('./visit-used.tsx')).VisitUsed);
const VisitForms = lazyExtra(async () => (await import('./visit-forms.tsx')).VisitForms);
const WaitingHint = lazyExtra(async () => (await import('./waiting-hint.tsx')).WaitingHint);
const AppointmentHistory = lazyPart(
  async () => (await import('./appointment-history.tsx')).AppointmentHistory,
);

/** Everything about one appointment; the same on its own page and beside the calendar. */
export function AppointmentDetails({
  detail,
  access,
  business,
}: {
  detail: AppointmentDetail;
  access: Access;
  business: BusinessRow;
}) {
  const db = useDb();
  const { appointment, segments, attention, pending } = detail;
  const formats = businessFormats(business);
  const isOwn = segments.some(({ segment }) => segment.staff_id === access.staffId);
  const mayEdit = access.may('appointments.edit', isOwn ? 'own' : 'all');
  // Who asks nobody for deposits has no use for it, and a deposit is a sum.
  const takesDeposits = access.may('prices') && asksDeposits(detail.rules);
  const minutes = minutesBetween(appointment.starts_at, appointment.ends_at);
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid gap-2">
        <p className="text-lg leading-snug font-semibold tabular-nums">
          {formats.date(appointment.starts_at, { weekday: 'long', month: 'long', day: 'numeric' })}
          <span className="block font-normal">
            {formats.timeRange(appointment.starts_at, appointment.ends_at)}
            <span className="text-muted"> · {formatDuration(minutes)}</span>
          </span>
        </p>
        <div className="flex flex-wrap gap-1.5">
          <StatusMark appointment={appointment} />
          {appointment.deposit_due && appointment.status === 'booked' && (
            <Chip tone="warning">
              Deposit due
              {appointment.deposit_due_at &&
                ` until ${formats.dateTime(appointment.deposit_due_at)}`}
            </Chip>
          )}
          {pending && (
            <Chip tone="neutral" icon={CloudUpload}>
              Waiting to sync
            </Chip>
          )}
        </div>
        {appointment.cancel_reason && (
          <p className="text-muted">
            Cancelled{appointment.cancel_late ? ' late' : ''} by{' '}
            {appointment.cancel_by === 'client' ? 'the client' : 'the business'}:{' '}
            {appointment.cancel_reason}
          </p>
        )}
      </div>
      {GIVEN_UP.includes(appointment.status) && appointment.ends_at > db.now() && (
        <Suspense>
          <WaitingHint detail={detail} />
        </Suspense>
      )}
      <Suspense>
        {attention.map((item) => (
          <AttentionCard key={item.id} item={item} detail={detail} business={business} />
        ))}
      </Suspense>
      {(appointment.fee_state ?? 'none') !== 'none' && (
        <Suspense>
          <FeeCard
            key={appointment.id}
            appointment={appointment}
            business={business}
            showsSum={access.may('prices')}
            mayEdit={mayEdit}
          />
        </Suspense>
      )}
      {(appointment.source === 'online' || takesDeposits) && (
        <Suspense>
          <DepositLine
            // What can go back of one deposit is not shown with the next one.
            key={appointment.id}
            appointmentId={appointment.id}
            business={business}
          />
        </Suspense>
      )}
      {takesDeposits && mayEdit && canBeAsked(appointment, db.now()) && (
        <Suspense>
          <AskDeposit
            key={appointment.id}
            appointmentId={appointment.id}
            startsAt={appointment.starts_at}
            business={business}
          />
        </Suspense>
      )}
      {appointment.conflict && attention.length === 0 && (
        <Notice tone="danger" title="This time is taken" live={false}>
          The appointment is kept but does not hold its place. Move it, or cancel it.
        </Notice>
      )}
      {isClass(appointment) ? (
        <Suspense>
          <ClassCard key={appointment.id} detail={detail} mayEdit={mayEdit} />
        </Suspense>
      ) : (
        <ClientCard detail={detail} business={business} />
      )}
      {appointment.client_id && access.may('forms', 'own') && isActive(appointment.status) && (
        <Suspense>
          <VisitForms
            key={appointment.id}
            appointmentId={appointment.id}
            clientId={appointment.client_id}
          />
        </Suspense>
      )}
      {access.may('inventory') && !isClass(appointment) && isActive(appointment.status) && (
        <Suspense>
          <VisitUsed key={appointment.id} appointmentId={appointment.id} locale={business.locale} />
        </Suspense>
      )}
      {(isClass(appointment) || appointment.group_id) &&
        access.may('forms', 'own') &&
        isActive(appointment.status) && (
          <Suspense>
            <GuestForms key={appointment.id} appointmentId={appointment.id} business={business} />
          </Suspense>
        )}
      {appointment.location_type !== 'business' && (
        <Suspense>
          <VisitPlaceCard key={appointment.id} detail={detail} business={business} />
        </Suspense>
      )}
      <SegmentList
        segments={segments}
        business={business}
        perSeat={isClass(appointment)}
        mayEdit={isActive(appointment.status) && mayEdit}
      />
      {appointment.group_id && (
        <Suspense>
          <GroupCard key={appointment.id} detail={detail} business={business} mayEdit={mayEdit} />
        </Suspense>
      )}
      {appointment.series_id && (
        <Suspense>
          <SeriesCard
            key={appointment.series_id}
            detail={detail}
            business={business}
            onSaveFile={(members) => saveSeriesFile(db, members, detail, business)}
          />
        </Suspense>
      )}
      <AppointmentNotes
        // What was typed belongs to one appointment.
        key={appointment.id}
        appointment={appointment}
      />
      <Facts key={`facts ${appointment.id}`} detail={detail} business={business} />
    </div>
  );
}

/** Of somebody, and to come. */
const canBeAsked = (
  { status, starts_at, client_id, capacity }: AppointmentRow,
  now: Instant,
): boolean => status === 'booked' && starts_at > now && client_id !== null && !capacity;

/** The time of such a visit may be given to somebody else. */
const GIVEN_UP: readonly AppointmentStatus[] = ['cancelled', 'declined', 'expired', 'no_show'];

const SOURCE_WORDS = {
  staff: 'Booked by the team',
  online: 'Booked online',
  waitlist: 'Booked from the waitlist',
  import: 'Imported',
  walk_in: 'Walk-in',
  rebook: 'Booked at the last visit',
} as const;

/** How it came about, in short; everything that happened since when that is asked for. */
function Facts({ detail, business }: { detail: AppointmentDetail; business: BusinessRow }) {
  const [isOpen, setOpen] = useState(false);
  const { appointment } = detail;
  const { dateTime } = businessFormats(business);
  const facts: (string | false | null)[] = [
    `${SOURCE_WORDS[appointment.source]}, ${dateTime(appointment.created_at)}`,
    appointment.updated_at !== appointment.created_at &&
      `Last changed ${dateTime(appointment.updated_at)}`,
    appointment.reschedule_count > 0 &&
      `Moved ${appointment.reschedule_count === 1 ? 'once' : `${appointment.reschedule_count} times`}`,
    appointment.arrived_at && `Arrived ${dateTime(appointment.arrived_at)}`,
    appointment.started_at && `Started ${dateTime(appointment.started_at)}`,
    appointment.finished_at && `Finished ${dateTime(appointment.finished_at)}`,
    appointment.overlap_accepted && 'Booked over another appointment on purpose',
    appointment.policy_version !== null &&
      `Accepted the booking policy, version ${appointment.policy_version}`,
  ];
  return (
    <section aria-label="History" className="grid gap-3 border-t border-line pt-4">
      <ul className="grid gap-0.5 text-sm text-muted">
        {facts.flatMap((fact) => (fact ? [<li key={fact}>{fact}</li>] : []))}
      </ul>
      <Button
        size="sm"
        icon={History}
        className="justify-self-start"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide history' : 'History'}
      </Button>
      {isOpen && (
        <Suspense>
          <AppointmentHistory detail={detail} business={business} />
        </Suspense>
      )}
    </section>
  );
}
