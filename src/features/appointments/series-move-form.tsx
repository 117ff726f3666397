import { useState } from 'react';
import {
  planSeriesMove,
  seriesTargets,
  type SeriesScope,
  type WideMove,
} from '#domain/appointments/series-plan.ts';
import { ruleFault, ruleText, type SeriesRule } from '#domain/appointments/series-rule.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { tellDone } from '#app/tell.ts';
import { moveSeries } from '#db/commands/series.ts';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import { segmentsOfAll, type SeriesView } from '#db/queries/series.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { AppError } from '#domain/errors/result.ts';
import { ok } from '#domain/errors/result.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { clockText, minuteOfClock, wallAt } from '#domain/time/clock-text.ts';
import { isDay } from '#domain/time/day.ts';
import { SwitchField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { repeatOf, rhythmOfDraft } from '#domain/appointments/repeat-draft.ts';
import { RepeatFields } from '#ui/repeat-fields.tsx';
import { countWords } from './count-words.ts';
import { PlaceFields } from './place-fields.tsx';
import { draggedTo } from './dragged-to.ts';
import { keptDates, openWords } from './save-series.ts';
import { SeriesDates } from './series-dates.tsx';
import { StepForm } from './step-form.tsx';
import { segmentsAt, useDateDecisions } from './use-date-decisions.ts';
import { useSaveOnceReady } from './use-save-once-ready.ts';

type Props = {
  detail: AppointmentDetail;
  business: BusinessRow;
  view: SeriesView;
  rule: SeriesRule;
  scope: SeriesScope;
  /** Where the one that is open was dragged. */
  move: WideMove | undefined;
  onDone: () => void;
};

/** Another time, person, length or rhythm for many dates; all of them are seen before anything is saved. */
export function SeriesMoveForm(props: Props) {
  const { detail, business, view, rule, scope, move, onDone } = props;
  const db = useDb();
  const { appointment } = detail;
  const zone = view.series.time_zone;
  const formats = businessFormats(business);
  const [now] = useState(() => db.now());
  const targets = seriesTargets(view.members, appointment.id, scope, { now });
  // The one that was opened may be past: then the fields are about the next one to come.
  const chosen = targets.find(({ id }) => id === appointment.id) ?? targets[0];
  const wall = wallAt(zone, chosen?.starts_at ?? appointment.starts_at);
  const only = detail.segments.length === 1 ? detail.segments[0]?.segment : undefined;
  const [draft, setDraft] = useState(() => ({
    day: wall.day,
    time: clockText(wall.minute),
    staffId: only?.staff_id ?? null,
    duration: only ? String(only.duration_min) : null,
    ...(move && chosen?.id === appointment.id ? draggedTo(move, detail, zone) : {}),
  }));
  const [repeat, setRepeat] = useState(() => repeatOf(rule.rhythm));
  const [isOther, setOther] = useState(false);
  const [isTried, setTried] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const staff = useQuery((database) => database.rows('staff').orderBy('id').toArray(), []) ?? [];

  const minute = minuteOfClock(draft.time);
  const duration = Number(draft.duration);
  const isLength =
    draft.duration === null || (Number.isInteger(duration) && duration >= 5 && duration <= 1440);
  const isSound = minute !== null && isDay(draft.day) && isLength;
  const newRhythm = isOther ? rhythmOfDraft(repeat, draft.day) : null;
  const fault = newRhythm ? ruleFault({ rhythm: newRhythm, end: { count: 2 } }, draft.day) : null;
  const plan =
    isSound && !fault
      ? planSeriesMove({
          rhythm: rule.rhythm,
          timeZone: zone,
          targets,
          chosenId: chosen?.id ?? '',
          to: { day: draft.day, minute },
          newRhythm: newRhythm ?? undefined,
        })
      : null;
  const ids = targets.map(({ id }) => id);
  const parts = useQuery((database) => segmentsOfAll(database, ids), [ids.join()]);
  const wanted =
    plan && parts
      ? plan.dates.map(({ id, startsAt }) => ({
          key: id,
          startsAt,
          segments: segmentsAt(parts.get(id) ?? [], startsAt).map((segment) =>
            draft.staffId === null
              ? segment
              : { ...segment, staff_id: draft.staffId, duration_min: duration },
          ),
        }))
      : null;
  const dates = useDateDecisions(wanted, ids);
  const kept = keptDates(dates.rows);

  const { press, isBusy } = useSaveOnceReady(dates.isReady, async () => {
    setTried(true);
    if (!plan || dates.open > 0 || minute === null) return;
    const result = await moveSeries(db, {
      id: view.series.id,
      layout: {
        rule: ruleText({ rhythm: plan.rhythm, end: { count: plan.dates.length } }),
        starts_on: plan.startsOn,
        start_minute: minute,
        first_index: plan.firstIndex,
      },
      dates: kept.map(({ key, ...date }) => ({ ...date, id: key })),
      leftIds: dates.rows.flatMap(({ key, startsAt }) => (startsAt === null ? key : [])),
      ...(draft.staffId === null ? {} : { staffId: draft.staffId, durationMin: duration }),
    });
    if (!result.ok) return setError(result.error);
    tellDone(ok({ undo: result.value.undo }), `${countWords(kept.length)} moved`);
    onDone();
  });

  if (targets.length === 0) {
    return <p className="text-muted">No date of this series is still to come.</p>;
  }
  return (
    <StepForm
      submitLabel={`Move ${countWords(kept.length)}`}
      isOver={kept.some(({ acceptOverlap }) => acceptOverlap)}
      isBusy={isBusy}
      error={error}
      onSubmit={press}
      onBack={onDone}
    >
      <PlaceFields
        draft={draft}
        staff={staff}
        faults={{
          time: isTried && minute === null ? 'Choose a time.' : undefined,
          duration: isTried && !isLength ? 'From 5 to 1,440.' : undefined,
        }}
        onChange={(part) => {
          setError(null);
          setDraft((was) => ({ ...was, ...part }));
        }}
      />
      <SwitchField label="Change how it repeats" value={isOther} onChange={setOther} />
      {isOther && (
        <RepeatFields
          draft={repeat}
          day={draft.day}
          locale={business.locale}
          weekStart={business.week_start}
          fault={fault}
          withEnd={false}
          onChange={setRepeat}
        />
      )}
      <SeriesDates dates={dates} staff={staff} formats={formats} skipWords="Leave as it is" />
      {isTried && dates.open > 0 && <Notice tone="danger">{openWords(dates.open)}</Notice>}
    </StepForm>
  );
}
