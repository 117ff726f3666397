import { useEffect, useState } from 'react';
import type { Day } from '#domain/rows.ts';
import { whenAtRest } from './at-rest.ts';
import { stepDate, type CalendarView } from './period.ts';
import type { FilledPeriod } from './use-calendar-model.ts';

/**
 * A period to draw out of sight beside the one that begins with `first`, so that going there only
 * uncovers it: laying out and painting are most of such a step. It is the next one in the direction
 * of the last step, a column whenever the browser rests, so that no click waits for the whole. Right
 * after a step it is still the period that was left: taking it away can wait as well.
 */
export function useNeighbour(
  view: CalendarView,
  first: Day,
  periodAt: (date: Day) => FilledPeriod,
): FilledPeriod | null {
  const [state, setState] = useState<State>({ view, first, other: null, count: 0, direction: 1 });
  let now = state;
  if (now.view !== view) {
    now = { view, first, other: null, count: 0, direction: 1 };
  } else if (now.first !== first) {
    const direction = first > now.first ? 1 : -1;
    now = { view, first, other: now.first, count: Number.POSITIVE_INFINITY, direction };
  }
  if (now !== state) setState(now);

  const { other, count } = now;
  const wanted = stepDate(view, first, now.direction);
  const period = other === null ? null : periodAt(other);
  const isDone = other === wanted && count >= (period?.columns.length ?? 0);
  useEffect(() => {
    if (isDone) return;
    return whenAtRest(() =>
      setState((last) =>
        last.other === wanted
          ? { ...last, count: last.count + 1 }
          : { ...last, other: wanted, count: 1 },
      ),
    );
  }, [isDone, wanted, count]);

  return period && { ...period, columns: period.columns.slice(0, count) };
}

type State = {
  view: CalendarView;
  first: Day;
  /** The first day of the other period; null = none yet. */
  other: Day | null;
  /** How many of its columns are drawn. */
  count: number;
  direction: -1 | 1;
};
