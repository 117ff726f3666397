import type { Result } from '#domain/errors/result.ts';
import type { MembershipRow, MessageKey, Role, Uuid } from '#domain/rows.ts';
import { callAsMember } from './rest.ts';

/** What somebody is to be in a business. */
export type Grant = {
  role: Role;
  custom_permissions: MembershipRow['custom_permissions'];
};

/**
 * Invites an address, or invites it again with a new link: the older one ends. `token` is for the
 * link and is answered only once. Codes: not_allowed, invalid (email, role, staff_id), duplicate.
 */
export const inviteMember = (
  businessId: Uuid,
  request: Grant & { email: string; staff_id: Uuid | null },
): Promise<Result<{ membership_id: Uuid; token: string }>> =>
  callAsMember('invite_member', { business_id: businessId, request });

/** Takes up an invitation to one's own address. Codes: link_expired, not_allowed (email), duplicate. */
export const acceptInvitation = (token: string): Promise<Result<{ business_id: Uuid }>> =>
  callAsMember('accept_invitation', { token });

/** Codes: not_allowed, not_found, last_owner, invalid. */
export const setMemberRole = (
  businessId: Uuid,
  membershipId: Uuid,
  { role, custom_permissions }: Grant,
): Promise<Result<unknown>> =>
  callAsMember('set_member_role', {
    business_id: businessId,
    membership_id: membershipId,
    role,
    custom_permissions,
  });

/** Keeps somebody out, or lets them in again. Codes: not_allowed, not_found, last_owner. */
export const setMemberStatus = (
  businessId: Uuid,
  membershipId: Uuid,
  status: 'active' | 'suspended',
): Promise<Result<unknown>> =>
  callAsMember('set_member_status', {
    business_id: businessId,
    membership_id: membershipId,
    status,
  });

/** Ends a membership, one's own too, or takes an invitation back. Codes: not_allowed, not_found, last_owner. */
export const removeMember = (businessId: Uuid, membershipId: Uuid): Promise<Result<unknown>> =>
  callAsMember('remove_member', { business_id: businessId, membership_id: membershipId });

/**
 * The owner offers the business to a member; that member takes it over by calling the same with
 * their own membership. Codes: not_allowed, not_found.
 */
export const transferOwnership = (
  businessId: Uuid,
  membershipId: Uuid,
): Promise<Result<{ state: 'offered' | 'transferred' }>> =>
  callAsMember('transfer_ownership', { business_id: businessId, membership_id: membershipId });

/** The owner takes the offer back, or the other person says no. Codes: not_allowed, not_found. */
export const withdrawOwnership = (businessId: Uuid): Promise<Result<unknown>> =>
  callAsMember('withdraw_ownership', { business_id: businessId });

/** Which mails to the team the signed-in member wants no more. Codes: not_allowed, invalid. */
export const muteMails = (
  businessId: Uuid,
  keys: readonly MessageKey[],
): Promise<Result<unknown>> => callAsMember('mute_mails', { business_id: businessId, keys });
