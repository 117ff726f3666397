import { useEffect } from 'react';
import type { BusinessRow, Instant, Uuid } from '#domain/rows.ts';
import { workAt } from '#domain/appointments/busy.ts';
import { teamForOneMore } from '#domain/appointments/group-plan.ts';
import { covers } from '#domain/availability/windows.ts';
import { instantAtWall } from '#domain/time/clock-text.ts';
import { addMinutes, epochMinOf } from '#domain/time/epoch.ts';
import type { AppointmentForm } from '#db/commands/appointments.ts';
import type { CalendarBook } from '#db/queries/calendar.ts';
import type { PlannedDate } from '#db/queries/date-clashes.ts';
import { freeWindows } from '#db/queries/team-time.ts';
import { isDoubleBooking, type PlannedWork } from '#db/queries/planned-work.ts';
import { useQuery } from '#db/use-query.ts';
import type { Offered } from './draft.ts';
import { planMembers, sourceOfMember, type GroupAt } from './group-draft.ts';
import { MemberCard } from './member-card.tsx';
import { isNobody, type MemberDraft } from './member-draft.ts';
import { useGroupClashes } from './use-group-clashes.ts';

/** What would be booked. */
export type GroupPlan = {
  /** In their order; null = something is missing. */
  forms: Pick<AppointmentForm, 'client_id' | 'source' | 'segments'>[] | null;
  /** Everybody was looked at. */
  isReady: boolean;
  /** Somebody, or a room, would be booked twice. */
  isClash: boolean;
};

/** People shorter free than this are not proposed. */
const FREE_MIN = 30;

/** The others who come along, each with who, what, with whom and when. */
export function GroupMembers({
  members,
  least = 0,
  others,
  countBefore,
  areBooked,
  at,
  offered,
  book,
  business,
  isTried,
  onChange,
  onPlan,
}: {
  members: readonly MemberDraft[];
  /** So many stay. */
  least?: number;
  /** What is done for those who come already. */
  others: readonly PlannedWork[];
  /** How many those are. */
  countBefore: number;
  /** They stand in the calendar; false = they are booked with these. */
  areBooked: boolean;
  at: GroupAt;
  offered: ReadonlyMap<Uuid, Offered>;
  book: CalendarBook;
  business: BusinessRow;
  /** Somebody wanted to save. */
  isTried: boolean;
  onChange: (members: MemberDraft[]) => void;
  onPlan: (plan: GroupPlan | null) => void;
}) {
  const visits = planMembers(members, others, at, offered, book.rules);
  const dateOf = (key: string, segments: readonly PlannedWork[]): PlannedDate => ({
    key,
    segments: segments.map((segment) => workAt(segment, at.place)),
  });
  const planned = [
    ...(areBooked ? [] : [dateOf('first', others)]),
    ...members.map(({ key }, place) => dateOf(String(key), visits[place] ?? [])),
  ];
  const { clashes, isReady } = useGroupClashes(planned, []);

  const startsAt = at.minute === null ? null : instantAtWall(at.timeZone, at.day, at.minute);
  const free = useQuery(
    async (db) => {
      if (startsAt === null) return [];
      const until = addMinutes(startsAt, FREE_MIN);
      const windows = await freeWindows(db, startsAt, until);
      return windows
        .filter((one) => covers(one.free, epochMinOf(startsAt), epochMinOf(until)))
        .map(({ id }) => id);
    },
    [startsAt],
  );
  const isFree = (id: Uuid): boolean => free?.includes(id) ?? true;
  const teamFor = (place: number) => {
    const before = [...others, ...visits.slice(0, place).flatMap((visit) => visit ?? [])];
    const serving = new Set(before.map(({ staff_id }) => staff_id));
    return teamForOneMore(book.staff, serving, isFree);
  };

  const forms = members.flatMap((member, place) => {
    const segments = visits[place];
    return segments && !isNobody(member)
      ? [{ client_id: member.whom.clientId, source: sourceOfMember(member), segments }]
      : [];
  });
  const plan: GroupPlan = {
    forms: forms.length === members.length ? forms : null,
    isReady,
    isClash: [...clashes.values()].some((list) => list.some(isDoubleBooking)),
  };
  // The form around it saves: it has the button, and what else belongs to the visits.
  const text = JSON.stringify(plan);
  useEffect(() => onPlan(JSON.parse(text) as GroupPlan), [text, onPlan]);
  useEffect(() => () => onPlan(null), [onPlan]);

  return members.map((member, place) => (
    <MemberCard
      key={member.key}
      label={`Person ${countBefore + place + 1}`}
      member={member}
      segments={visits[place] ?? null}
      hint={hintOf(member, visits[place]?.[0]?.starts_at ?? null, startsAt)}
      clashes={clashes.get(String(member.key)) ?? []}
      offered={offered}
      team={teamFor(place)}
      business={business}
      isTried={isTried}
      onChange={(part) =>
        onChange(members.map((one) => (one.key === member.key ? { ...one, ...part } : one)))
      }
      onRemove={
        members.length > least
          ? () => onChange(members.filter(({ key }) => key !== member.key))
          : undefined
      }
    />
  ));
}

const hintOf = (
  { time }: MemberDraft,
  begins: Instant | null,
  othersBegin: Instant | null,
): string | null => {
  if (time !== null || begins === null) return null;
  return begins === othersBegin
    ? 'Together with the others'
    : 'As soon as their person is done with the others';
};
