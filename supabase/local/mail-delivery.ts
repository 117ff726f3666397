import { deliverDueMail, type MailQueue } from '#supabase/functions/_shared/deliver-mail.ts';
import type { OutboxMail, SendMail } from '#supabase/functions/_shared/mail.ts';
import type { Database } from './database/database.ts';
import type { Log } from './log.ts';

export type MailDelivery = {
  /** Delivers what is due; rounds never overlap, a call during a round causes another one. */
  run(): Promise<void>;
  stop(): Promise<void>;
};

/** The mails whose row says "later" (reminders, second tries) are looked for this often. */
const LOOK_EVERY_MS = 15_000;

/** Keeps private.mail_outbox empty: at once when a row is written, and by the clock. */
export async function startMailDelivery(
  database: Database,
  send: SendMail,
  siteUrl: string,
  log: Log,
): Promise<MailDelivery> {
  const queue = sqlMailQueue(database);
  let round: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  const rounds = async () => {
    do {
      again = false;
      try {
        await deliverDueMail(queue, send, siteUrl);
      } catch (error) {
        // 42883 and 42P01: this database has no mail migration (a test of something else).
        const { code } = error as { code?: string };
        if (!stopped && code !== '42883' && code !== '42P01' && code !== '3F000') {
          log('error', 'mail delivery failed', error);
        }
      }
    } while (again && !stopped);
  };
  const run = (): Promise<void> => {
    again = true;
    round ??= rounds().finally(() => (round = null));
    return round;
  };

  const timer = setInterval(() => void run(), LOOK_EVERY_MS);
  timer.unref();
  const unlisten = await database.listen('mail_queued', () => void run());
  void run();
  return {
    run,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await unlisten().catch(() => {});
      await round;
    },
  };
}

/** The queue as the database's owner; an edge function calls the same two functions. */
export function sqlMailQueue(database: Database): MailQueue {
  return {
    claim: (limit) => database.sql<OutboxMail>('select * from private.claim_mail($1)', [limit]),
    async finish(id, error) {
      await database.sql('select private.finish_mail($1, $2)', [id, error]);
    },
  };
}
