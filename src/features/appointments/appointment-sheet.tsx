import { useState } from 'react';
import type { Uuid } from '#domain/rows.ts';
import { clientName } from '#domain/clients/name.ts';
import { Notice } from '#ui/notice.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';
import { AppointmentActions } from './appointment-actions.tsx';
import { AppointmentDetails } from './appointment-details.tsx';
import { CancelForm } from './cancel-form.tsx';
import { MoveForm } from './move-form.tsx';
import { useAppointment } from './use-appointment.ts';

export type AppointmentPart = 'move' | 'cancel' | null;

/** One appointment beside the calendar. */
export function AppointmentSheet({
  id,
  part: firstPart,
  isOpen,
  onClose,
}: {
  id: Uuid;
  /** What it opens with. */
  part: AppointmentPart;
  /** false while it leaves. */
  isOpen: boolean;
  onClose: () => void;
}) {
  const [part, setPart] = useState(firstPart);
  const loaded = useAppointment(id);
  if (!loaded) return null;
  const { detail, access } = loaded;
  if (!detail?.business) {
    return (
      <SideSheet open={isOpen} title="Appointment" onClose={onClose}>
        <Notice title="Not on this device">
          The appointment was removed, or it has not been loaded yet.
        </Notice>
      </SideSheet>
    );
  }
  const { business, client } = detail;
  const name = client ? clientName(client) : 'Walk-in';
  const back = (): void => setPart(null);
  const title = { move: `Move ${name}`, cancel: `Cancel ${name}?`, none: name }[part ?? 'none'];
  return (
    <SideSheet
      open={isOpen}
      title={title}
      onClose={onClose}
      footer={
        part === null && (
          <AppointmentActions
            detail={detail}
            access={access}
            business={business}
            hasOwnPage={false}
            onMove={() => setPart('move')}
            onCancel={() => setPart('cancel')}
          />
        )
      }
    >
      {part === 'move' && <MoveForm detail={detail} business={business} onDone={back} />}
      {part === 'cancel' && <CancelForm detail={detail} name={name} onDone={back} />}
      {part === null && <AppointmentDetails detail={detail} business={business} />}
    </SideSheet>
  );
}
