import { useState } from 'react';
import { planMore } from '#domain/appointments/series-plan.ts';
import { ruleText, SERIES_COUNT, type SeriesRule } from '#domain/appointments/series-rule.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { tellDone } from '#app/tell.ts';
import { extendSeries } from '#db/commands/series.ts';
import { segmentsOfAll, type SeriesView } from '#db/queries/series.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { AppError } from '#domain/errors/result.ts';
import { ok } from '#domain/errors/result.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { instantAtWall } from '#domain/time/clock-text.ts';
import { TextField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { countWords } from './count-words.ts';
import { keptDates, openWords } from './save-series.ts';
import { SeriesDates } from './series-dates.tsx';
import { StepForm } from './step-form.tsx';
import { segmentsAt, useDateDecisions } from './use-date-decisions.ts';
import { useSaveOnceReady } from './use-save-once-ready.ts';

/** More dates for a series that runs out, agreed like its last one. */
export function ExtendForm({
  view,
  rule,
  business,
  onDone,
}: {
  view: SeriesView;
  rule: SeriesRule;
  business: BusinessRow;
  onDone: () => void;
}) {
  const db = useDb();
  const { series, members } = view;
  const [typed, setTyped] = useState('6');
  const [isTried, setTried] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const staff = useQuery((database) => database.rows('staff').orderBy('id').toArray(), []) ?? [];
  const count = Number(typed);
  const isSound = Number.isInteger(count) && count >= 1 && count < SERIES_COUNT.max;
  // What was moved by hand or given up says less about the rest than one that was not.
  const like =
    members.findLast((row) => row.status !== 'cancelled' && !row.series_detached) ?? members.at(-1);
  const likeId = like?.id ?? '';
  const parts = useQuery((database) => segmentsOfAll(database, [likeId]), [likeId])?.get(likeId);
  const lastIndex = Math.max(0, ...members.map(({ series_index }) => series_index ?? 0));
  const more = isSound
    ? planMore(
        { rhythm: rule.rhythm, startsOn: series.starts_on, firstIndex: series.first_index },
        lastIndex,
        count,
      )
    : null;
  const wanted =
    more && parts && parts.length > 0
      ? more.dates.map(({ index, day }) => {
          const startsAt = instantAtWall(series.time_zone, day, series.start_minute);
          return { key: String(index), startsAt, segments: segmentsAt(parts, startsAt) };
        })
      : null;
  const dates = useDateDecisions(wanted, []);
  const kept = keptDates(dates.rows);

  const { press, isBusy } = useSaveOnceReady(dates.isReady, async () => {
    setTried(true);
    if (!more || dates.open > 0 || kept.length === 0) return;
    const result = await extendSeries(
      db,
      likeId,
      {
        rule: ruleText({ rhythm: rule.rhythm, end: { count: more.dates.length + 1 } }),
        starts_on: more.startsOn,
        start_minute: series.start_minute,
        first_index: more.firstIndex,
      },
      kept.map(({ key, ...date }) => ({ ...date, index: Number(key) })),
    );
    if (!result.ok) return setError(result.error);
    tellDone(ok({ undo: result.value.undo }), `${countWords(kept.length)} added`);
    onDone();
  });
  return (
    <StepForm
      className="border-t border-line pt-3"
      submitLabel={`Add ${countWords(kept.length)}`}
      isBusy={isBusy}
      error={error}
      onSubmit={press}
      onBack={onDone}
    >
      <TextField
        label="How many more"
        type="number"
        inputMode="numeric"
        value={typed}
        error={isSound ? undefined : `From 1 to ${SERIES_COUNT.max - 1}.`}
        onChange={setTyped}
      />
      <SeriesDates
        dates={dates}
        staff={staff}
        formats={businessFormats(business)}
        skipWords="Leave out"
      />
      {isTried && dates.open > 0 && <Notice tone="danger">{openWords(dates.open)}</Notice>}
    </StepForm>
  );
}
