import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';

/** The way to the page of a membership: of which business, with which link. */
export type MembershipLink = { slug: string; token: string };

/**
 * `pause`: nothing is charged any more; `resume`: it goes on; `end`: with what is paid, or at once where
 * nothing is; `keep` takes that back; `retry`: the card is charged now.
 */
export type MembershipChange = 'pause' | 'resume' | 'end' | 'keep' | 'retry';

/** Needs a connection. Codes: not_allowed, not_offered (nobody pays online), not_found, illegal_transition. */
export type Memberships = {
  /** The same `opId` is the same membership, and the same link. */
  offer: (clientId: Uuid, packageId: Uuid, opId: Uuid) => Promise<Result<MembershipLink>>;
  link: (membershipId: Uuid, opId: Uuid) => Promise<Result<MembershipLink>>;
  change: (membershipId: Uuid, change: MembershipChange) => Promise<Result<object>>;
};
