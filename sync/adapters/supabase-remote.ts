import type { Uuid } from '#domain/rows.ts';
import { callRows } from '#remote/rows.ts';
import type { WorkerServer } from '#remote/worker-call.ts';
import type { Remote } from '../ports.ts';
import { openPokeChannel, type RealtimeOptions } from './poke-channel.ts';

/** The backend of one business: any Supabase, hosted or embedded. */
export const createSupabaseRemote = (
  server: WorkerServer,
  businessId: Uuid,
  realtime: RealtimeOptions = {},
): Remote => ({
  call: (name, args, options) => callRows(server, name, args, options),
  subscribe: (token, listen) => openPokeChannel({ server, businessId, token, listen, realtime }),
});
