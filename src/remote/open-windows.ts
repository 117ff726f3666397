import type { ResourceFree } from '#domain/availability/pools.ts';
import type { StaffFree } from '#domain/availability/slots.ts';
import { NO_WINDOWS, union } from '#domain/availability/windows.ts';
import type { AppError } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Day } from '#domain/rows.ts';
import { addDays, daysBetween } from '#domain/time/day.ts';

/** Days asked for at once: a month as it is drawn, with its outer weeks. */
export const SPAN_DAYS = 35;

/** A free window this young is believed; the server looks again at hold and booking anyway. */
export const FRESH_MS = 60_000;

export type OpenWindows = {
  /** Who is free when, of everything that has been fetched. */
  staff: readonly StaffFree[];
  /** Which rooms and chairs are free when. */
  resources: readonly ResourceFree[];
  /** Whether the answer for this day is there. */
  isKnown: (day: Day) => boolean;
  isLoading: boolean;
  /** The last request failed; what was known stays. */
  error: AppError | null;
};

type Answer = { staff: readonly StaffFree[]; resources?: readonly ResourceFree[] };

type Span = Required<Answer> & { atMs: number };

type Options = {
  fetch: (from: Day, to: Day) => Promise<Result<Answer>>;
  /** The first and last day that can be booked. */
  first: Day;
  last: Day;
  nowMs: () => number;
};

/**
 * The free times of a business as far as a client has looked: fetched in spans of five weeks, kept
 * in memory, shared by everybody who subscribes. Turning a page asks only for what is not known.
 */
export const openWindows = ({ fetch, first, last, nowMs }: Options) => {
  const spans = new Map<number, Span>();
  const underway = new Set<number>();
  const listeners = new Set<() => void>();
  // Raised by refresh(): an answer to an older question is thrown away.
  let question = 0;
  let error: AppError | null = null;
  let snapshot: OpenWindows = build();

  function build(): OpenWindows {
    const inOrder = [...spans.entries()].toSorted(([a], [b]) => a - b).map(([, span]) => span);
    return {
      staff: merged(inOrder.map(({ staff }) => staff)),
      resources: merged(inOrder.map(({ resources }) => resources)),
      isKnown: (day) => spans.has(indexOf(day)),
      isLoading: underway.size > 0,
      error,
    };
  }
  const changed = (): void => {
    snapshot = build();
    for (const listener of listeners) listener();
  };
  const indexOf = (day: Day): number => Math.floor(daysBetween(first, day) / SPAN_DAYS);

  const isYoung = (span: Span | undefined): boolean =>
    span !== undefined && nowMs() - span.atMs < FRESH_MS;

  const ask = async (index: number): Promise<void> => {
    const from = addDays(first, index * SPAN_DAYS);
    const end = addDays(from, SPAN_DAYS - 1);
    if (index < 0 || from > last || underway.has(index)) return;
    // What begins on the last day, or the buffer of what begins on the first one, may reach over midnight.
    const earliest = index === 0 ? addDays(first, -1) : from;
    const latest = end < last ? end : addDays(last, 1);
    const asked = question;
    underway.add(index);
    changed();
    const answer = await fetch(earliest, latest);
    if (asked !== question) return;
    underway.delete(index);
    error = answer.ok ? null : answer.error;
    if (answer.ok) {
      const { staff, resources = [] } = answer.value;
      spans.set(index, { atMs: nowMs(), staff, resources });
    }
    changed();
  };

  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: (): OpenWindows => snapshot,
    /** Asks for the days around `day` unless they are known and young. */
    ensure: async (day: Day): Promise<void> => {
      // At a border also for those beyond it, into which the work of this day may reach.
      const indexes = new Set([-1, 0, 1].map((days) => indexOf(addDays(day, days))));
      await Promise.all([...indexes].filter((index) => !isYoung(spans.get(index))).map(ask));
    },
    /** Everything that is known may have changed (a time was just taken): asks again. */
    refresh: async (): Promise<void> => {
      question += 1;
      underway.clear();
      const known = [...spans.keys()];
      for (const span of spans.values()) span.atMs = Number.NEGATIVE_INFINITY;
      await Promise.all((known.length > 0 ? known : [0]).map(ask));
    },
  };
};

export type OpenWindowsSource = ReturnType<typeof openWindows>;

const merged = <F extends StaffFree>(spans: readonly (readonly F[])[]): F[] => {
  const byId = new Map<string, F>();
  for (const one of spans.flat()) {
    const known = byId.get(one.id);
    const { free, for_buffers } = one;
    byId.set(one.id, {
      ...one,
      free: union(known?.free ?? NO_WINDOWS, free),
      ...(for_buffers && { for_buffers: union(known?.for_buffers ?? NO_WINDOWS, for_buffers) }),
    });
  }
  return [...byId.values()];
};
