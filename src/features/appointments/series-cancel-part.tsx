import { useState, type ReactNode } from 'react';
import { seriesTargets, type SeriesScope } from '#domain/appointments/series-plan.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { cancelSeries } from '#db/commands/series-edit.ts';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import { useDb } from '#db/use-query.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { List } from '#ui/list.tsx';
import type { WideCancel } from './cancel-form.tsx';
import { ScopeField } from './scope-field.tsx';
import { useSeries } from './use-series.ts';

/** How far a cancellation reaches, with every date that it gives up; `form` asks why and does it. */
export function SeriesCancelPart({
  detail,
  business,
  form,
}: {
  detail: AppointmentDetail;
  business: BusinessRow;
  form: (wide?: WideCancel) => ReactNode;
}) {
  const db = useDb();
  const { appointment } = detail;
  const view = useSeries(appointment);
  const [scope, setScope] = useState<SeriesScope>('this');
  if (!view) return form();
  const now = db.now();
  const targets = seriesTargets(view.members, appointment.id, scope, { now, withDetached: true });
  const ids = targets.map(({ id }) => id);
  const { date, time } = businessFormats(business);
  return (
    <div className="grid gap-4">
      <ScopeField
        view={view}
        appointment={appointment}
        now={now}
        withDetached
        scope={scope}
        onChange={setScope}
      />
      {scope !== 'this' && targets.length > 0 && (
        <List label="Dates that are cancelled">
          {targets.map(({ id, starts_at, series_detached }) => (
            <li key={id} className="px-4 py-2 tabular-nums">
              {date(starts_at, DAY)}, {time(starts_at)}
              {series_detached && <span className="text-sm text-muted"> · moved by hand</span>}
            </li>
          ))}
        </List>
      )}
      {scope === 'this'
        ? form()
        : form({
            ids,
            cancel: (why) => cancelSeries(db, view.series.id, ids, why),
          })}
    </div>
  );
}

const DAY = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' } as const;
