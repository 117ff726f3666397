import { proxy, wrap } from 'comlink';
import type { DaybookDb } from '#db/open.ts';
import { ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import type { Exported, Progress } from './export-everything.ts';

export type ExportWorker = {
  make: (
    whose: { userId: Uuid; businessId: Uuid },
    onProgress: (progress: Progress) => void,
  ) => Promise<Result<Exported | null>>;
};

type Options = { signal: AbortSignal; onProgress: (progress: Progress) => void };

/**
 * `exportEverything` in a worker of its own, which ends with it: the window stays free. Where no
 * worker can start, the window does it in small steps, slower but all the same.
 */
export const exportInWorker = async (
  db: DaybookDb,
  options: Options,
  createWorker = newWorker,
): Promise<Result<Exported | null>> => {
  const worker = createWorker();
  const made = worker && (await beside(worker, db, options));
  return made ?? inWindow(db, options);
};

const newWorker = (): Worker | null => {
  if (typeof Worker === 'undefined') return null;
  try {
    return new Worker(new URL('./export-worker.ts', import.meta.url), {
      type: 'module',
      name: 'daybook-export',
    });
  } catch {
    return null;
  }
};

/** null = the worker did not start. */
const beside = async (
  worker: Worker,
  db: DaybookDb,
  { signal, onProgress }: Options,
): Promise<Result<Exported | null> | null> => {
  try {
    return await new Promise<Result<Exported | null> | null>((resolve, reject) => {
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        resolve(null);
      });
      // It only reads: there is nothing to put in order before it ends.
      signal.addEventListener('abort', () => resolve(ok(null)));
      const whose = { userId: db.userId, businessId: db.businessId };
      wrap<ExportWorker>(worker).make(whose, proxy(onProgress)).then(resolve, reject);
    });
  } finally {
    worker.terminate();
  }
};

const inWindow = async (db: DaybookDb, options: Options): Promise<Result<Exported | null>> => {
  const [{ exportEverything }, { createBreather }] = await Promise.all([
    import('./export-everything.ts'),
    import('#platform/breathe.ts'),
  ]);
  return exportEverything(db, { ...options, breathe: createBreather() });
};
