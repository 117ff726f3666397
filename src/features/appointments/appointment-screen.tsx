import { useState } from 'react';
import { CalendarX2 } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { pathTo } from '#app/paths.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Modal } from '#ui/modal.tsx';
import { Page } from '#ui/page.tsx';
import { useLinger } from '#ui/use-linger.ts';
import { AppointmentActions } from './appointment-actions.tsx';
import { AppointmentDetails } from './appointment-details.tsx';
import { AppointmentPartForm, partTitle } from './appointment-part.tsx';
import type { AppointmentPart } from './appointment-part.tsx';
import { useAppointment } from './use-appointment.ts';
import { visitName } from './visit-name.ts';

/** One appointment on its own page: the address that lists, notices and people link to. */
export function AppointmentScreen() {
  const { appointmentId = '' } = useParams();
  const [part, setPart] = useState<AppointmentPart | null>(null);
  const shownPart = useLinger(part);
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
            onPart={setPart}
          />
        </div>
      }
    >
      <AppointmentDetails detail={detail} access={access} business={business} />
      {shownPart && (
        <Modal
          open={part !== null}
          title={partTitle(shownPart, name)}
          size={shownPart === 'cancel' ? 'sm' : 'md'}
          onClose={close}
        >
          <AppointmentPartForm
            part={shownPart}
            detail={detail}
            business={business}
            name={name}
            onDone={close}
          />
        </Modal>
      )}
    </Page>
  );
}
