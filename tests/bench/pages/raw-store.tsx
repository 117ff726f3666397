// The same answers of the server, fetched ahead and put into bare IndexedDB with the same indexes.
import { offer } from './bench.ts';
import { openRaw, putAll } from './raw-db.ts';

type Call = { name: string; body: string };

const post = async ({ name, body }: Call): Promise<{ tables: Record<string, object[]> }> => {
  const response = await fetch(`/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    cache: 'no-store',
  });
  return (await response.json()) as { tables: Record<string, object[]> };
};

offer({
  bootstrap: async (calls: Call[]) => {
    const from = performance.now();
    const db = await openRaw();
    let usable = 0;
    let next = post(calls[0]!);
    for (let at = 0; at < calls.length; at += 1) {
      const { tables } = await next;
      if (at + 1 < calls.length) next = post(calls[at + 1]!);
      await putAll(db, tables);
      if (at === 0) usable = performance.now() - from;
    }
    const full = performance.now() - from;
    const { usage = 0 } = await navigator.storage.estimate();
    return { usable, full, usage };
  },
  /** Nothing but the requests, one after the other, as a queue has to send them. */
  push: async (calls: Call[]) => {
    const from = performance.now();
    for (const call of calls) await post(call);
    return performance.now() - from;
  },
  coldQuery: async () => {
    const start = performance.now();
    const db = await openRaw();
    const from = new Date(Date.now() - 5 * 86_400_000).toISOString();
    const to = new Date(Date.now() + 4 * 86_400_000).toISOString();
    const range = IDBKeyRange.bound(from, to, false, true);
    const transaction = db.transaction(['appointments', 'appointment_segments', 'clients']);
    const all = (name: string) =>
      new Promise<Record<string, unknown>[]>((resolve) => {
        const request = transaction.objectStore(name).index('starts_at').getAll(range);
        request.onsuccess = () => resolve(request.result as Record<string, unknown>[]);
      });
    const [appointments] = await Promise.all([all('appointments'), all('appointment_segments')]);
    const clients = transaction.objectStore('clients');
    const ids = new Set(appointments.map((row) => row['client_id']).filter(Boolean));
    await Promise.all(
      [...ids].map(
        (id) =>
          new Promise((resolve) => {
            const request = clients.get(String(id));
            request.onsuccess = () => resolve(request.result);
          }),
      ),
    );
    return { ms: performance.now() - start, appointments: appointments.length };
  },
});
