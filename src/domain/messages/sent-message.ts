import type { Instant, Uuid } from '#domain/rows.ts';

/** A message about a visit, as the server keeps it. */
export type SentMessage = {
  id: Uuid;
  /** The key of its template. */
  kind: string;
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'suppressed' | 'cancelled';
  /** When it was sent, or written. */
  at: Instant;
  /** Why it was not sent: `no_consent`, `unpaid`, `too_many`, `too_late`. */
  reason: string | null;
  /** null = not for whoever asks. */
  to: string | null;
};
