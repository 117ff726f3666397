import type { DaybookDb } from '#db/open.ts';
import { keepBook } from '#db/queries/report-book.ts';
import { figuresOf } from '#domain/analytics/figures.ts';
import type { Figures, Question } from '#domain/analytics/figures.ts';
import { zoneOf } from '#domain/time/zone.ts';

/** A question as it crosses to the worker: zones do not. */
export type Asked = Omit<Question, 'zone'> & { timeZone: string };

export type Answerer = { ask: (asked: Asked) => Promise<Figures>; stop: () => void };

/** Answers questions about one business. Slow the first time, when everything is read. */
export const createAnswerer = (db: DaybookDb, onStale: () => void): Answerer => {
  const keeper = keepBook(db, onStale);
  return {
    ask: async ({ timeZone, ...question }) =>
      figuresOf(await keeper.book(), { ...question, zone: zoneOf(timeZone) }),
    stop: keeper.stop,
  };
};
