import type { MembershipRow, StaffRow } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

export type MemberView = {
  membership: MembershipRow;
  /** Their column in the calendar, if they have one. */
  staff: StaffRow | null;
  /** The name of the column, else the address. */
  name: string;
  isMe: boolean;
};

/** Everybody with an account or an invitation: the owner first, then by name. */
export const memberList = async (db: DaybookDb): Promise<MemberView[]> => {
  const [memberships, staff] = await Promise.all([
    db.rows('memberships').toArray(),
    db.rows('staff').toArray(),
  ]);
  const staffByMembership = new Map(staff.map((one) => [one.membership_id, one]));
  return memberships
    .filter(({ status }) => status !== 'removed')
    .map((membership) => {
      const column = staffByMembership.get(membership.id) ?? null;
      return {
        membership,
        staff: column,
        name: column?.display_name ?? membership.email,
        isMe: membership.user_id === db.userId,
      };
    })
    .toSorted(
      (a, b) =>
        Number(b.membership.role === 'owner') - Number(a.membership.role === 'owner') ||
        a.name.localeCompare(b.name),
    );
};

/** The team members whom nobody uses an account for: whom an invitation can be about. */
export const staffWithoutAccount = async (db: DaybookDb): Promise<StaffRow[]> => {
  const staff = await db.rows('staff').toArray();
  return staff
    .filter(({ status, membership_id }) => status === 'active' && membership_id === null)
    .toSorted((a, b) => a.rank - b.rank);
};
