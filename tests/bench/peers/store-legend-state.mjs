// Legend-State with its plug-in for Supabase, on the table of peer-server.ts.
import { createClient } from '@supabase/supabase-js';
import { batch, observable, syncState, when } from 'peer:@legendapp/state';
import { observablePersistIndexedDB } from 'peer:@legendapp/state/persist-plugins/indexeddb';
import { syncedSupabase } from 'peer:@legendapp/state/sync-plugins/supabase';
import { offer } from '../pages/bench.ts';

const TABLE = 'peer_rows';
const mayPush$ = observable(false);
let rows$;

offer({
  preparePush: async (count) => {
    rows$ = observable(
      syncedSupabase({
        supabase: createClient(location.origin, 'bench', { accessToken: async () => 'bench' }),
        collection: TABLE,
        actions: ['read', 'create', 'update'],
        fieldCreatedAt: 'created_at',
        fieldUpdatedAt: 'updated_at',
        fieldDeleted: 'deleted',
        changesSince: 'last-sync',
        waitForSet: mayPush$,
        persist: {
          name: TABLE,
          plugin: observablePersistIndexedDB({
            databaseName: 'push',
            version: 1,
            tableNames: [TABLE],
          }),
          retrySync: true,
        },
      }),
    );
    rows$.get();
    await when(syncState(rows$).isLoaded);
    const ids = Object.keys(rows$.get()).slice(0, count);
    if (ids.length !== count) throw new Error(`${ids.length} rows, not ${count}`);
    batch(() => {
      for (const id of ids) rows$[id].alert_note.set(`Note ${id}`);
    });
    while (waiting() === 0) await pause(5);
  },
  push: async () => {
    const from = performance.now();
    mayPush$.set(true);
    while (waiting() > 0) await pause(5);
    return performance.now() - from;
  },
});

const waiting = () => Object.keys(syncState(rows$).getPendingChanges() ?? {}).length;
const pause = (ms) => new Promise((done) => void setTimeout(done, ms));
