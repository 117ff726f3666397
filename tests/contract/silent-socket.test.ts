/** A socket that looks open and carries nothing any more, as after a phone has changed networks. */
import { randomUUID } from 'node:crypto';
import WebSocket from 'ws';
import { expect, test } from 'vitest';
import { must } from '#domain/errors/assert.ts';
import { createSupabaseRemote } from '#sync/adapters/supabase-remote.ts';
import type { PokeEvent } from '#sync/ports.ts';
import { startTestBackend } from '#tests/harness/backend.ts';
import { startFaultProxy } from '#tests/harness/fault-proxy.ts';

test('[SYN-49] a socket that does not answer is lost, and joined again once the network carries', async () => {
  const backend = await startTestBackend();
  const proxy = await startFaultProxy(backend.url);
  const { client } = await backend.signedIn();
  const { data } = await client.auth.getSession();
  const made = await client.rpc('create_business', {
    request: { name: 'Silent', slug: 'silent', time_zone: 'America/New_York' },
    op_id: randomUUID(),
  });
  const heard: PokeEvent['kind'][] = [];
  const listeners = new Set<() => void>();
  const next = (kind: PokeEvent['kind'], after: number): Promise<number> =>
    new Promise((resolve) => {
      const look = (): void => {
        const at = heard.indexOf(kind, after);
        if (at < 0) return;
        listeners.delete(look);
        resolve(at + 1);
      };
      listeners.add(look);
      look();
    });
  const remote = createSupabaseRemote(
    { url: proxy.url, publishableKey: backend.publishableKey },
    (made.data as { business_id: string }).business_id,
    // Half a minute in the product, and up to as much again.
    { transport: WebSocket as never, heartbeatIntervalMs: 100, reconnectAfterMs: () => 100 },
  );
  const channel = remote.subscribe(must(data.session, 'signed in').access_token, ({ kind }) => {
    heard.push(kind);
    for (const look of listeners) look();
  });
  const joined = await next('joined', 0);
  proxy.sockets.mode = 'silent';
  const lost = await next('lost', joined);
  proxy.sockets.mode = 'pass';
  expect(await next('joined', lost)).toBeGreaterThan(lost);
  channel.close();
  await proxy.stop();
  await backend.stop();
}, 60_000);
