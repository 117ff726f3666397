import { Suspense } from 'react';
import type { WideMove } from '#domain/appointments/series-plan.ts';
import type { BusinessRow } from '#domain/rows.ts';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { CancelPart, MovePart } from './move-part.tsx';

const VisitPlaceForm = lazyPart(
  async () => (await import('./visit-place-form.tsx')).VisitPlaceForm,
);
const ServicesForm = lazyPart(async () => (await import('./services-form.tsx')).ServicesForm);
const AddPersonForm = lazyPart(async () => (await import('./add-person-form.tsx')).AddPersonForm);
const LateForm = lazyPart(async () => (await import('./late-form.tsx')).LateForm);

/** What an appointment is asked for that takes a form of its own. */
export type AppointmentPart =
  | 'move'
  | 'cancel'
  /** Somebody's day from here on is late. */
  | 'late'
  /** Another place, or another way there. */
  | 'place'
  | 'services'
  /** Somebody else comes along. */
  | 'group';

/** `name`: of the visit. */
export const partTitle = (part: AppointmentPart, name: string): string =>
  ({
    move: `Move ${name}`,
    cancel: `Cancel ${name}?`,
    late: 'Running late',
    place: `Where: ${name}`,
    services: `Services: ${name}`,
    group: `Together with ${name}`,
  })[part];

export function AppointmentPartForm({
  part,
  detail,
  business,
  name,
  move,
  onDone,
}: {
  part: AppointmentPart;
  detail: AppointmentDetail;
  business: BusinessRow;
  name: string;
  /** Where it was dragged, and which of its series follow. */
  move?: WideMove | undefined;
  onDone: () => void;
}) {
  const props = { detail, business, onDone };
  switch (part) {
    case 'move':
      return <MovePart {...props} move={move} />;
    case 'cancel':
      return <CancelPart {...props} name={name} />;
    case 'late':
      return (
        <Suspense>
          <LateForm
            business={business}
            staffId={detail.segments[0]?.segment.staff_id ?? ''}
            fromId={detail.appointment.id}
            onDone={onDone}
          />
        </Suspense>
      );
    case 'place':
      return (
        <Suspense>
          <VisitPlaceForm {...props} />
        </Suspense>
      );
    case 'services':
      return (
        <Suspense>
          <ServicesForm {...props} />
        </Suspense>
      );
    case 'group':
      return (
        <Suspense>
          <AddPersonForm {...props} />
        </Suspense>
      );
  }
}
