/** What is put down of people who come together, as appointments beside those who come already. */
import type { BookingRulesRow, Day, Uuid } from '#domain/rows.ts';
import { workAt } from '#domain/appointments/busy.ts';
import { sharingBuffers } from '#domain/appointments/shared-buffers.ts';
import { waitBeside } from '#domain/appointments/group-plan.ts';
import type { SegmentInput } from '#domain/appointments/schema.ts';
import { NO_TRAVEL, withTravel, type Travel } from '#domain/appointments/travel.ts';
import { minuteOfClock } from '#domain/time/clock-text.ts';
import { addMinutes } from '#domain/time/epoch.ts';
import type { PlannedWork } from '#db/queries/planned-work.ts';
import { draftSegments, type Offered } from './draft.ts';
import type { MemberDraft } from './member-draft.ts';
import type { PlaceKind } from './visit-place-draft.ts';

export type GroupAt = {
  day: Day;
  /** When the first of them begins; null = not chosen yet. */
  minute: number | null;
  timeZone: string;
  place: PlaceKind;
  /** Of everybody who serves there and was not on the way for another one. */
  travel: Travel;
};

/**
 * The segments of each, in their order; null while something of one is missing. Nobody waits for who
 * comes after them.
 */
export const planMembers = (
  members: readonly MemberDraft[],
  others: readonly PlannedWork[],
  { day, minute, timeZone, place, travel }: GroupAt,
  offered: ReadonlyMap<Uuid, Offered>,
  rules: BookingRulesRow | undefined,
): (SegmentInput[] | null)[] => {
  const asThere = <W extends PlannedWork>(work: W): W => sharingBuffers(workAt(work, place), rules);
  const taken = others.map(asThere);
  return members.map(({ whom, lines, time }) => {
    const starts = time === null ? minute : minuteOfClock(time);
    const draft = { clientId: whom.clientId, day, minute: starts, lines };
    const work = draftSegments(draft, offered, timeZone);
    if (!work) return null;
    const isThere = work.some((one) => taken.some(({ staff_id }) => staff_id === one.staff_id));
    const sent = withTravel(work, isThere ? NO_TRAVEL : travel);
    const busy = sent.map(asThere);
    const wait = time === null ? waitBeside(busy, taken) : 0;
    const placed = sent.map((one) => ({ ...one, starts_at: addMinutes(one.starts_at, wait) }));
    taken.push(...placed.map(asThere));
    return placed;
  });
};

/** Whom somebody is booked for decides where the visit comes from. */
export const sourceOfMember = ({ whom }: MemberDraft): 'staff' | 'walk_in' =>
  whom.clientId === null ? 'walk_in' : 'staff';
