import { firstOpenDay } from '#domain/availability/open-days.ts';
import type { OpenDays } from '#domain/availability/open-days.ts';
import type { Day, Instant } from '#domain/rows.ts';
import { addDays, addMonths, isDay, monthStart } from '#domain/time/day.ts';
import { DATE_WEEKDAY, MONTH_LONG, formatDate, formatTime } from '#domain/time/format.ts';
import type { Zone } from '#domain/time/zone.ts';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { MonthGrid } from './month-grid.tsx';
import { Notice } from './notice.tsx';
import { Spinner } from './spinner.tsx';
import { TimeList } from './time-list.tsx';

export type DayTimePickerProps = {
  days: OpenDays;
  /** Times that are marked as suggestions. */
  suggested: ReadonlySet<Instant>;
  /** Whether it is known what is free on a day. */
  isKnown: (day: Day) => boolean;
  isLoading: boolean;
  today: Day;
  /** The first and last day that can be reached. */
  first: Day;
  last: Day;
  /** Asks for the free times around a day that comes into view. */
  onView: (day: Day) => void;
  /** What went wrong when asking, in words; null = nothing. */
  failure: string | null;
  onRetry: () => void;
  chosen: Instant | null;
  /** The day to begin with, where nothing is chosen yet; one that nobody can reach is none. */
  wish?: string | null;
  busy: Instant | null;
  onPick: (at: Instant) => void;
  /** The clock that the page speaks of. */
  zone: Zone;
  /** Another clock that shows something else, and what its times are called ("your time"). */
  otherClock: { zone: Zone; label: string } | null;
  locale: string;
  timeFormat: 'h12' | 'h23';
  weekStart: number;
  /** Said when nothing at all is free. */
  nothing: ReactNode;
};

/**
 * A day and a time of it: a month of days beside the times of one day. Changing the day or the
 * month answers from what is there; the month opens where something is free.
 */
export function DayTimePicker(props: DayTimePickerProps) {
  const { days, first, last, zone, locale, chosen, isKnown, isLoading } = props;
  const [pickedDay, setPickedDay] = useState<Day | null>(null);
  const [pickedMonth, setPickedMonth] = useState<Day | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const picker = useRef<HTMLDivElement>(null);
  const headingId = useId();

  const earliest = firstOpenDay(days);
  const chosenDay =
    chosen && ([...days].find(([, starts]) => starts.includes(chosen))?.[0] ?? null);
  const wish = isReachable(props.wish, first, last) ? props.wish : null;
  const wanted = pickedDay ?? chosenDay ?? wish;
  const day = (wanted && firstOpenDay(days, wanted)) ?? earliest;
  const month = pickedMonth ?? monthStart(chosenDay ?? wish ?? day ?? first);
  const starts = (day === null ? undefined : days.get(day)) ?? NONE;

  // The ends of a month may lie in different spans of what is fetched.
  const monthEnd = addDays(addMonths(month, 1), -1);
  const viewedFrom = month < first ? first : month;
  const viewedTo = monthEnd > last ? last : monthEnd;
  const { onView } = props;
  useEffect(() => {
    onView(viewedFrom);
    onView(viewedTo);
  }, [viewedFrom, viewedTo, onView]);

  // That nothing at all is free is said once all of it was looked at.
  const unseen = earliest === null ? firstUnknown(first, last, isKnown) : null;
  const lookAt = props.failure === null ? unseen : null;
  useEffect(() => {
    if (lookAt !== null && !isLoading) onView(lookAt);
  }, [lookAt, isLoading, onView]);

  const dayName = (value: Day): string => formatDate(value, { locale, parts: DATE_WEEKDAY });

  // The same functions while the times are the same: another month does not draw them again.
  const { otherClock, timeFormat } = props;
  const format = useMemo(() => timeIn(zone, { locale, timeFormat }), [zone, locale, timeFormat]);
  const alsoAs = useMemo(() => {
    if (otherClock === null) return null;
    const time = timeIn(otherClock.zone, { locale, timeFormat });
    return (at: Instant) => `${time(at)} ${otherClock.label}`;
  }, [otherClock, locale, timeFormat]);
  const onPick = useRef(props.onPick);
  useEffect(() => void (onPick.current = props.onPick));
  const pick = useCallback((at: Instant) => onPick.current(at), []);
  /** A day that is open, with its first time. */
  const firstTime = (value: Day): string =>
    [dayName(value), ...(days.get(value) ?? []).slice(0, 1).map(format)].join(', ');

  const choose = (value: Day, takesFocus: boolean) => {
    setPickedDay(value);
    setPickedMonth(monthStart(value));
    if (!takesFocus) return;
    // The next frame: the heading has to name the new day first.
    requestAnimationFrame(() => heading.current?.focus());
  };
  const backToDays = () =>
    picker.current?.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();

  const isMonthKnown = isKnown(viewedFrom) && isKnown(viewedTo);
  const hasOpenDay = [...days.keys()].some((value) => value.startsWith(month.slice(0, 7)));
  const next = firstOpenDay(days, month) ?? earliest;

  return (
    <div
      ref={picker}
      className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(20rem,26rem)_1fr] lg:gap-10"
    >
      {props.failure !== null && (
        <div className="lg:col-span-2">
          <Notice tone="warning" live title={props.failure}>
            <Button size="sm" className="mt-2" busy={isLoading} onClick={props.onRetry}>
              Try again
            </Button>
          </Notice>
        </div>
      )}
      <div className="max-w-lg">
        <MonthGrid
          month={month}
          onMonth={setPickedMonth}
          first={first}
          last={last}
          today={props.today}
          selected={day}
          onSelect={(value) => choose(value, true)}
          dayState={(value) => {
            const count = days.get(value)?.length ?? 0;
            if (count > 0)
              return { open: true, spoken: `${count} ${count === 1 ? 'time' : 'times'} free` };
            return { open: false, spoken: isKnown(value) ? 'nothing free' : 'not known yet' };
          }}
          weekStart={props.weekStart}
          locale={locale}
        />
        {!hasOpenDay && isMonthKnown && next && (
          <div className="mt-3 grid gap-2 rounded-lg bg-raised p-4" role="status">
            <p>Nothing free in {formatDate(month, { locale, parts: MONTH_LONG })}.</p>
            <Button size="sm" onClick={() => choose(next, true)}>
              Next free day: {firstTime(next)}
            </Button>
          </div>
        )}
        {earliest && hasOpenDay && day !== earliest && (
          <Button
            variant="quiet"
            size="sm"
            className="mt-2 -ml-3"
            onClick={() => choose(earliest, true)}
          >
            Earliest: {firstTime(earliest)}
          </Button>
        )}
      </div>
      <section aria-labelledby={headingId}>
        {day ? (
          <>
            <h2
              id={headingId}
              ref={heading}
              tabIndex={-1}
              className="mb-3 text-lg font-semibold outline-none"
            >
              {dayName(day)}
              <span className="sr-only">
                , {starts.length} {starts.length === 1 ? 'time' : 'times'} free
              </span>
            </h2>
            {starts.some((at) => props.suggested.has(at)) && (
              <p className="mb-3 text-sm text-muted">Suggested times leave no gap in the day.</p>
            )}
            <TimeList
              starts={starts}
              suggested={props.suggested}
              zone={zone}
              format={format}
              alsoAs={alsoAs}
              chosen={chosen}
              busy={props.busy}
              onPick={pick}
            />
            <Button variant="quiet" size="sm" className="mt-4 -ml-3" onClick={backToDays}>
              Choose another day
            </Button>
          </>
        ) : (
          <div id={headingId} role="status">
            {isLoading || lookAt !== null ? (
              <Spinner label="Looking for free times" />
            ) : (
              unseen === null && props.nothing
            )}
          </div>
        )}
      </section>
    </div>
  );
}

const NONE: readonly Instant[] = [];

const timeIn = (
  { name }: Zone,
  { locale, timeFormat }: Pick<DayTimePickerProps, 'locale' | 'timeFormat'>,
) => {
  const parts = { hour: 'numeric', minute: '2-digit', hourCycle: timeFormat } as const;
  return (at: Instant): string => formatTime(at, { locale, timeZone: name, parts });
};

const isReachable = (wish: string | null | undefined, first: Day, last: Day): wish is Day =>
  typeof wish === 'string' && isDay(wish) && wish >= first && wish <= last;

/** The first day of which it is not known what is free; null = there is none. */
const firstUnknown = (first: Day, last: Day, isKnown: (day: Day) => boolean): Day | null => {
  for (let day = first; day <= last; day = addDays(day, 1)) {
    if (!isKnown(day)) return day;
  }
  return null;
};
