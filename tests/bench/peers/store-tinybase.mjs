import { createStore } from 'peer:tinybase';
import { createIndexedDbPersister } from 'peer:tinybase/persisters/persister-indexed-db';
import { offer } from '../pages/bench.ts';

/** Cells are plain values: what is not one is kept as text. */
const cellsOf = (row) =>
  Object.fromEntries(
    Object.entries(row).flatMap(([field, value]) =>
      value === null ? [] : [[field, typeof value === 'object' ? JSON.stringify(value) : value]],
    ),
  );

offer({
  bootstrap: async () => {
    const from = performance.now();
    const store = createStore();
    const persister = createIndexedDbPersister(store, 'peer');
    for (const table of ['clients', 'appointments', 'appointment_segments']) {
      for (let offset = 0; ; offset += 2_000) {
        const answer = await fetch(`/plain/rows?table=${table}&offset=${offset}&limit=2000`);
        const rows = await answer.json();
        if (rows.length === 0) break;
        store.transaction(() => {
          for (const row of rows) store.setRow(table, row.id, cellsOf(row));
        });
      }
    }
    await persister.save();
    return { full: performance.now() - from };
  },
});
