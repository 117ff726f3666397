import { createRxDatabase } from 'peer:rxdb/plugins/core';
import { replicateRxCollection } from 'peer:rxdb/plugins/replication';
import { replicateSupabase } from 'peer:rxdb/plugins/replication-supabase';
import { getRxStorageDexie } from 'peer:rxdb/plugins/storage-dexie';
import { createClient } from '@supabase/supabase-js';
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
  /** As many clients as will change, pulled once by its Supabase plugin, then each one changed. */
  prepareSupabase: async (count) => {
    db = await createRxDatabase({
      name: 'push',
      storage: getRxStorageDexie(),
      multiInstance: false,
    });
    await db.addCollections({ clients: { schema: FLAT_CLIENTS } });
    await replicateOnce();
    const documents = await db.clients.find({ limit: count }).exec();
    if (documents.length !== count) throw new Error(`${documents.length} clients, not ${count}`);
    for (const document of documents) await document.incrementalPatch({ alert_note: 'changed' });
  },
  pushToSupabase: async () => {
    const from = performance.now();
    await replicateOnce();
    return performance.now() - from;
  },
  /** New documents, in batches, to an address that takes whatever comes: no server of rows does. */
  prepareBatches: async (count) => {
    db = await open('peer');
    const answer = await fetch(`/plain/rows?table=clients&offset=0&limit=${count}`);
    await db.clients.bulkInsert(await answer.json());
  },
  pushBatches: async () => {
    const from = performance.now();
    const replication = replicateRxCollection({
      collection: db.clients,
      replicationIdentifier: 'bench-push',
      live: false,
      push: {
        batchSize: 100,
        handler: async (rows) => {
          const answer = await fetch('/plain/push', { method: 'POST', body: JSON.stringify(rows) });
          return answer.json();
        },
      },
    });
    await replication.awaitInitialReplication();
    return performance.now() - from;
  },
});

/** What the plugin can compare on the server: plain values only. */
const optional = { type: ['string', 'null'] };
const FLAT_CLIENTS = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: text,
    first_name: optional,
    last_name: text,
    email: optional,
    phone: optional,
    alert_note: optional,
  },
  required: required.clients,
  indexes: ['last_name'],
};

/** Both ways until nothing is left; what is known of the server stays from one run to the next. */
const replicateOnce = async () => {
  const replication = replicateSupabase({
    client: createClient(location.origin, 'bench'),
    collection: db.clients,
    tableName: 'clients',
    replicationIdentifier: 'bench-supabase',
    live: false,
    waitForLeadership: false,
    pull: { batchSize: 2_000 },
    push: { batchSize: 100 },
  });
  replication.error$.subscribe((error) => {
    throw error;
  });
  await replication.awaitInitialReplication();
  await replication.cancel();
};
