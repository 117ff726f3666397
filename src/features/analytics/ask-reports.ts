import { proxy, wrap } from 'comlink';
import type { DaybookDb } from '#db/open.ts';
import type { Figures } from '#domain/analytics/figures.ts';
import type { Uuid } from '#domain/rows.ts';
import type { Answerer, Asked } from './answer.ts';

export type ReportsWorker = {
  /** false = its database cannot be opened there. */
  open: (whose: { userId: Uuid; businessId: Uuid }, onStale: () => void) => Promise<boolean>;
  ask: (asked: Asked) => Promise<Figures>;
};

/**
 * Reports about one business, counted in a worker of their own that ends with `stop`. Where no worker
 * can start, or it dies, the window counts itself: slower, but all the same.
 */
export const openReports = (
  db: DaybookDb,
  onStale: () => void,
  createWorker = newWorker,
): Answerer => {
  let isOver = false;
  const worker = createWorker();
  const first = worker && beside(worker, db, onStale);
  let source = first ?? inWindow(db, onStale);
  return {
    ask: async (asked) => {
      const used = source;
      try {
        return await (await used).ask(asked);
      } catch (error) {
        if (isOver || used !== first) throw error;
        // Another question may have found that out already.
        if (source === used) {
          worker?.terminate();
          source = inWindow(db, onStale);
        }
        return (await source).ask(asked);
      }
    },
    stop: () => {
      isOver = true;
      worker?.terminate();
      source.then(({ stop }) => stop()).catch(() => undefined);
    },
  };
};

const newWorker = (): Worker | null => {
  if (typeof Worker === 'undefined') return null;
  try {
    return new Worker(new URL('./reports-worker.ts', import.meta.url), {
      type: 'module',
      name: 'daybook-reports',
    });
  } catch {
    return null;
  }
};

const beside = async (worker: Worker, db: DaybookDb, onStale: () => void): Promise<Answerer> => {
  const died = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      reject(new Error('The worker of the reports ended.'));
    });
  });
  died.catch(() => undefined);
  const there = wrap<ReportsWorker>(worker);
  const whose = { userId: db.userId, businessId: db.businessId };
  const isOpen = await Promise.race([there.open(whose, proxy(onStale)), died]);
  if (!isOpen) throw new Error('The worker of the reports has no database.');
  return { ask: (asked) => Promise.race([there.ask(asked), died]), stop: () => undefined };
};

const inWindow = async (db: DaybookDb, onStale: () => void): Promise<Answerer> =>
  (await import('./answer.ts')).createAnswerer(db, onStale);
