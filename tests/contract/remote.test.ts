import WebSocket from 'ws';
import { must } from '#domain/errors/assert.ts';
import { createUuidV7Source } from '#domain/ids/uuid-v7.ts';
import { createSupabaseRemote } from '#sync/adapters/supabase-remote.ts';
import { createMemoryRemote } from '#sync/fakes/memory-remote.ts';
import { createModelServer } from '#sync/fakes/model-server.ts';
import { startTestBackend } from '#tests/harness/backend.ts';
import { remoteContract } from './remote.ts';

const newId = createUuidV7Source({
  nowMs: Date.now,
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
});

remoteContract(
  'model server',
  async () => {
    const businessId = newId();
    const server = createModelServer({ businessId, nowMs: Date.now, newId });
    const owner = newId();
    server.users.set(owner, { id: owner, role: 'owner', active: true, epoch: 0 });
    const tokens = new Map([
      ['owner', owner],
      ['stranger', newId()],
    ]);
    return {
      remote: createMemoryRemote(server, tokens),
      businessId,
      owner: 'owner',
      stranger: 'stranger',
      newId,
      stop: async () => undefined,
    };
  },
  5_000,
);

remoteContract(
  'embedded backend',
  async () => {
    const backend = await startTestBackend();
    const person = async () => {
      const { client } = await backend.signedIn();
      const { data } = await client.auth.getSession();
      return { client, token: must(data.session, 'signed in').access_token };
    };
    const [owner, stranger] = [await person(), await person()];
    const made = await owner.client.rpc('create_business', {
      request: { name: 'Contract', slug: 'contract', time_zone: 'America/New_York' },
      op_id: newId(),
    });
    const { business_id: businessId } = made.data as { business_id: string };
    return {
      remote: createSupabaseRemote(
        { url: backend.url, publishableKey: backend.publishableKey },
        businessId,
        { transport: WebSocket as never },
      ),
      businessId,
      owner: owner.token,
      stranger: stranger.token,
      newId,
      stop: () => backend.stop(),
    };
  },
  60_000,
);
