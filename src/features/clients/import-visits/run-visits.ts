import { messageFor } from '#app/messages.ts';
import { importAppointments } from '#db/commands/import-appointments.ts';
import type { VisitImportWork, VisitsImported } from '#db/commands/import-appointments.ts';
import type { DaybookDb } from '#db/open.ts';
import { tellFailure } from '#ui/outcome.ts';
import { showToast } from '#ui/toast.ts';
import { runStore, runUndo } from '../import/run.ts';
import { importedText } from '../import/words.ts';

/** Imports and says so with a way back. Null = it failed, and that was said. */
export const runVisitImport = async (
  db: DaybookDb,
  fileName: string,
  work: VisitImportWork,
): Promise<VisitsImported | null> => {
  if (runStore.get()) return null;
  const stopper = new AbortController();
  const stop = (): void => stopper.abort();
  runStore.set(() => ({ kind: 'import', fileName, done: 0, total: work.visits.length, stop }));
  const result = await importAppointments(db, fileName, work, {
    signal: stopper.signal,
    onProgress: (progress) => runStore.set((run) => run && { ...run, ...progress }),
  });
  runStore.set(() => null);
  if (!result.ok) {
    tellFailure(result.error, messageFor);
    return null;
  }
  const { record } = result.value;
  showToast({
    type: 'success',
    title: importedText(record),
    action: { label: 'Undo', onPress: () => void runUndo(db, record) },
  });
  return result.value;
};
