import type { Database } from './database/database.ts';
import type { Log } from './log.ts';

export type Jobs = { run(): Promise<void>; stop(): Promise<void> };

const UNDEFINED_FUNCTION = '42883';
const UNDEFINED_SCHEMA = '3F000';

/**
 * Calls private.run_jobs() by the clock: reminders, offers, expiry, clean-up. Hosted, pg_cron does
 * the same. A database without that function has nothing to do.
 */
export function startJobs(database: Database, everyMs: number, log: Log): Jobs {
  let running: Promise<void> | null = null;

  const call = async () => {
    try {
      await database.sql('select private.run_jobs()');
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== UNDEFINED_FUNCTION && code !== UNDEFINED_SCHEMA) {
        log('error', 'timed jobs failed', error);
      }
    }
  };
  const run = () => (running ??= call().finally(() => (running = null)));

  const timer = setInterval(() => void run(), everyMs);
  timer.unref();
  return {
    run,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
