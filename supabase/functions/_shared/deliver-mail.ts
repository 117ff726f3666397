import { type OutboxMail, type SendMail, mailFromOutbox } from './mail.ts';

/** The two SQL functions that hand out mail and take the result back. */
export type MailQueue = {
  claim(limit: number): Promise<OutboxMail[]>;
  finish(id: string, error: string | null): Promise<void>;
};

/** How many mails one round takes: a round must end before its claims run out (2 minutes). */
const MAILS_PER_ROUND = 20;

/**
 * Sends what is due until nothing is. A claimed mail whose sender dies becomes due again by
 * itself, so that a mail may arrive twice but never not at all; three tries, then it is failed.
 */
export async function deliverDueMail(
  queue: MailQueue,
  send: SendMail,
  siteUrl: string,
  apiUrl = siteUrl,
): Promise<{ sent: number; failed: number }> {
  let sent = 0;
  let failed = 0;
  for (;;) {
    const rows = await queue.claim(MAILS_PER_ROUND);
    for (const row of rows) {
      try {
        await send(mailFromOutbox(row, siteUrl, apiUrl));
      } catch (error) {
        failed++;
        await queue.finish(row.id, reasonOf(error));
        continue;
      }
      await queue.finish(row.id, null);
      sent++;
    }
    if (rows.length < MAILS_PER_ROUND) return { sent, failed };
  }
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}
