import type { Memberships } from '#domain/checkout/memberships.ts';
import type { Uuid } from '#domain/rows.ts';
import { callAsMember } from './rest.ts';

/** Memberships of the clients of a business. */
export const memberships = (businessId: Uuid): Memberships => ({
  offer: (clientId, packageId, opId) =>
    callAsMember('offer_membership', {
      business_id: businessId,
      client_id: clientId,
      package_id: packageId,
      op_id: opId,
    }),
  link: (membershipId, opId) =>
    callAsMember('membership_link', {
      business_id: businessId,
      membership_id: membershipId,
      op_id: opId,
    }),
  change: (membershipId, change) =>
    callAsMember('change_membership', {
      business_id: businessId,
      membership_id: membershipId,
      change,
    }),
});
