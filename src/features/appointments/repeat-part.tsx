import { useEffect, useState } from 'react';
import type { BusinessRow, Day, StaffRow } from '#domain/rows.ts';
import type { SegmentInput } from '#domain/appointments/schema.ts';
import { workAt } from '#domain/appointments/busy.ts';
import { expandRule, ruleText } from '#domain/appointments/series-rule.ts';
import type { SeriesDate, SeriesLayout } from '#db/commands/series.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { instantAtWall } from '#domain/time/clock-text.ts';
import { Notice } from '#ui/notice.tsx';
import { NO_REPEAT, ruleOfDraft } from '#domain/appointments/repeat-draft.ts';
import { RepeatFields } from '#ui/repeat-fields.tsx';
import { keptDates, openWords } from './save-series.ts';
import { SeriesDates } from './series-dates.tsx';
import { segmentsAt, useDateDecisions } from './use-date-decisions.ts';
import type { PlaceKind } from './visit-place-draft.ts';

/** What would be booked; null = it does not repeat. */
export type RepeatPlan = {
  /** null = something is missing. */
  layout: SeriesLayout | null;
  dates: (SeriesDate & { index: number })[];
  /** Every date was looked at. */
  isReady: boolean;
  /** Those that clash are decided. */
  isDecided: boolean;
};

/** "Repeats" of a new visit: its fields, its dates, and what is decided about those that clash. */
export function RepeatPart({
  day,
  minute,
  segments,
  place,
  business,
  staff,
  isTried,
  onPlan,
}: {
  day: Day;
  minute: number | null;
  /** null while something of the visit is missing. */
  segments: readonly SegmentInput[] | null;
  place: PlaceKind;
  business: BusinessRow;
  staff: readonly Pick<StaffRow, 'id' | 'display_name'>[];
  /** Somebody wanted to save. */
  isTried: boolean;
  onPlan: (plan: RepeatPlan | null) => void;
}) {
  const [draft, setDraft] = useState(NO_REPEAT);
  const { rule, fault } = ruleOfDraft(draft, day);
  const work = (segments ?? []).map((segment) => workAt(segment, place));
  const wanted =
    rule && segments && minute !== null
      ? expandRule(rule, day).map((on, index) => {
          const startsAt = instantAtWall(business.time_zone, on, minute);
          return { key: String(index), startsAt, segments: segmentsAt(work, startsAt) };
        })
      : null;
  const dates = useDateDecisions(wanted, []);
  const plan: RepeatPlan | null =
    draft.unit === 'none'
      ? null
      : {
          layout:
            rule && minute !== null
              ? { rule: ruleText(rule), starts_on: day, start_minute: minute, first_index: 0 }
              : null,
          dates: keptDates(dates.rows).map(({ key, ...date }) => ({ ...date, index: Number(key) })),
          isReady: dates.isReady,
          isDecided: wanted !== null && dates.open === 0,
        };
  // The sheet around it saves: it has the button, and what else belongs to the visit.
  const text = JSON.stringify(plan);
  useEffect(() => onPlan(JSON.parse(text) as RepeatPlan | null), [text, onPlan]);
  return (
    <div className="grid gap-4">
      <RepeatFields
        draft={draft}
        day={day}
        locale={business.locale}
        weekStart={business.week_start}
        fault={fault}
        countLabel="How many appointments"
        onChange={setDraft}
      />
      <SeriesDates
        dates={dates}
        staff={staff}
        formats={businessFormats(business)}
        skipWords="Leave out"
      />
      {isTried && dates.open > 0 && <Notice tone="danger">{openWords(dates.open)}</Notice>}
    </div>
  );
}
