import { lazy, Suspense } from 'react';
import type { WideMove } from '#domain/appointments/series-plan.ts';
import type { BusinessRow } from '#domain/rows.ts';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import { CancelForm, type WideCancel } from './cancel-form.tsx';

// A visit is looked at more often than it is moved.
const MoveForm = lazy(async () => ({ default: (await import('./move-form.tsx')).MoveForm }));
const SeriesMovePart = lazy(async () => ({
  default: (await import('./series-move-part.tsx')).SeriesMovePart,
}));
const SeriesCancelPart = lazy(async () => ({
  default: (await import('./series-cancel-part.tsx')).SeriesCancelPart,
}));

type Props = { detail: AppointmentDetail; business: BusinessRow; onDone: () => void };

/** `move`: where it was dragged, when others of its series follow. */
type MoveProps = Props & { move?: WideMove | undefined };

/** "Move…": this one by itself, or with others of its series. */
export function MovePart({ move, ...props }: MoveProps) {
  const one = <MoveForm {...props} />;
  return (
    <Suspense>
      {props.detail.appointment.series_id ? (
        <SeriesMovePart {...props} move={move}>
          {one}
        </SeriesMovePart>
      ) : (
        one
      )}
    </Suspense>
  );
}

/** "Cancel…": this one by itself, or with others of its series. */
export function CancelPart(props: Props & { name: string }) {
  const { detail, business, name, onDone } = props;
  const form = (wide?: WideCancel) => (
    <CancelForm detail={detail} name={name} wide={wide} onDone={onDone} />
  );
  if (!detail.appointment.series_id) return form();
  return (
    <Suspense>
      <SeriesCancelPart detail={detail} business={business} form={form} />
    </Suspense>
  );
}
