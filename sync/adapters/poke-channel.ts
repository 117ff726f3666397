import { RealtimeClient, type RealtimeClientOptions } from '@supabase/supabase-js';
import type { Uuid } from '#domain/rows.ts';
import type { WorkerServer } from '#remote/worker-call.ts';
import { rejoinMs } from '../core/backoff.ts';
import type { PokeChannel, PokeEvent } from '../ports.ts';

/** Node 20 has no WebSocket of its own: tests pass one, and do not wait for long. */
export type RealtimeOptions = Pick<
  RealtimeClientOptions,
  'transport' | 'heartbeatIntervalMs' | 'reconnectAfterMs'
>;

/**
 * The private channel of a business. A poke is a hint that there is news; whatever is lost here,
 * safety pulls find (SYN-48). The client joins again by itself, and each join is told.
 */
export const openPokeChannel = (options: {
  server: WorkerServer;
  businessId: Uuid;
  token: string;
  listen: (event: PokeEvent) => void;
  realtime: RealtimeOptions;
}): PokeChannel => {
  const { server, listen } = options;
  let closed = false;
  const tell = (event: PokeEvent) => {
    if (!closed) listen(event);
  };
  const client = new RealtimeClient(`${server.url.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: server.publishableKey },
    reconnectAfterMs: () => rejoinMs(Math.random()),
    ...options.realtime,
  });
  const join = async () => {
    await client.setAuth(options.token);
    client
      .channel(`business:${options.businessId}`, { config: { private: true } })
      .on('broadcast', { event: 'poke' }, ({ payload }) => {
        const rev: unknown = (payload as { rev?: unknown } | undefined)?.rev;
        if (typeof rev === 'number') tell({ kind: 'poke', rev });
      })
      .subscribe((status) => tell({ kind: status === 'SUBSCRIBED' ? 'joined' : 'lost' }));
  };
  join().catch(() => tell({ kind: 'lost' }));
  return {
    setToken: (token) => {
      client.setAuth(token).catch(() => tell({ kind: 'lost' }));
    },
    close: () => {
      closed = true;
      void client.removeAllChannels();
      void client.disconnect();
    },
  };
};
