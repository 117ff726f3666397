/**
 * The worker that makes the export: reading, writing and packing everything takes seconds, and none
 * of them is the window's.
 */
import { expose } from 'comlink';
import { openDb } from '#db/open.ts';
import { exportEverything } from './export-everything.ts';
import type { ExportWorker } from './in-worker.ts';

/** Nobody draws here: long strides are the quick ones. */
const ROWS_AT_ONCE = 2_000;

const api: ExportWorker = {
  make: async (whose, onProgress) => {
    const opened = await openDb(whose);
    if (!opened.ok) return opened;
    try {
      return await exportEverything(opened.value, { onProgress, rowsAtOnce: ROWS_AT_ONCE });
    } finally {
      opened.value.close();
    }
  },
};

expose(api);
