import { CloudUpload } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import type { Access } from '#db/queries/business.ts';
import { useDb } from '#db/use-query.ts';
import { isActive } from '#domain/appointments/status.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { minutesBetween } from '#domain/time/epoch.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Chip } from '#ui/chip.tsx';
import { Notice } from '#ui/notice.tsx';
import { AppointmentNotes } from './appointment-notes.tsx';
import { ClientCard } from './client-card.tsx';
import { saveSeriesFile } from './save-calendar-file.ts';
import { SegmentList } from './segment-list.tsx';
import { StatusMark } from './status-mark.tsx';

const VisitPlaceCard = lazy(async () => ({
  default: (await import('./visit-place-card.tsx')).VisitPlaceCard,
}));
// Few visits wait for a decision, and few repeat.
const AttentionCard = lazy(async () => ({
  default: (await import('./attention-card.tsx')).AttentionCard,
}));
const SeriesCard = lazy(async () => ({ default: (await import('./series-card.tsx')).SeriesCard }));

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
  const minutes = minutesBetween(appointment.starts_at, appointment.ends_at);
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <p className="text-lg leading-snug font-semibold tabular-nums">
          {formats.date(appointment.starts_at, { weekday: 'long', month: 'long', day: 'numeric' })}
          <span className="block font-normal">
            {formats.timeRange(appointment.starts_at, appointment.ends_at)}
            <span className="text-muted"> · {formatDuration(minutes)}</span>
          </span>
        </p>
        <div className="flex flex-wrap gap-1.5">
          <StatusMark
            status={appointment.status}
            isConfirmed={appointment.confirmation === 'confirmed'}
          />
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
      <Suspense>
        {attention.map((item) => (
          <AttentionCard key={item.id} item={item} detail={detail} business={business} />
        ))}
      </Suspense>
      {appointment.conflict && attention.length === 0 && (
        <Notice tone="danger" title="This time is taken" live={false}>
          The appointment is kept but does not hold its place. Move it, or cancel it.
        </Notice>
      )}
      <ClientCard detail={detail} business={business} />
      {appointment.location_type !== 'business' && (
        <Suspense>
          <VisitPlaceCard key={appointment.id} detail={detail} business={business} />
        </Suspense>
      )}
      <SegmentList
        segments={segments}
        business={business}
        mayEdit={
          isActive(appointment.status) && access.may('appointments.edit', isOwn ? 'own' : 'all')
        }
      />
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
      <History detail={detail} business={business} />
    </div>
  );
}

const SOURCE_WORDS = {
  staff: 'Booked by the team',
  online: 'Booked online',
  waitlist: 'Booked from the waitlist',
  import: 'Imported',
  walk_in: 'Walk-in',
  rebook: 'Booked at the last visit',
} as const;

function History({ detail, business }: { detail: AppointmentDetail; business: BusinessRow }) {
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
    <ul className="grid gap-0.5 border-t border-line pt-4 text-sm text-muted">
      {facts.flatMap((fact) => (fact ? [<li key={fact}>{fact}</li>] : []))}
    </ul>
  );
}
