import { Suspense, useState } from 'react';
import { CalendarX2 } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { pathTo } from '#app/paths.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Modal } from '#ui/modal.tsx';
import { Page } from '#ui/page.tsx';
import { AppointmentActions } from './appointment-actions.tsx';
import { AppointmentDetails } from './appointment-details.tsx';
import { CancelPart, MovePart } from './move-part.tsx';
import type { AppointmentPart } from './appointment-sheet.tsx';
import { useAppointment } from './use-appointment.ts';
import { visitName } from './visit-name.ts';

const VisitPlaceForm = lazyPart(
  async () => (await import('./visit-place-form.tsx')).VisitPlaceForm,
);
const ServicesForm = lazyPart(async () => (await import('./services-form.tsx')).ServicesForm);
const AddPersonForm = lazyPart(async () => (await import('./add-person-form.tsx')).AddPersonForm);
const LateForm = lazyPart(async () => (await import('./late-form.tsx')).LateForm);

/** One appointment on its own page: the address that lists, notices and people link to. */
export function AppointmentScreen() {
  const { appointmentId = '' } = useParams();
  const [part, setPart] = useState<AppointmentPart>(null);
  const loaded = useAppointment(appointmentId);
  const calendar = { to: pathTo('calendar'), label: 'Calendar' };
  if (!loaded) return null;
  const { detail, access } = loaded;
  if (!detail?.business) {
    return (
      <Page title="Appointment" back={calendar} width="narrow">
        <EmptyState
          icon={CalendarX2}
          title="This appointment is not on this device"
          action={<LinkButton to={calendar.to}>Open the calendar</LinkButton>}
        >
          It was removed, or it is older than what has been loaded here so far.
        </EmptyState>
      </Page>
    );
  }
  const { business, appointment } = detail;
  const name = visitName(detail);
  const { day } = wallAt(business.time_zone, appointment.starts_at);
  const close = (): void => setPart(null);
  return (
    <Page
      title={name}
      width="narrow"
      back={{ to: pathTo('calendar', null, { date: day }), label: 'Calendar' }}
      actions={
        <div className="page-actions">
          <AppointmentActions
            detail={detail}
            access={access}
            business={business}
            hasOwnPage
            onMove={() => setPart('move')}
            onCancel={() => setPart('cancel')}
            onLate={() => setPart('late')}
            onPlace={() => setPart('place')}
            onServices={() => setPart('services')}
            onGroup={() => setPart('group')}
          />
        </div>
      }
    >
      <AppointmentDetails detail={detail} access={access} business={business} />
      <Modal open={part === 'move'} title={`Move ${name}`} onClose={close}>
        <MovePart detail={detail} business={business} onDone={close} />
      </Modal>
      <Modal open={part === 'cancel'} title={`Cancel ${name}?`} onClose={close} size="sm">
        <CancelPart detail={detail} business={business} name={name} onDone={close} />
      </Modal>
      <Modal open={part === 'late'} title="Running late" onClose={close}>
        {part === 'late' && (
          <Suspense>
            <LateForm
              business={business}
              staffId={detail.segments[0]?.segment.staff_id ?? ''}
              fromId={appointment.id}
              onDone={close}
            />
          </Suspense>
        )}
      </Modal>
      <Modal open={part === 'place'} title={`Where: ${name}`} onClose={close}>
        {part === 'place' && (
          <Suspense>
            <VisitPlaceForm detail={detail} business={business} onDone={close} />
          </Suspense>
        )}
      </Modal>
      <Modal open={part === 'group'} title={`Together with ${name}`} onClose={close}>
        {part === 'group' && (
          <Suspense>
            <AddPersonForm detail={detail} business={business} onDone={close} />
          </Suspense>
        )}
      </Modal>
      <Modal open={part === 'services'} title={`Services: ${name}`} onClose={close}>
        {part === 'services' && (
          <Suspense>
            <ServicesForm detail={detail} business={business} onDone={close} />
          </Suspense>
        )}
      </Modal>
    </Page>
  );
}
