// Legend-State with its own plug-in for Supabase, through the real client and its channels.
import { createClient } from '@supabase/supabase-js';
import { observable, syncState, when } from 'peer:@legendapp/state';
import { observablePersistIndexedDB } from 'peer:@legendapp/state/persist-plugins/indexeddb';
import { syncedSupabase } from 'peer:@legendapp/state/sync-plugins/supabase';
import { offer } from '../pages/bench.ts';

let rows$;

offer({
  join: async (table, { backendUrl, publishableKey, token }) => {
    const supabase = createClient(backendUrl, publishableKey, { accessToken: async () => token });
    rows$ = observable(
      syncedSupabase({
        supabase,
        collection: table,
        select: (from) => from.select('id,note,created_at,_modified,_deleted'),
        actions: ['read', 'create', 'update'],
        realtime: true,
        changesSince: 'last-sync',
        fieldCreatedAt: 'created_at',
        fieldUpdatedAt: '_modified',
        fieldDeleted: '_deleted',
        persist: {
          name: table,
          plugin: observablePersistIndexedDB({
            databaseName: 'live',
            version: 1,
            tableNames: [table],
          }),
          retrySync: true,
        },
        retry: { infinite: true, delay: 1_000, maxDelay: 2_000 },
      }),
    );
    rows$.get();
    await when(syncState(rows$).isLoaded);
  },
  add: (id, note) => {
    rows$[id].set({ id, note });
  },
  all: () => Object.values(rows$.get() ?? {}).map(({ note }) => note),
});
