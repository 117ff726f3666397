import { useState } from 'react';
import type { WideMove } from '#domain/appointments/series-plan.ts';
import type { Uuid } from '#domain/rows.ts';
import { Notice } from '#ui/notice.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';
import { AppointmentActions } from './appointment-actions.tsx';
import { AppointmentDetails } from './appointment-details.tsx';
import { AppointmentPartForm, partTitle } from './appointment-part.tsx';
import type { AppointmentPart } from './appointment-part.tsx';
import { useAppointment } from './use-appointment.ts';
import { visitName } from './visit-name.ts';

/** One appointment beside the calendar. */
export function AppointmentSheet({
  id,
  part: firstPart,
  move,
  isOpen,
  onClose,
}: {
  id: Uuid;
  /** What it opens with. */
  part: AppointmentPart | null;
  /** Where it was dragged, and which of its series follow. */
  move?: WideMove | undefined;
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
  const { business } = detail;
  const name = visitName(detail);
  const back = (): void => setPart(null);
  return (
    <SideSheet
      open={isOpen}
      title={part ? partTitle(part, name) : name}
      onClose={onClose}
      footer={
        part === null && (
          <AppointmentActions
            detail={detail}
            access={access}
            business={business}
            hasOwnPage={false}
            onPart={setPart}
          />
        )
      }
    >
      {part ? (
        <AppointmentPartForm
          part={part}
          detail={detail}
          business={business}
          name={name}
          move={move}
          onDone={part === 'move' && move ? onClose : back}
        />
      ) : (
        <AppointmentDetails detail={detail} access={access} business={business} />
      )}
    </SideSheet>
  );
}
