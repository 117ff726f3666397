import { replyTo, requestOf } from './worker-call.ts';
import type { WorkerCall, WorkerReply, WorkerServer } from './worker-call.ts';

/**
 * Calls one of the functions that carry rows (sync_pull, sync_window, sync_push, sync_digest) with
 * the token given. Runs in the worker: nothing but fetch. Never throws.
 */
export const callRows = (
  server: WorkerServer,
  name: string,
  args: Record<string, unknown>,
  call: WorkerCall,
): Promise<WorkerReply> =>
  replyTo(call, () =>
    fetch(`${server.url}/rest/v1/rpc/${name}`, {
      ...requestOf(server, call, {
        'content-type': 'application/json',
        accept: 'application/json',
      }),
      method: 'POST',
      body: JSON.stringify(args),
    }),
  );
