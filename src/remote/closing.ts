import type { Result } from '#domain/errors/result.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import { callAsMember } from './rest.ts';

/** A business that its owner has closed, until it is erased. */
type ClosedBusiness = { id: Uuid; name: string; erase_at: Instant };

/** Why a device has lost a business; `open` = not because it was closed. */
export type BusinessEnd =
  | { state: 'open' | 'erased'; is_owner: boolean }
  | { state: 'closed'; is_owner: boolean; erase_at: Instant };

/**
 * Closes a business at once; it is erased two weeks later. `name` as its owner typed it. Codes:
 * not_allowed, mfa_required (show a code first), invalid (name).
 */
export const closeBusiness = (
  businessId: Uuid,
  name: string,
): Promise<Result<{ erase_at: Instant }>> =>
  callAsMember('close_business', { business_id: businessId, name });

/** Takes it back as it was. Codes: not_found. */
export const reopenBusiness = (businessId: Uuid): Promise<Result<unknown>> =>
  callAsMember('reopen_business', { business_id: businessId });

export const myClosedBusinesses = (): Promise<Result<{ businesses: ClosedBusiness[] }>> =>
  callAsMember('my_closed_businesses', {});

export const businessEnd = (businessId: Uuid): Promise<Result<BusinessEnd>> =>
  callAsMember('business_end', { business_id: businessId });
