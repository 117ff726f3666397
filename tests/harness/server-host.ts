import { join, resolve } from 'node:path';
import { startBackend } from '#supabase/local/backend.ts';
import type { Backend, DataPlace } from '#supabase/local/backend-types.ts';

/**
 * A process that runs one Daybook after the other for server.ts: loading the sources costs as much
 * as ten starts. Started by `fork`; ends with the process that forked it.
 */
export type HostOrder =
  { do: 'start'; data: DataPlace; port: number; env: Record<string, string> } | { do: 'stop' };
/** An answer to each order, in their order. */
export type HostAnswer = { ok: true } | { ok: false; error: string };

const root = resolve(import.meta.dirname, '../..');

let backend: Backend | null = null;

const follow = async (order: HostOrder): Promise<void> => {
  if (order.do === 'start') {
    const { data, port, env } = order;
    backend = await startBackend({
      data,
      port,
      appDir: join(root, 'dist'),
      env: { ...process.env, ...env },
    });
  } else {
    const running = backend;
    backend = null;
    await running?.stop();
  }
};

process.on('message', (order: HostOrder) => {
  follow(order).then(
    () => process.send?.({ ok: true } satisfies HostAnswer),
    (error: unknown) => process.send?.({ ok: false, error: String(error) } satisfies HostAnswer),
  );
});
process.on('disconnect', () => process.exit(0));
