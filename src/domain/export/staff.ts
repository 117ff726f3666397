import type { MembershipRow, StaffRow } from '#domain/rows.ts';
import { BYTE_ORDER_MARK, csvLine } from '#domain/text/csv.ts';
import { yesNo } from './plain-cells.ts';

type Line = { staff: StaffRow; membership: MembershipRow | undefined };
type Column = [heading: string, value: (line: Line) => string | null | undefined];

const COLUMNS: readonly Column[] = [
  ['Name', ({ staff }) => staff.display_name],
  ['Title', ({ staff }) => staff.title],
  ['E-mail', ({ membership }) => membership?.email],
  ['Role', ({ membership }) => membership?.role],
  ['Takes appointments', ({ staff }) => yesNo(staff.bookable)],
  ['Shown online', ({ staff }) => yesNo(staff.online_visible)],
  ['About', ({ staff }) => staff.bio],
  ['Status', ({ staff }) => staff.status],
  ['Daybook id', ({ staff }) => staff.id],
];

/** The team as a CSV file, archived people too. Hours and own prices are in the JSON files. */
export const staffCsv = (
  team: readonly StaffRow[],
  memberships: readonly MembershipRow[],
): string => {
  const byId = new Map(memberships.map((membership) => [membership.id, membership]));
  const lines = team
    .toSorted((a, b) => a.rank - b.rank)
    .map((staff) => ({
      staff,
      membership: staff.membership_id ? byId.get(staff.membership_id) : undefined,
    }));
  return (
    BYTE_ORDER_MARK +
    csvLine(COLUMNS.map(([heading]) => heading)) +
    lines.map((line) => csvLine(COLUMNS.map(([, value]) => value(line) ?? ''))).join('')
  );
};
