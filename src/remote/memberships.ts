import { ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { BusinessRow, MembershipRow, Role, Uuid } from '#domain/rows.ts';
import { callAsMember, readRows } from './rest.ts';

/** A business that the signed-in person works in. */
export type MyBusiness = {
  id: Uuid;
  name: string;
  slug: string;
  brandColour: string;
  role: Role;
};

/** The businesses where this person is an active member, by name. Needs the server. */
export const myBusinesses = async (userId: Uuid): Promise<Result<MyBusiness[]>> => {
  const memberships = await readRows<Pick<MembershipRow, 'business_id' | 'role'>>('memberships', {
    select: 'business_id,role',
    user_id: `eq.${userId}`,
    status: 'eq.active',
  });
  if (!memberships.ok) return memberships;
  const ids = memberships.value.map((row) => row.business_id);
  if (ids.length === 0) return ok([]);
  const businesses = await readRows<Pick<BusinessRow, 'id' | 'name' | 'slug' | 'brand_colour'>>(
    'businesses',
    { select: 'id,name,slug,brand_colour', id: `in.(${ids.join(',')})` },
  );
  if (!businesses.ok) return businesses;
  const roles = new Map(memberships.value.map((row) => [row.business_id, row.role]));
  return ok(
    businesses.value
      .map((row) => ({
        id: row.id,
        name: row.name,
        slug: row.slug,
        brandColour: row.brand_colour,
        role: roles.get(row.id) ?? 'assistant',
      }))
      .sort((a, b) => a.name.localeCompare(b.name)),
  );
};

/** What a new business needs to exist; everything else has a default and a screen of its own. */
export type NewBusiness = {
  name: string;
  slug: string;
  time_zone: string;
  currency: string;
  country_code: string;
  locale: string;
  trade: string;
};

/** Makes a business with the caller as owner. The same `opId` never makes two. Codes: slug_taken, slug_reserved, invalid. */
export const createBusiness = async (
  request: NewBusiness,
  opId: Uuid,
): Promise<Result<{ business_id: Uuid }>> =>
  callAsMember('create_business', { request, op_id: opId });
