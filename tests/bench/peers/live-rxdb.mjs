// RxDB with its own replication for Supabase, through the real client and its channels.
import { createClient } from '@supabase/supabase-js';
import { createRxDatabase } from 'peer:rxdb/plugins/core';
import { replicateSupabase } from 'peer:rxdb/plugins/replication-supabase';
import { getRxStorageDexie } from 'peer:rxdb/plugins/storage-dexie';
import { offer } from '../pages/bench.ts';

let collection;

offer({
  join: async (table, { backendUrl, publishableKey, token }) => {
    const client = createClient(backendUrl, publishableKey, {
      accessToken: async () => token,
      // Its filters quote the names of columns, which PostgREST takes and the embedded backend does not.
      global: { fetch: (url, init) => fetch(new URL(url).href.replaceAll('%22', ''), init) },
    });
    const db = await createRxDatabase({
      name: 'live',
      storage: getRxStorageDexie(),
      multiInstance: false,
    });
    const text = { type: 'string', maxLength: 60 };
    await db.addCollections({
      rows: {
        schema: {
          version: 0,
          primaryKey: 'id',
          type: 'object',
          properties: { id: text, note: text },
          required: ['id', 'note'],
        },
      },
    });
    collection = db.rows;
    const replication = replicateSupabase({
      replicationIdentifier: `live-${table}`,
      client,
      collection,
      tableName: table,
      live: true,
      waitForLeadership: false,
      retryTime: 1_000,
      pull: { batchSize: 100 },
      push: { batchSize: 20 },
    });
    const failed = new Promise((_done, fail) => {
      replication.error$.subscribe((error) => fail(new Error(JSON.stringify(error.parameters))));
    });
    failed.catch(() => undefined);
    await Promise.race([replication.awaitInitialReplication(), failed]);
  },
  add: async (id, note) => {
    await collection.insert({ id, note });
  },
  all: async () => (await collection.find().exec()).map(({ note }) => note),
});
