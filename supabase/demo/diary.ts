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

export type DiaryMember = { id: Uuid; staff: DemoStaff; bookable: Bookable[]; regulars: Uuid[] };

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
};

const STEP = 15;
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
  let at = from;
  while (at < to - STEP) {
    if (lunch !== null && at >= lunch && at < lunch + 30) at = lunch + 30;
    if (!random.chance(load)) {
      at += random.pick([15, 30, 30, 45, 60]);
      continue;
    }
    const item = random.pick(member.bookable);
    const { minutes, processing = 0, finishing = 0, bufferAfter = 0 } = item.variant;
    const end = at + minutes + processing + finishing;
    if (end + bufferAfter > to || (lunch !== null && at < lunch && end + bufferAfter > lunch)) {
      at += STEP;
      continue;
    }
    const startsAt = wallToEpoch(zone, day, at);
    addVisit(member, item, startsAt, seen, options);
    // Some clients cancel; somebody else may have taken the time.
    if (random.chance(0.06))
      addVisit(member, random.pick(member.bookable), startsAt, seen, options, 'cancelled');
    if (processing >= 30 && random.chance(0.4)) {
      const short = member.bookable.filter(
        (other) =>
          !other.variant.processing &&
          other.variant.minutes + (other.variant.bufferAfter ?? 0) <= processing,
      );
      if (short.length > 0) {
        addVisit(member, random.pick(short), startsAt + minutes, seen, options);
      }
    }
    at = Math.ceil((end + bufferAfter) / STEP) * STEP;
  }
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
  item: Bookable,
  startsAt: EpochMin,
  seen: Set<Uuid>,
  options: DiaryOptions,
  fixed?: AppointmentStatus,
): void => {
  const { rows, random, newId, now } = options;
  const clientId = random.pick(member.regulars);
  if (seen.has(clientId)) return;
  seen.add(clientId);

  const { variant } = item;
  const processing = variant.processing ?? 0;
  const finishing = variant.finishing ?? 0;
  const endsAt = startsAt + variant.minutes + processing + finishing;
  const status = fixed ?? statusAt(startsAt, endsAt, now, item, random);
  const started = status === 'completed' || status === 'in_service';
  const id = newId();
  const atClient = item.service.atClient ?? false;
  rows.add('appointments', {
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
    confirmation: status === 'booked' && random.chance(0.5) ? 'confirmed' : 'none',
    client_note: random.chance(0.06) ? random.pick(CLIENT_NOTES) : null,
    staff_note: random.chance(0.05) ? random.pick(STAFF_NOTES) : null,
    policy_version: null,
    reschedule_count: 0,
    cancel_by: status === 'cancelled' ? 'client' : null,
    cancel_reason: status === 'cancelled' ? random.pick(CANCEL_REASONS) : null,
    cancelled_at: status === 'cancelled' ? instantOfMin(Math.min(startsAt - 1500, now - 60)) : null,
    cancel_late: false,
    ical_uid: `${id}@${ICAL_DOMAIN}`,
    ical_sequence: 0,
    arrived_at: started || status === 'arrived' ? instantOfMin(startsAt - 3) : null,
    started_at: started ? instantOfMin(startsAt) : null,
    finished_at: status === 'completed' ? instantOfMin(endsAt) : null,
    conflict: false,
    overlap_accepted: false,
  });
  rows.add('appointment_segments', {
    id: newId(),
    appointment_id: id,
    position: 0,
    variant_id: item.variantId,
    service_name: item.title,
    add_on_ids: [],
    staff_id: member.id,
    any_staff: random.chance(0.15),
    starts_at: instantOfMin(startsAt),
    ends_at: instantOfMin(endsAt),
    duration_min: variant.minutes,
    processing_min: processing,
    finishing_min: finishing,
    buffer_before_min: 0,
    buffer_after_min: variant.bufferAfter ?? 0,
    processing_bookable: true,
    price_kind: variant.kind ?? 'fixed',
    price_cents: variant.price * 100,
  });
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
