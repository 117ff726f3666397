import type { DaybookDb } from '#db/open.ts';
import { clientNames } from '#db/queries/client-names.ts';
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
    ask: async ({ timeZone, ...question }) => {
      const figures = figuresOf(await keeper.book(), { ...question, zone: zoneOf(timeZone) });
      return { ...figures, lapsed: await named(db, figures.lapsed) };
    },
    stop: keeper.stop,
  };
};

/** The names of those who are shown; the book knows clients by their ids alone. */
const named = async (db: DaybookDb, lapsed: Figures['lapsed']): Promise<Figures['lapsed']> => {
  const names = await clientNames(
    db,
    lapsed.list.map(({ clientId }) => clientId),
  );
  // Who is gone meanwhile has no name any more.
  const list = lapsed.list.flatMap((one) => {
    const name = names.get(one.clientId);
    return name === undefined ? [] : { ...one, name };
  });
  return { ...lapsed, list };
};
