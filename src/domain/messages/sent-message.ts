import type { Result } from '#domain/errors/result.ts';
import type { Instant, Uuid } from '#domain/rows.ts';

/** A message about a visit or to a client, as the server keeps it. */
export type SentMessage = {
  id: Uuid;
  /** The key of its template. */
  kind: string;
  state:
    | 'queued'
    | 'sending'
    | 'sent'
    /** What the provider of mail heard of it afterwards. */
    | 'delivered'
    | 'opened'
    | 'bounced'
    | 'complained'
    /** Opened in the messages of a phone, which alone knows whether it was sent. */
    | 'handed_to_phone'
    | 'failed'
    | 'suppressed'
    | 'cancelled';
  /** When it was sent, or written. */
  at: Instant;
  /** Why it was not sent: `no_consent`, `unpaid`, `too_many`, `too_late`, `bounced`. */
  reason: string | null;
  /** null = not for whoever asks. */
  to: string | null;
  /** Whose phone it was handed to; absent = it went by mail. */
  by?: string;
};

/** The newest first, wherever they come from. */
export const newestFirst = (messages: readonly SentMessage[]): SentMessage[] =>
  messages.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));

/** Whose messages they are: those of one visit, or all of a client. */
export type MessagesOf = 'appointment' | 'client';

/** Asks the server, the newest first. Codes: not_found, and those of every request. */
export type MessagesFetch = (of: MessagesOf, id: Uuid) => Promise<Result<SentMessage[]>>;
