import type { Result } from '#domain/errors/result.ts';
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

/** Whose messages they are: those of one visit, or of all visits of a client. */
export type MessagesOf = 'appointment' | 'client';

/** Asks the server, the newest first. Codes: not_found, and those of every request. */
export type MessagesFetch = (of: MessagesOf, id: Uuid) => Promise<Result<SentMessage[]>>;
