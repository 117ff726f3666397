/** The worker that counts reports: two years of rows are read and summed beside the window. */
import { expose } from 'comlink';
import { openDb } from '#db/open.ts';
import { must } from '#domain/errors/assert.ts';
import { createAnswerer } from './answer.ts';
import type { Answerer } from './answer.ts';
import type { ReportsWorker } from './ask-reports.ts';

let answerer: Answerer | null = null;

const api: ReportsWorker = {
  open: async (whose, onStale) => {
    const opened = await openDb(whose);
    if (opened.ok) answerer = createAnswerer(opened.value, onStale);
    return opened.ok;
  },
  ask: (asked) => must(answerer, 'open comes before ask').ask(asked),
};

expose(api);
