import { Suspense } from 'react';
import type { WideMove } from '#domain/appointments/series-plan.ts';
import type { BusinessRow } from '#domain/rows.ts';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { CancelForm, type WideCancel } from './cancel-form.tsx';

// A visit is looked at more often than it is moved.
const MoveForm = lazyPart(async () => (await import('./move-form.tsx')).MoveForm);
// Most come alone.
const GroupMovePart = lazyPart(async () => (await import('./group-move-part.tsx')).GroupMovePart);
const GroupCancelPart = lazyPart(
  async () => (await import('./group-cancel-part.tsx')).GroupCancelPart,
);
const SeriesMovePart = lazyPart(
  async () => (await import('./series-move-part.tsx')).SeriesMovePart,
);
const SeriesCancelPart = lazyPart(
  async () => (await import('./series-cancel-part.tsx')).SeriesCancelPart,
);

type Props = { detail: AppointmentDetail; business: BusinessRow; onDone: () => void };

/** `move`: where it was dragged, when others of its series or its group follow. */
type MoveProps = Props & { move?: WideMove | undefined };

/** "Move…": this one by itself, with those who come together with it, or with others of its series. */
export function MovePart({ move, ...props }: MoveProps) {
  const { series_id, group_id } = props.detail.appointment;
  const one = <MoveForm {...props} />;
  const together = group_id ? (
    <GroupMovePart {...props} move={move}>
      {one}
    </GroupMovePart>
  ) : (
    one
  );
  return (
    <Suspense>
      {series_id ? (
        <SeriesMovePart {...props} move={move}>
          {together}
        </SeriesMovePart>
      ) : (
        together
      )}
    </Suspense>
  );
}

/** "Cancel…": this one by itself, with those who come together with it, or with others of its series. */
export function CancelPart(props: Props & { name: string }) {
  const { detail, business, name, onDone } = props;
  const { series_id, group_id } = detail.appointment;
  const form = (wide?: WideCancel) => (
    <CancelForm detail={detail} business={business} name={name} wide={wide} onDone={onDone} />
  );
  const together = (wide?: WideCancel) =>
    group_id && !wide ? (
      <GroupCancelPart detail={detail} business={business} form={form} />
    ) : (
      form(wide)
    );
  if (!series_id) return <Suspense>{together()}</Suspense>;
  return (
    <Suspense>
      <SeriesCancelPart detail={detail} business={business} form={together} />
    </Suspense>
  );
}
