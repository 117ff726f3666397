import { Suspense, useState } from 'react';
import type { WideMove } from '#domain/appointments/series-plan.ts';
import type { Uuid } from '#domain/rows.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Notice } from '#ui/notice.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';
import { AppointmentActions } from './appointment-actions.tsx';
import { AppointmentDetails } from './appointment-details.tsx';
import { CancelPart, MovePart } from './move-part.tsx';
import { useAppointment } from './use-appointment.ts';
import { visitName } from './visit-name.ts';

const VisitPlaceForm = lazyPart(
  async () => (await import('./visit-place-form.tsx')).VisitPlaceForm,
);
const ServicesForm = lazyPart(async () => (await import('./services-form.tsx')).ServicesForm);
const AddPersonForm = lazyPart(async () => (await import('./add-person-form.tsx')).AddPersonForm);
const LateForm = lazyPart(async () => (await import('./late-form.tsx')).LateForm);

export type AppointmentPart = 'move' | 'cancel' | 'late' | 'place' | 'services' | 'group' | null;

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
  part: AppointmentPart;
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
  const title = {
    move: `Move ${name}`,
    cancel: `Cancel ${name}?`,
    late: 'Running late',
    place: `Where: ${name}`,
    services: `Services: ${name}`,
    group: `Together with ${name}`,
    none: name,
  }[part ?? 'none'];
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
            onLate={() => setPart('late')}
            onPlace={() => setPart('place')}
            onServices={() => setPart('services')}
            onGroup={() => setPart('group')}
          />
        )
      }
    >
      {part === 'move' && (
        <MovePart detail={detail} business={business} move={move} onDone={move ? onClose : back} />
      )}
      {part === 'cancel' && (
        <CancelPart detail={detail} business={business} name={name} onDone={back} />
      )}
      {part === 'late' && (
        <Suspense>
          <LateForm
            business={business}
            staffId={detail.segments[0]?.segment.staff_id ?? ''}
            fromId={id}
            onDone={back}
          />
        </Suspense>
      )}
      {part === 'place' && (
        <Suspense>
          <VisitPlaceForm detail={detail} business={business} onDone={back} />
        </Suspense>
      )}
      {part === 'services' && (
        <Suspense>
          <ServicesForm detail={detail} business={business} onDone={back} />
        </Suspense>
      )}
      {part === 'group' && (
        <Suspense>
          <AddPersonForm detail={detail} business={business} onDone={back} />
        </Suspense>
      )}
      {part === null && <AppointmentDetails detail={detail} access={access} business={business} />}
    </SideSheet>
  );
}
