import type { DayOrder } from '#domain/clients/import-day.ts';
import { readImportRow } from '#domain/clients/import-row.ts';
import { clientName } from '#domain/clients/name.ts';
import type { ClientInput } from '#domain/clients/schema.ts';
import { parseMoney } from '#domain/money/parse.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import { offerOf, segmentName } from '#domain/services/offer.ts';
import { cellText } from '#domain/text/csv.ts';
import { fold } from '#domain/text/fold.ts';
import { dayNumber } from '#domain/time/day.ts';
import { epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { wallToEpoch } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { segmentEnd, visibleMinutes } from './busy.ts';
import type { BookIndex } from './import-book.ts';
import type { VisitField, VisitMapping } from './import-fields.ts';
import { momentFrom } from './import-moment.ts';
import type { SegmentInput } from './schema.ts';

/** How the cells of a file are to be read. */
export type VisitReading = {
  mapping: VisitMapping;
  dayOrder: DayOrder;
  countryCode: string;
  locale: string;
  timeZone: string;
  now: Instant;
  /** Who does what the file gives to nobody that we know. */
  defaultStaffId: Uuid;
};

/**
 * Something in a row that a person should know. Rules: `not_a_time`, `past` and `over` keep the row
 * out, as do `already_there` and `too_long`; the others say what was made of a value.
 */
export type VisitProblem = {
  line: number;
  field: VisitField;
  rule:
    | 'not_a_time'
    | 'past'
    | 'over'
    | 'already_there'
    | 'too_long'
    | 'unknown_service'
    | 'unknown_staff'
    | 'not_a_number'
    | 'not_a_contact';
  value: string;
  isImported: boolean;
};

export type PlannedVisit = {
  /** The row's number in the file, the headings being the first. */
  line: number;
  /** null = a walk-in; `fresh` counts in `newClients`. */
  client: { id: Uuid } | { fresh: number } | null;
  clientName: string;
  startsAt: Instant;
  endsAt: Instant;
  segments: SegmentInput[];
  client_note: string | null;
  staff_note: string | null;
};

/** The dry run: everything that an import would do, and why some rows stay out. */
export type VisitPlan = {
  rows: number;
  visits: PlannedVisit[];
  newClients: ClientInput[];
  problems: VisitProblem[];
  notImported: number;
};

/** Of a service that is not in the menu nobody knows how long it takes. */
const UNKNOWN_MIN = 60;
const LONGEST_MIN = 1_440;
const NOTE_MAX = 5_000;

/** Reads a list of appointments row by row; rest in between as you like. */
export const createVisitPlanner = (reading: VisitReading, index: BookIndex) => {
  const plan: VisitPlan = { rows: 0, visits: [], newClients: [], problems: [], notImported: 0 };
  const zone = zoneOf(reading.timeZone);
  const nowMin = epochMinOf(reading.now);
  const seen = new Set<string>();

  const clientOf = (cells: readonly string[], line: number) => {
    const contact = readImportRow(line, cells, {
      mapping: reading.mapping.map(asClientField),
      countryCode: reading.countryCode,
      dayOrder: reading.dayOrder,
      today: reading.now.slice(0, 10),
    });
    if (!contact.client) return { client: null, name: '', problems: [] };
    // A number that cannot be read would go to the note of the client: it is said instead.
    const person = { ...contact.client, note: null };
    const problems = contact.problems.map(({ field, value }): VisitProblem => ({
      line,
      field: field as VisitField,
      rule: 'not_a_contact',
      value,
      isImported: true,
    }));
    let known = index.client(person);
    if (!known) {
      known = { fresh: plan.newClients.length };
      plan.newClients.push(person);
      index.addClient(person, known);
    }
    return { client: known, name: clientName(person), problems };
  };

  const addRow = (line: number, cells: readonly string[]): void => {
    plan.rows += 1;
    const value = valuesOf(cells, reading.mapping);
    const problem = (
      field: VisitField,
      rule: VisitProblem['rule'],
      isImported = true,
    ): VisitProblem => ({ line, field, rule, value: value(field), isImported });
    const leaveOut = (field: VisitField, rule: VisitProblem['rule']): void => {
      plan.notImported += 1;
      plan.problems.push(problem(field, rule, false));
    };

    const start = startOf(value, reading, zone);
    if (start === null)
      return leaveOut(value('start') || !value('day') ? 'start' : 'day', 'not_a_time');
    if (isOver(value('status'))) return leaveOut('status', 'over');
    if (start <= nowMin) return leaveOut(value('start') ? 'start' : 'day', 'past');

    const notes: VisitProblem[] = [];
    const staffId = value('staff') ? index.staff(value('staff')) : null;
    if (value('staff') && !staffId) notes.push(problem('staff', 'unknown_staff'));
    const length = lengthOf(value, start, reading, zone);
    const work = workOf(value('services'), start, staffId ?? reading.defaultStaffId, length, index);
    if (!work.isKnown) notes.push(problem('services', 'unknown_service'));
    const endsAt = work.segments.at(-1) && segmentEnd(work.segments.at(-1)!);
    const startsAt = instantOfMin(start);
    if (!endsAt || epochMinOf(endsAt) - start > LONGEST_MIN) return leaveOut('end', 'too_long');
    const price = value('price') ? parseMoney(value('price'), { locale: reading.locale }) : null;
    if (price && !price.ok) notes.push(problem('price', 'not_a_number'));

    const { client, name, problems } = clientOf(cells, line);
    const who = client === null ? `walk-in ${work.segments[0]?.staff_id}` : JSON.stringify(client);
    const isThere = client !== null && 'id' in client && index.hasVisit(client.id, startsAt);
    if (isThere || seen.has(`${who} ${startsAt}`)) return leaveOut('client', 'already_there');
    seen.add(`${who} ${startsAt}`);
    plan.problems.push(...problems, ...notes);
    plan.visits.push({
      line,
      client,
      clientName: name || 'Walk-in',
      startsAt,
      endsAt,
      segments: price?.ok ? priced(work.segments, price.value) : work.segments,
      client_note: value('client_note').slice(0, NOTE_MAX) || null,
      staff_note: value('staff_note').slice(0, NOTE_MAX) || null,
    });
  };
  return { plan, addRow };
};

type Value = (field: VisitField) => string;
type Zone = ReturnType<typeof zoneOf>;

const valuesOf = (cells: readonly string[], mapping: VisitMapping): Value => {
  const values = new Map<VisitField, string>();
  mapping.forEach((field, column) => {
    const text = field === null ? '' : cellText(cells[column] ?? '');
    if (field !== null && text !== '' && !values.has(field)) values.set(field, text);
  });
  return (field) => values.get(field) ?? '';
};

/** The contacts of a row are read as those of a list of clients. */
const asClientField = (field: VisitMapping[number]) => {
  if (field === 'client') return 'name' as const;
  const same = ['first_name', 'last_name', 'phone', 'email'] as const;
  return same.find((one) => one === field) ?? null;
};

/** By the clocks of the business, unless the cell names its offset. */
const startOf = (value: Value, reading: VisitReading, zone: Zone): EpochMin | null => {
  const whole = value('start') ? momentFrom(value('start'), reading.dayOrder) : null;
  if (whole?.kind === 'exact') return whole.at;
  const days = value('day') ? momentFrom(value('day'), reading.dayOrder) : null;
  const times = value('time') ? momentFrom(value('time'), reading.dayOrder) : null;
  const day = whole?.day ?? (days?.kind === 'wall' ? days.day : null);
  // A column of dates often holds midnight too: a column of times counts more.
  const minute =
    whole?.minute ??
    (times?.kind === 'wall' ? times.minute : null) ??
    (days?.kind === 'wall' ? days.minute : null);
  return day === null || minute === null ? null : wallToEpoch(zone, dayNumber(day), minute);
};

/** Minutes from the start to the end that the file says; null = it does not. */
const lengthOf = (
  value: Value,
  start: EpochMin,
  reading: VisitReading,
  zone: Zone,
): number | null => {
  const minutes = minutesFrom(value('minutes'));
  if (minutes !== null) return minutes;
  const end = value('end') ? momentFrom(value('end'), reading.dayOrder) : null;
  if (end === null) return null;
  if (end.kind === 'exact') return positive(end.at - start);
  if (end.minute === null) return null;
  const local = start + zone.offsetAt(start);
  const day = end.day ? dayNumber(end.day) : Math.floor(local / 1_440);
  return positive(wallToEpoch(zone, day, end.minute) - start);
};

const positive = (minutes: number): number | null => (minutes > 0 ? minutes : null);

/** `45`, `45 min`, `1:30`, `1h 30`, `1.5 h`. */
const minutesFrom = (text: string): number | null => {
  const cell = fold(text);
  const plain = /^(\d{1,4})\s*(m|min|mins|minute|minutes|minuten)?\.?$/.exec(cell);
  if (plain) return positive(Number(plain[1]));
  const clock =
    /^(\d{1,2})(?::|\s*h(?:ours?|rs?)?\s*)(\d{1,2})?\s*(?:m|min|mins|minutes)?(?::00)?$/.exec(cell);
  if (clock) return positive(Number(clock[1]) * 60 + Number(clock[2] ?? 0));
  const hours = /^(\d+)[.,](\d+)\s*h(?:ours?|rs?)?$/.exec(cell);
  return hours ? positive(Math.round(Number(`${hours[1]}.${hours[2]}`) * 60)) : null;
};

/** Nobody comes to a visit that is over or was called off. */
const isOver = (text: string): boolean =>
  /^(cancel|canceled|cancelled|no.?show|declin|expired|complet|done|finished|deleted|storniert|abgesagt)/.test(
    fold(text),
  );

/** The whole cell as one service, else its parts one after the other. */
const workOf = (
  text: string,
  start: EpochMin,
  staffId: Uuid,
  length: number | null,
  index: BookIndex,
): { segments: SegmentInput[]; isKnown: boolean } => {
  const whole = index.variant(text);
  const names = whole ? [text] : text.split(/\s*(?:;|\+|\||,)\s*/).filter(Boolean);
  const known = names.map((name) => index.variant(name));
  if (known.length === 0 || known.includes(null)) {
    const unknown = segment(start, staffId, {
      service_name: text.slice(0, 260) || 'Appointment',
      duration_min: Math.min(length ?? UNKNOWN_MIN, LONGEST_MIN),
    });
    return { segments: [unknown], isKnown: text === '' };
  }
  const segments: SegmentInput[] = [];
  let at = start;
  for (const found of known) {
    if (!found) continue;
    const { variant, service } = found;
    const offer = offerOf(variant, index.override(variant.id, staffId));
    const own = visibleMinutes(offer);
    // A visit that was given another length is that long, in one piece.
    const isOther = known.length === 1 && length !== null && length !== own;
    const lengths = isOther
      ? { duration_min: Math.min(length, LONGEST_MIN), processing_min: 0, finishing_min: 0 }
      : {};
    const next = segment(at, staffId, {
      ...offer,
      ...lengths,
      variant_id: variant.id,
      service_name: segmentName(service, variant),
    });
    segments.push(next);
    at += visibleMinutes(next);
  }
  return { segments, isKnown: true };
};

const segment = (
  start: EpochMin,
  staffId: Uuid,
  more: Partial<SegmentInput> & Pick<SegmentInput, 'service_name' | 'duration_min'>,
): SegmentInput => ({
  variant_id: null,
  add_on_ids: [],
  staff_id: staffId,
  any_staff: false,
  starts_at: instantOfMin(start),
  processing_min: 0,
  finishing_min: 0,
  buffer_before_min: 0,
  buffer_after_min: 0,
  travel_before_min: 0,
  travel_after_min: 0,
  processing_bookable: true,
  price_kind: 'varies',
  price_cents: 0,
  ...more,
});

/** A price of the file is that of the whole visit: it stands with its first piece of work. */
const priced = (segments: readonly SegmentInput[], cents: number): SegmentInput[] =>
  segments.map((one, place) => ({
    ...one,
    price_kind: place === 0 && cents > 0 ? 'fixed' : 'free',
    price_cents: place === 0 ? cents : 0,
  }));
