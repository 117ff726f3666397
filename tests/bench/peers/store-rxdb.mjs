import { createRxDatabase } from 'peer:rxdb/plugins/core';
import { replicateRxCollection } from 'peer:rxdb/plugins/replication';
import { getRxStorageDexie } from 'peer:rxdb/plugins/storage-dexie';
import { offer } from '../pages/bench.ts';

const text = { type: 'string', maxLength: 60 };
const SCHEMAS = {
  clients: { id: text, last_name: text, email: text, phone: text },
  appointments: { id: text, starts_at: text, client_id: text },
  appointment_segments: { id: text, starts_at: text, appointment_id: text },
};
const required = {
  clients: ['id', 'last_name'],
  appointments: ['id', 'starts_at'],
  appointment_segments: ['id', 'starts_at', 'appointment_id'],
};

const open = async (name) => {
  const db = await createRxDatabase({ name, storage: getRxStorageDexie(), multiInstance: false });
  await db.addCollections(
    Object.fromEntries(
      Object.entries(SCHEMAS).map(([table, properties]) => [
        table,
        {
          schema: {
            version: 0,
            primaryKey: 'id',
            type: 'object',
            properties,
            required: required[table],
            additionalProperties: true,
            indexes: required[table].slice(1),
          },
        },
      ]),
    ),
  );
  return db;
};

let db;
let replication;

offer({
  bootstrap: async () => {
    const from = performance.now();
    db = await open('peer');
    await Promise.all(
      Object.keys(SCHEMAS).map(async (table) => {
        const one = replicateRxCollection({
          collection: db[table],
          replicationIdentifier: `bench-${table}`,
          live: false,
          pull: {
            batchSize: 2_000,
            handler: async (checkpoint, limit) => {
              const offset = checkpoint?.offset ?? 0;
              const answer = await fetch(
                `/plain/rows?table=${table}&offset=${offset}&limit=${limit}`,
              );
              const rows = await answer.json();
              return {
                documents: rows.map((row) => ({ ...row, _deleted: false })),
                checkpoint: { offset: offset + rows.length },
              };
            },
          },
        });
        one.error$.subscribe((error) => {
          throw error;
        });
        await one.awaitInitialReplication();
      }),
    );
    const full = performance.now() - from;
    return { full };
  },
  preparePush: async (count) => {
    db = await open('peer');
    const answer = await fetch(`/plain/rows?table=clients&offset=0&limit=${count}`);
    await db.clients.bulkInsert(await answer.json());
  },
  push: async () => {
    let requests = 0;
    const from = performance.now();
    replication = replicateRxCollection({
      collection: db.clients,
      replicationIdentifier: 'bench-push',
      live: false,
      push: {
        batchSize: 100,
        handler: async (rows) => {
          requests += 1;
          const answer = await fetch('/plain/push', { method: 'POST', body: JSON.stringify(rows) });
          return answer.json();
        },
      },
    });
    await replication.awaitInitialReplication();
    return { ms: performance.now() - from, requests };
  },
});
