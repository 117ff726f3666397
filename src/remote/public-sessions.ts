import type { Result } from '#domain/errors/result.ts';
import type { Instant, PriceKind, Uuid } from '#domain/rows.ts';
import { callPublic, readClock } from './public-server.ts';

/** A session of a class that a client may book seats of. */
export type PublicSession = {
  id: Uuid;
  starts_at: Instant;
  ends_at: Instant;
  /** Seats that nobody has. */
  left: number;
  variant_id: Uuid;
  /** Who leads it; null = somebody whom the business does not show. */
  staff_id: Uuid | null;
  price_kind: PriceKind;
  /** Of one seat. */
  price_cents: number;
};

/** The sessions of all classes of a business, soonest first. */
export const fetchSessions = async (
  slug: string,
): Promise<Result<{ server_time: Instant; sessions: PublicSession[] }>> =>
  readClock(await callPublic('public_sessions', { slug }));
