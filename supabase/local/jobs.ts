import type { RemoveFiles } from '#supabase/functions/_shared/sweep-files.ts';
import { readOutsideCalendars } from '#supabase/functions/_shared/outside-calendars.ts';
import type { FetchCalendar } from '#supabase/functions/_shared/outside-calendars.ts';
import { sweepFiles } from '#supabase/functions/_shared/sweep-files.ts';
import type { Database } from './database/database.ts';
import type { Log } from './log.ts';

export type Jobs = { run(): Promise<void>; stop(): Promise<void> };

const UNDEFINED_FUNCTION = '42883';
const UNDEFINED_SCHEMA = '3F000';

type JobOptions = {
  everyMs: number;
  removeFiles: RemoveFiles;
  bringPaymentsOn: () => Promise<void>;
  fetchCalendar: FetchCalendar;
};

/**
 * Calls private.run_jobs() by the clock: reminders, offers, expiry, clean-up; then takes away the
 * files that nobody needs any more, does what is due about payments, and reads the calendars that people
 * keep elsewhere. Hosted, pg_cron and the functions sweep-files, payments and outside-calendars do the
 * same. A database without these functions has nothing to do.
 */
export function startJobs(
  database: Database,
  { everyMs, removeFiles, bringPaymentsOn, fetchCalendar }: JobOptions,
  log: Log,
): Jobs {
  let running: Promise<void> | null = null;

  const call = async () => {
    try {
      await database.sql('select private.run_jobs()');
      await sweepFiles(
        {
          next: (limit) =>
            database.sql<{ bucket_id: string; name: string }>(
              'select bucket_id, name from private.trashed_files($1)',
              [limit],
            ),
          async done(bucket, names) {
            await database.sql('select private.files_swept($1, $2)', [bucket, names]);
          },
        },
        removeFiles,
      );
      await bringPaymentsOn();
      await readOutsideCalendars(
        {
          claim: (limit) =>
            database.sql<{ id: string; address: string; time_zone: string }>(
              'select id, address, time_zone from private.claim_outside_calendars($1)',
              [limit],
            ),
          async finish(id, answer) {
            await database.sql('select private.finish_outside_calendar($1, $2::jsonb)', [
              id,
              JSON.stringify(answer),
            ]);
          },
        },
        fetchCalendar,
        Date.now(),
      );
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
