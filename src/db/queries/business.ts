import { may } from '#domain/permissions/presets.ts';
import type { Permission } from '#domain/permissions/presets.ts';
import type {
  BookingRulesRow,
  BusinessRow,
  MembershipRow,
  PolicyTextRow,
  Uuid,
} from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

export type BusinessSettings = {
  business: BusinessRow;
  rules: BookingRulesRow | undefined;
  /** The text in force; null = none was published yet. */
  policy: PolicyTextRow | null;
};

/** The business and its rules; undefined until the first sync has brought them. */
export const businessSettings = async (db: DaybookDb): Promise<BusinessSettings | undefined> => {
  const [business, rules, texts] = await Promise.all([
    db.rows('businesses').get(db.businessId),
    db.rows('booking_rules').get(db.businessId),
    db.rows('policy_texts').toArray(),
  ]);
  if (!business) return undefined;
  return { business, rules, policy: texts.toSorted((a, b) => b.version - a.version)[0] ?? null };
};

/** Who the signed-in person is here, and what the screens may offer them. */
export type Access = {
  membership: MembershipRow | undefined;
  /** Their own column in the calendar, if they have one. */
  staffId: Uuid | null;
  may(permission: Permission, on?: 'ask' | 'own' | 'all'): boolean;
};

/** Before the first sync nobody may anything; the server decides anyway. */
export const myAccess = async (db: DaybookDb): Promise<Access> => {
  const [memberships, staff] = await Promise.all([
    db.rows('memberships').toArray(),
    db.rows('staff').toArray(),
  ]);
  const membership = memberships.find(
    ({ user_id, status }) => user_id === db.userId && status === 'active',
  );
  const own = membership && staff.find(({ membership_id }) => membership_id === membership.id);
  return {
    membership,
    staffId: own?.id ?? null,
    may: (permission, on = 'all') => membership !== undefined && may(membership, permission, on),
  };
};
