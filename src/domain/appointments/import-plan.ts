import { readImportRow } from '#domain/clients/import-row.ts';
import { clientName } from '#domain/clients/name.ts';
import type { ClientInput } from '#domain/clients/schema.ts';
import { parseMoney } from '#domain/money/parse.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { segmentEnd } from './busy.ts';
import type { BookIndex } from './import-book.ts';
import { isOver, lengthOf, startOf, valuesOf } from './import-cells.ts';
import type { VisitReading } from './import-cells.ts';
import type { VisitField, VisitMapping } from './import-fields.ts';
import { LONGEST_MIN, priced, workOf } from './import-work.ts';
import type { SegmentInput } from './schema.ts';

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
      today: wallAt(reading.timeZone, reading.now).day,
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

/** The contacts of a row are read as those of a list of clients. */
const asClientField = (field: VisitMapping[number]) => {
  if (field === 'client') return 'name' as const;
  const same = ['first_name', 'last_name', 'phone', 'email'] as const;
  return same.find((one) => one === field) ?? null;
};
