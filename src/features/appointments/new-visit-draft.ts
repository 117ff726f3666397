/** A new appointment as a whole while it is being put together, and what would be saved of it. */
import type {
  BookingRulesRow,
  BusinessRow,
  ClientRow,
  Day,
  Uuid,
  WaitlistEntryRow,
} from '#domain/rows.ts';
import type { SegmentInput } from '#domain/appointments/schema.ts';
import { usualTravel, withTravel, type Travel } from '#domain/appointments/travel.ts';
import { addressesOf } from '#domain/clients/addresses.ts';
import { sumPrices, type Price } from '#domain/services/price.ts';
import { clockText, minuteOfClock } from '#domain/time/clock-text.ts';
import type { AppointmentForm } from '#db/commands/appointments.ts';
import type { Whom } from './client-field.tsx';
import { draftSegments, draftTotals, emptyLine, type DraftLine, type Offered } from './draft.ts';
import type { GroupPlan } from './group-members.tsx';
import { isNobody, type MemberDraft } from './member-draft.ts';
import type { RepeatPlan } from './repeat-part.tsx';
import { isPlanned } from './use-save-visit.ts';
import {
  addressOfDraft,
  NEW_PLACE,
  placeWished,
  travelOfDraft,
  usualKind,
  type PlaceDraft,
  type PlaceKind,
} from './visit-place-draft.ts';

/** What the place that was pointed at says already. */
export type NewAt = {
  day: Day;
  minute: number | null;
  staffId: Uuid | null;
  clientId: Uuid | null;
  /** A visit that it is to be like. */
  againId?: Uuid;
  /** Whoever waits is given this time. */
  entryId?: Uuid;
};

export type NewVisitDraft = {
  whom: Whom;
  day: Day;
  /** As typed. */
  time: string;
  lines: DraftLine[];
  notes: { client: string; staff: string };
  where: PlaceDraft;
  /** Who comes along. */
  party: MemberDraft[];
};

/**
 * `like`: the services that it begins with; `entry`: who waits, what they said and where they want it.
 */
export const newVisitDraft = (
  at: NewAt,
  like: DraftLine[],
  preferredStaffId: Uuid | null,
  entry: Pick<WaitlistEntryRow, 'note' | 'location_type' | 'address'> | null = null,
): NewVisitDraft => ({
  whom: { clientId: at.clientId, isWalkIn: false },
  day: at.day,
  time: at.minute === null ? '' : clockText(at.minute),
  lines: like.length > 0 ? like : [emptyLine(1, preferredStaffId)],
  notes: { client: entry?.note ?? '', staff: '' },
  where: entry ? placeWished(entry) : NEW_PLACE,
  party: [],
});

/** What is typed belongs to the place that was pointed at, and to whom was searched for. */
export const newVisitKey = (
  database: string,
  { day, minute, staffId, clientId, againId, entryId }: NewAt,
  searched: string,
): string =>
  [database, 'appointment.new', day, minute, staffId, clientId, againId, entryId, searched].join(
    '.',
  );

/** What the fields stand for. */
export type NewVisitWork = {
  /** When the first service begins; null = not chosen. */
  minute: number | null;
  kind: PlaceKind;
  usual: Travel;
  /** null while its fields say nothing useful. */
  travel: Travel | null;
  /** null while something of the services or the time is missing. */
  segments: SegmentInput[] | null;
  /** Of the first client. */
  minutes: number;
  /** Of everybody who comes. */
  price: Price;
};

export const newVisitWork = (
  { whom, day, time, lines, where, party }: NewVisitDraft,
  offered: ReadonlyMap<Uuid, Offered>,
  rules: BookingRulesRow | undefined,
  timeZone: string,
): NewVisitWork => {
  const minute = minuteOfClock(time);
  const places = offered.get(lines[0]?.variantId ?? '')?.service.location_types;
  const kind = where.kind ?? usualKind(places ?? []);
  const draft = { clientId: whom.clientId, day, minute, lines };
  const work = draftSegments(draft, offered, timeZone);
  const isOnlyThere = places !== undefined && !places.includes('business');
  const usual = usualTravel(rules, isOnlyThere && work?.[0] ? work[0] : null);
  const travel = travelOfDraft(where, kind, usual);
  const own = draftTotals(lines, offered);
  const others = party.map((one) => draftTotals(one.lines, offered).price);
  return {
    minute,
    kind,
    usual,
    travel,
    segments: work && travel ? withTravel(work, travel) : work,
    minutes: own.minutes,
    price: sumPrices([own.price, ...others]),
  };
};

/** What a press on "Book" found missing. */
export type Missing = 'client' | 'service' | 'time' | 'dates' | 'travel' | 'party';

/** What is asked for first; null = it can be saved. */
export const missingOf = (
  draft: NewVisitDraft,
  { minute, segments, travel }: NewVisitWork,
  plan: RepeatPlan | null,
  group: GroupPlan | null,
): Missing | null => {
  if (isNobody(draft)) return 'client';
  if (!segments) return minute === null ? 'time' : 'service';
  if (!travel) return 'travel';
  if (plan && !isPlanned(plan)) return 'dates';
  if (group && !group.forms) return 'party';
  return null;
};

/** What is saved of the first client. `client`: as they are known now. */
export const newVisitForm = (
  { whom, notes, where }: NewVisitDraft,
  { kind, segments }: Pick<NewVisitWork, 'kind'> & { segments: SegmentInput[] },
  at: NewAt,
  client: ClientRow | undefined,
  { country_code }: Pick<BusinessRow, 'country_code'>,
): AppointmentForm => ({
  location_type: kind,
  address:
    kind === 'client'
      ? addressOfDraft(where, client ? addressesOf(client) : [], country_code)
      : null,
  client_id: whom.clientId,
  segments,
  source: sourceOf(whom, at),
  client_note: notes.client,
  staff_note: notes.staff,
});

/** Another visit of the same person is counted as kept; somebody else's is a new one. */
const sourceOf = ({ clientId }: Whom, at: NewAt): 'walk_in' | 'waitlist' | 'rebook' | 'staff' => {
  if (clientId === null) return 'walk_in';
  if (clientId !== at.clientId) return 'staff';
  return at.entryId ? 'waitlist' : at.againId ? 'rebook' : 'staff';
};
