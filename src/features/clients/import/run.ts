import { importClients, undoImport } from '#db/commands/import-clients.ts';
import type { ImportProgress, UndoneImport } from '#db/commands/import-clients.ts';
import type { DaybookDb } from '#db/open.ts';
import type { ImportRecord } from '#db/schema.ts';
import type { ImportWork } from '#domain/clients/import-plan.ts';
import { messageFor } from '#app/messages.ts';
import { createBreather } from '#platform/breathe.ts';
import { tellFailure } from '#ui/outcome.ts';
import { createStore } from '#ui/store.ts';
import { showToast } from '#ui/toast.ts';
import { importedText, undoneText } from './words.ts';

/** What is going on; it goes on while the person looks at other screens. */
export type Run = ImportProgress & { kind: 'import' | 'undo'; fileName: string; stop?: () => void };

export const runStore = createStore<Run | null>(null);

/** Imports and says so with a way back. Null = it failed, and that was said. */
export const runImport = async (
  db: DaybookDb,
  fileName: string,
  work: ImportWork,
): Promise<ImportRecord | null> => {
  const stopper = new AbortController();
  const stop = (): void => stopper.abort();
  const total = work.creates.length + work.updates.length;
  runStore.set(() => ({ kind: 'import', fileName, done: 0, total, stop }));
  const result = await importClients(db, fileName, work, {
    signal: stopper.signal,
    breathe: createBreather(),
    onProgress: (progress) => runStore.set((run) => run && { ...run, ...progress }),
  });
  runStore.set(() => null);
  if (!result.ok) {
    tellFailure(result.error, messageFor);
    return null;
  }
  const record = result.value;
  showToast({
    type: 'success',
    title: importedText(record),
    action: { label: 'Undo', onPress: () => void runUndo(db, record) },
  });
  return record;
};

export const runUndo = async (
  db: DaybookDb,
  record: ImportRecord,
): Promise<UndoneImport | null> => {
  if (runStore.get()) return null;
  const total = (record.booked ?? []).length + record.created.length + record.updated.length;
  runStore.set(() => ({ kind: 'undo', fileName: record.file_name, done: 0, total }));
  const result = await undoImport(db, record.id, {
    onProgress: (progress) => runStore.set((run) => run && { ...run, ...progress }),
  });
  runStore.set(() => null);
  if (!result.ok) {
    tellFailure(result.error, messageFor);
    return null;
  }
  showToast({ type: 'success', title: undoneText(result.value) });
  return result.value;
};
