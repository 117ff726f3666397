import type { DaybookDb } from '#db/open.ts';
import type { AppError } from '#domain/errors/result.ts';
import { download } from '#platform/download.ts';
import { log, logError } from '#platform/log.ts';
import { createStore } from '#ui/store.ts';
import type { Exported } from './export-everything.ts';

/** What is going on or was the last; it goes on while the person looks at other screens. */
export type Run =
  | { kind: 'running'; done: number; total: number; stop: () => void }
  | { kind: 'saved'; name: string; bytes: number; facts: Exported['facts'] }
  | { kind: 'stopped' }
  | { kind: 'failed'; error: AppError };

/** With the database that it belongs to: another business is another matter. */
export const runStore = createStore<{ of: string; run: Run } | null>(null);

export const runExport = async (db: DaybookDb): Promise<void> => {
  if (runStore.get()?.run.kind === 'running') return;
  const show = (run: Run): void => runStore.set(() => ({ of: db.name, run }));
  const stopper = new AbortController();
  const stop = (): void => stopper.abort();
  show({ kind: 'running', done: 0, total: 0, stop });
  try {
    const { exportInWorker } = await import('./in-worker.ts');
    const result = await exportInWorker(db, {
      signal: stopper.signal,
      onProgress: (progress) => show({ kind: 'running', ...progress, stop }),
    });
    if (!result.ok) {
      log('info', 'The export failed', { error: result.error });
      return show({ kind: 'failed', error: result.error });
    }
    if (!result.value) return show({ kind: 'stopped' });
    const { file, name, facts } = result.value;
    download(name, file, file.type);
    show({ kind: 'saved', name, bytes: file.size, facts });
  } catch (error) {
    logError('The export failed', error);
    show({ kind: 'failed', error: { code: 'unknown', detail: String(error) } });
  }
};
