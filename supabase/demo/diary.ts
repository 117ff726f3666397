import { NEW_APPOINTMENT } from '#domain/appointments/schema.ts';
import { must } from '#domain/errors/assert.ts';
import { ICAL_DOMAIN } from '#domain/product.ts';
import type { AppointmentStatus, MinuteRange, Uuid } from '#domain/rows.ts';
import { dayNumber, weekdayOf } from '#domain/time/day.ts';
import { dayOf } from '#domain/time/day.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { wallToEpoch } from '#domain/time/wall.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { Bookable } from './catalogue.ts';
import type { DemoStaff } from './people.ts';
import type { Random } from './random.ts';
import type { DemoRows } from './rows.ts';

export type DiaryMember = {
  id: Uuid;
  staff: DemoStaff;
  bookable: Bookable[];
  regulars: Uuid[];
  /** Day numbers on which they are away. */
  away: ReadonlySet<number>;
};

export type DiaryOptions = {
  rows: DemoRows;
  random: Random;
  newId: () => Uuid;
  zone: Zone;
  /** The minute that counts as now: before it things have happened. */
  now: EpochMin;
  today: string;
  daysBack: number;
  daysAhead: number;
  addressOf: (clientId: Uuid) => { line1: string } | null;
  lunchReasonId: Uuid;
};

/** One piece of a visit: what is done, with what, for how long. */
type Part = { item: Bookable; addOnIds: Uuid[]; minutes: number; priceCents: number };

const STEP = 15;
const LUNCH_MIN = 30;
/** As in the rules of the demo business. */
const CANCEL_NOTICE_MIN = 1440;
/** Days on which the salon is closed, as MM-DD. */
const HOLIDAYS = new Set(['01-01', '07-04', '12-25']);

/**
 * Fills the calendars of all members, day by day: busier near today than far ahead, a gap here and
 * there, short visits inside the developing time of a colour. Nobody is ever double-booked.
 */
export const addDiary = (members: DiaryMember[], options: DiaryOptions): void => {
  const first = dayNumber(options.today) - options.daysBack;
  const last = dayNumber(options.today) + options.daysAhead;
  for (let day = first; day <= last; day += 1) {
    if (HOLIDAYS.has(dayOf(day).slice(5))) continue;
    // A client visits one person a day.
    const seen = new Set<Uuid>();
    for (const member of members) {
      if (member.away.has(day)) continue;
      const weeks = member.staff.weeks;
      const week = must(weeks[Math.floor((day - first) / 7) % weeks.length], 'a week');
      for (const range of week[weekdayOf(day)] ?? []) {
        fillRange(member, day, range, seen, options);
      }
    }
  }
};

const fillRange = (
  member: DiaryMember,
  day: number,
  [from, to]: MinuteRange,
  seen: Set<Uuid>,
  options: DiaryOptions,
): void => {
  const { random, zone } = options;
  const load = loadOf(day - dayNumber(options.today));
  const lunch = to - from > 360 ? from + Math.floor((to - from) / 2 / STEP) * STEP : null;
  if (lunch !== null) addLunch(member, day, lunch, options);
  let at = from;
  while (at < to - STEP) {
    if (lunch !== null && at >= lunch && at < lunch + LUNCH_MIN) at = lunch + LUNCH_MIN;
    if (!random.chance(load)) {
      at += random.pick([15, 30, 30, 45, 60]);
      continue;
    }
    const parts = pickParts(member, random);
    const end = at + parts.reduce((sum, part) => sum + partLength(part), 0);
    const free = end + bufferOf(parts);
    if (free > to || (lunch !== null && at < lunch && free > lunch)) {
      at += STEP;
      continue;
    }
    const startsAt = wallToEpoch(zone, day, at);
    addVisit(member, parts, startsAt, seen, options);
    // Some clients cancel, some requests come to nothing; somebody else may have taken the time.
    if (random.chance(0.06)) {
      const other = random.pick(member.bookable);
      const end = other.service.approval
        ? random.pick(['declined', 'expired'] as const)
        : 'cancelled';
      addVisit(member, [plainPart(other)], startsAt, seen, options, end);
    }
    fillProcessing(member, parts, startsAt, seen, options);
    at = Math.ceil(free / STEP) * STEP;
  }
};

/** A short visit of somebody else while a colour develops. */
const fillProcessing = (
  member: DiaryMember,
  [first]: Part[],
  startsAt: EpochMin,
  seen: Set<Uuid>,
  options: DiaryOptions,
): void => {
  const { random } = options;
  const processing = first?.item.variant.processing ?? 0;
  if (!first || processing < 30 || !random.chance(0.4)) return;
  const short = member.bookable.filter(
    ({ variant }) =>
      !variant.processing && variant.minutes + (variant.bufferAfter ?? 0) <= processing,
  );
  if (short.length === 0) return;
  addVisit(member, [plainPart(random.pick(short))], startsAt + first.minutes, seen, options);
};

/** Mostly one service; now and then a second one behind it, or an add-on with it. */
const pickParts = (member: DiaryMember, random: Random): Part[] => {
  const item = random.pick(member.bookable);
  const first = random.chance(0.15) ? withAddOn(item, random) : plainPart(item);
  const isPlain = !item.variant.processing && !item.variant.bufferAfter;
  if (!isPlain || !random.chance(0.12)) return [first];
  const second = random.pick(member.bookable);
  return second.serviceId === item.serviceId || second.variant.processing
    ? [first]
    : [first, plainPart(second)];
};

const plainPart = (item: Bookable): Part => ({
  item,
  addOnIds: [],
  minutes: item.variant.minutes,
  priceCents: item.variant.price * 100,
});

const withAddOn = (item: Bookable, random: Random): Part => {
  if (item.addOns.length === 0) return plainPart(item);
  const addOn = random.pick(item.addOns);
  const plain = plainPart(item);
  return {
    item,
    addOnIds: [addOn.id],
    minutes: plain.minutes + addOn.minutes,
    priceCents: plain.priceCents + addOn.priceCents,
  };
};

const partLength = ({ item, minutes }: Part): number =>
  minutes + (item.variant.processing ?? 0) + (item.variant.finishing ?? 0);
const bufferOf = (parts: Part[]): number => parts.at(-1)?.item.variant.bufferAfter ?? 0;

/** Lunch stands in the calendar around today; nobody plans it for next year. */
const addLunch = (member: DiaryMember, day: number, lunch: number, options: DiaryOptions): void => {
  const distance = day - dayNumber(options.today);
  if (distance < -7 || distance > 21) return;
  options.rows.add('time_blocks', {
    id: options.newId(),
    staff_id: member.id,
    starts_at: instantOfMin(wallToEpoch(options.zone, day, lunch)),
    ends_at: instantOfMin(wallToEpoch(options.zone, day, lunch + LUNCH_MIN)),
    all_day: false,
    reason_id: options.lunchReasonId,
    note: null,
    blocks_online: true,
    repeat_id: null,
    repeat_rule: null,
    repeat_detached: false,
  });
};

/** How full a day is, by its distance from today. */
const loadOf = (distance: number): number => {
  if (distance <= 2) return 0.62;
  if (distance <= 14) return 0.5;
  if (distance <= 35) return 0.28;
  return 0.1;
};

const addVisit = (
  member: DiaryMember,
  parts: Part[],
  startsAt: EpochMin,
  seen: Set<Uuid>,
  options: DiaryOptions,
  fixed?: AppointmentStatus,
): void => {
  const { rows, random, newId, now } = options;
  const clientId = random.pick(member.regulars);
  if (seen.has(clientId)) return;
  seen.add(clientId);

  const item = must(parts[0], 'a service').item;
  const endsAt = startsAt + parts.reduce((sum, part) => sum + partLength(part), 0);
  const status = fixed ?? statusAt(startsAt, endsAt, now, item, random);
  const started = status === 'completed' || status === 'in_service';
  const isCancelled = status === 'cancelled';
  const warningMin = random.chance(0.25) ? random.int(30, 1200) : random.int(1500, 9000);
  const cancelledAt = Math.min(startsAt - warningMin, now - 60);
  const id = newId();
  const atClient = item.service.atClient ?? false;
  rows.add('appointments', {
    ...NEW_APPOINTMENT,
    id,
    client_id: clientId,
    source: random.weighted([
      ['online', 5],
      ['staff', 4],
      ['rebook', 2],
    ] as const),
    location_type: atClient ? 'client' : 'business',
    address: atClient ? options.addressOf(clientId) : null,
    time_zone: options.zone.name,
    starts_at: instantOfMin(startsAt),
    ends_at: instantOfMin(endsAt),
    status,
    confirmation: confirmationOf(status, startsAt - now, random),
    client_note: random.chance(0.06) ? random.pick(CLIENT_NOTES) : null,
    staff_note: random.chance(0.05) ? random.pick(STAFF_NOTES) : null,
    cancel_by: isCancelled
      ? random.weighted([
          ['client', 4],
          ['staff', 1],
        ] as const)
      : null,
    cancel_reason: isCancelled ? random.pick(CANCEL_REASONS) : null,
    cancelled_at: isCancelled ? instantOfMin(cancelledAt) : null,
    cancel_late: isCancelled && cancelledAt > startsAt - CANCEL_NOTICE_MIN,
    ical_uid: `${id}@${ICAL_DOMAIN}`,
    ical_sequence: isCancelled ? 1 : 0,
    arrived_at: started || status === 'arrived' ? instantOfMin(startsAt - 3) : null,
    started_at: started ? instantOfMin(startsAt) : null,
    finished_at: status === 'completed' ? instantOfMin(endsAt) : null,
  });
  let at = startsAt;
  parts.forEach((part, position) => {
    const { variant } = part.item;
    const end = at + partLength(part);
    rows.add('appointment_segments', {
      id: newId(),
      appointment_id: id,
      position,
      variant_id: part.item.variantId,
      service_name: part.item.title,
      add_on_ids: part.addOnIds,
      staff_id: member.id,
      any_staff: random.chance(0.15),
      starts_at: instantOfMin(at),
      ends_at: instantOfMin(end),
      duration_min: part.minutes,
      processing_min: variant.processing ?? 0,
      finishing_min: variant.finishing ?? 0,
      buffer_before_min: 0,
      buffer_after_min: variant.bufferAfter ?? 0,
      travel_before_min: 0,
      travel_after_min: 0,
      processing_bookable: true,
      price_kind: variant.kind ?? 'fixed',
      price_cents: part.priceCents,
    });
    at = end;
  });
};

/** Whoever comes soon was asked, and most have answered. */
const confirmationOf = (
  status: AppointmentStatus,
  untilStartMin: number,
  random: Random,
): 'none' | 'requested' | 'confirmed' => {
  if (status !== 'booked' || untilStartMin > 2 * 1440) return 'none';
  return random.chance(0.7) ? 'confirmed' : 'requested';
};

const statusAt = (
  startsAt: EpochMin,
  endsAt: EpochMin,
  now: EpochMin,
  item: Bookable,
  random: Random,
): AppointmentStatus => {
  if (endsAt <= now) return random.chance(0.035) ? 'no_show' : 'completed';
  if (startsAt <= now) return 'in_service';
  if (startsAt <= now + 10) return 'arrived';
  return item.service.approval && random.chance(0.5) ? 'pending' : 'booked';
};

const CLIENT_NOTES = [
  'Could we keep the length this time?',
  'I might be ten minutes late, coming from work.',
  'First time with you, looking forward to it!',
  'Please ring the second bell.',
];
const STAFF_NOTES = ['7.1 + 8.0, 20 vol.', 'Colour card in the folder.', 'Try the softer tone.'];
const CANCEL_REASONS = ['Something came up', 'Feeling unwell', 'Found an earlier time'];
