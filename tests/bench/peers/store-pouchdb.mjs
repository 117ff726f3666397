import PouchDB from 'peer:pouchdb-browser';
import { offer } from '../pages/bench.ts';

offer({
  bootstrap: async () => {
    const from = performance.now();
    for (const table of ['clients', 'appointments', 'appointment_segments']) {
      const db = new PouchDB(`peer-${table}`, { auto_compaction: true });
      for (let offset = 0; ; offset += 2_000) {
        const answer = await fetch(`/plain/rows?table=${table}&offset=${offset}&limit=2000`);
        const rows = await answer.json();
        if (rows.length === 0) break;
        await db.bulkDocs(rows.map((row) => ({ ...row, _id: row.id })));
      }
    }
    return { full: performance.now() - from };
  },
});
