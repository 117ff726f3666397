import { useState, type ReactNode } from 'react';
import type { SeriesScope, WideMove } from '#domain/appointments/series-plan.ts';
import type { BusinessRow } from '#domain/rows.ts';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import { useDb } from '#db/use-query.ts';
import { ScopeField } from './scope-field.tsx';
import { SeriesMoveForm } from './series-move-form.tsx';
import { useSeries } from './use-series.ts';

/** How far a move reaches, and the form for it; `children` moves this one alone. */
export function SeriesMovePart({
  move,
  children,
  ...props
}: {
  detail: AppointmentDetail;
  business: BusinessRow;
  onDone: () => void;
  /** Where this one was dragged. */
  move: WideMove | undefined;
  children: ReactNode;
}) {
  const db = useDb();
  const { appointment } = props.detail;
  const view = useSeries(appointment);
  const [scope, setScope] = useState<SeriesScope>(
    move && move.scope !== 'group' ? move.scope : 'this',
  );
  const rule = view?.rule;
  // One tree from the start: what is typed before the series is known must not begin anew.
  return (
    <div className="grid gap-4">
      {view && rule && (
        <ScopeField
          view={view}
          appointment={appointment}
          now={db.now()}
          withDetached={false}
          scope={scope}
          onChange={setScope}
        />
      )}
      {view && rule && scope !== 'this' ? (
        <SeriesMoveForm {...props} key={scope} view={view} rule={rule} scope={scope} move={move} />
      ) : (
        children
      )}
    </div>
  );
}
