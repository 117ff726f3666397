/** What lines of history say, as facts without words: the screen has those. */
import type { AppointmentRow, AppointmentStatus, FeeState, Instant, Uuid } from '#domain/rows.ts';
import type { HistoryLine } from './history-line.ts';

export type HistorySpan = { startsAt: Instant; endsAt: Instant };

export type HistoryFact =
  | {
      kind: 'booked';
      source: AppointmentRow['source'];
      status: AppointmentStatus;
      span: HistorySpan | null;
      clientId: Uuid | null;
      services: { service: string; staffId: Uuid | null }[];
    }
  | { kind: 'removed' }
  | { kind: 'moved'; from: HistorySpan; to: HistorySpan }
  | { kind: 'status'; from: AppointmentStatus; to: AppointmentStatus; isLate: boolean }
  | { kind: 'confirmation'; to: AppointmentRow['confirmation'] }
  | { kind: 'client'; from: Uuid | null; to: Uuid | null }
  | { kind: 'place'; from: AppointmentRow['location_type']; to: AppointmentRow['location_type'] }
  | { kind: 'address' | 'client_note' | 'staff_note'; change: 'added' | 'changed' | 'removed' }
  | { kind: 'conflict'; isTaken: boolean }
  | { kind: 'overlap'; isAccepted: boolean }
  /** `cents` null: the same as before. */
  | { kind: 'fee'; state: FeeState; cents: number | null }
  /** It comes together with others from now on, or by itself again. */
  | { kind: 'group'; isIn: boolean }
  | { kind: 'service_added'; service: string; staffId: Uuid | null }
  | { kind: 'service_removed'; service: string }
  | { kind: 'service_named'; from: string; to: string }
  | { kind: 'person'; service: string; from: Uuid; to: Uuid }
  | { kind: 'service_moved'; service: string; from: HistorySpan; to: HistorySpan }
  | { kind: 'price'; service: string; fromCents: number; toCents: number };

/** The first value before and the last value after, of fields that differ in the end. */
const folded = (lines: readonly HistoryLine[]): Map<string, [unknown, unknown]> => {
  const fields = new Map<string, [unknown, unknown]>();
  for (const { changes } of lines) {
    for (const [field, [from, to]] of Object.entries(changes)) {
      fields.set(field, [fields.has(field) ? fields.get(field)![0] : from, to]);
    }
  }
  for (const [field, [from, to]] of fields) {
    // A text that became another one says true twice; a span is told with both of its ends.
    if (from === to && typeof from !== 'boolean' && !field.endsWith('s_at')) fields.delete(field);
  }
  return fields;
};

/** What the lines of one change say together. */
export const factsOf = (lines: readonly HistoryLine[]): HistoryFact[] => {
  const own = lines.filter(({ segment_id }) => segment_id === null);
  const fields = folded(own);
  if (own.at(-1)?.kind === 'removed') return [{ kind: 'removed' }];
  const services = segmentsOf(lines);
  if (own.some(({ kind }) => kind === 'booked')) {
    return [bookedFact(fields, services), ...groupFacts(fields), ...placeFacts(fields)];
  }
  const facts = appointmentFacts(fields);
  const isMoved = facts.some(({ kind }) => kind === 'moved');
  return [...facts, ...services.flatMap((one) => segmentFacts(one, isMoved))];
};

type SegmentChange = {
  service: string;
  isAdded: boolean;
  isRemoved: boolean;
  fields: Map<string, [unknown, unknown]>;
};

const segmentsOf = (lines: readonly HistoryLine[]): SegmentChange[] => {
  const bySegment = new Map<Uuid, HistoryLine[]>();
  for (const line of lines) {
    if (line.segment_id === null) continue;
    bySegment.set(line.segment_id, [...(bySegment.get(line.segment_id) ?? []), line]);
  }
  return [...bySegment.values()].map((of) => ({
    service: of.at(-1)?.service ?? '',
    isAdded: of[0]?.kind === 'service_added',
    isRemoved: of.at(-1)?.kind === 'service_removed',
    fields: folded(of),
  }));
};

const bookedFact = (
  fields: ReadonlyMap<string, [unknown, unknown]>,
  services: readonly SegmentChange[],
): HistoryFact => {
  const after = <T>(field: string, otherwise: T): T => (fields.get(field)?.[1] ?? otherwise) as T;
  const [startsAt, endsAt] = [after('starts_at', ''), after('ends_at', '')];
  return {
    kind: 'booked',
    source: after('source', 'staff'),
    status: after('status', 'booked'),
    span: startsAt && endsAt ? { startsAt, endsAt } : null,
    clientId: after('client_id', null),
    services: services.flatMap(({ service, isRemoved, fields: of }) =>
      isRemoved ? [] : [{ service, staffId: (of.get('staff_id')?.[1] ?? null) as Uuid | null }],
    ),
  };
};

const appointmentFacts = (fields: ReadonlyMap<string, [unknown, unknown]>): HistoryFact[] => {
  const facts: HistoryFact[] = [];
  const of = <T>(field: string): [T, T] | undefined => fields.get(field) as [T, T] | undefined;
  const moved = spansOf(fields);
  if (moved) facts.push({ kind: 'moved', ...moved });
  const status = of<AppointmentStatus>('status');
  if (status) {
    const isLate = of<boolean>('cancel_late')?.[1] === true;
    facts.push({ kind: 'status', from: status[0], to: status[1], isLate });
  }
  const fee = of<FeeState | null>('fee_state');
  // A row from before there were fees had none.
  if (fee && (fee[0] ?? 'none') !== (fee[1] ?? 'none')) {
    const state = fee[1] ?? 'none';
    facts.push({ kind: 'fee', state, cents: of<number | null>('fee_cents')?.[1] ?? null });
  }
  const confirmation = of<AppointmentRow['confirmation']>('confirmation');
  // A new time asks again by itself.
  if (confirmation && !(moved && confirmation[1] === 'none')) {
    facts.push({ kind: 'confirmation', to: confirmation[1] });
  }
  const client = of<Uuid | null>('client_id');
  if (client) facts.push({ kind: 'client', from: client[0] ?? null, to: client[1] ?? null });
  const place = of<AppointmentRow['location_type']>('location_type');
  if (place) facts.push({ kind: 'place', from: place[0], to: place[1] });
  for (const kind of ['address', 'client_note', 'staff_note'] as const) {
    const text = of<boolean>(kind);
    if (!text || (kind === 'address' && place)) continue;
    const change = !text[0] ? 'added' : text[1] ? 'changed' : 'removed';
    facts.push({ kind, change });
  }
  return [...facts, ...groupFacts(fields), ...placeFacts(fields)];
};

const groupFacts = (fields: ReadonlyMap<string, [unknown, unknown]>): HistoryFact[] => {
  const group = fields.get('group_id');
  return group ? [{ kind: 'group', isIn: Boolean(group[1]) }] : [];
};

/** Whether it holds its place, and whether that is shared on purpose. */
const placeFacts = (fields: ReadonlyMap<string, [unknown, unknown]>): HistoryFact[] => {
  const turned = (field: string): boolean | null => {
    const [from, to] = fields.get(field) ?? [];
    return (from ?? false) === (to ?? false) ? null : to === true;
  };
  const [isTaken, isAccepted] = [turned('conflict'), turned('overlap_accepted')];
  return [
    ...(isTaken === null ? [] : [{ kind: 'conflict' as const, isTaken }]),
    ...(isAccepted === null ? [] : [{ kind: 'overlap' as const, isAccepted }]),
  ];
};

const segmentFacts = (segment: SegmentChange, isMoved: boolean): HistoryFact[] => {
  const { service, fields } = segment;
  if (segment.isAdded && segment.isRemoved) return [];
  if (segment.isAdded) {
    const staffId = (fields.get('staff_id')?.[1] ?? null) as Uuid | null;
    return [{ kind: 'service_added', service, staffId }];
  }
  if (segment.isRemoved) return [{ kind: 'service_removed', service }];
  const facts: HistoryFact[] = [];
  const named = fields.get('service_name') as [string, string] | undefined;
  if (named) facts.push({ kind: 'service_named', from: named[0], to: named[1] });
  const person = fields.get('staff_id') as [Uuid, Uuid] | undefined;
  if (person) facts.push({ kind: 'person', service, from: person[0], to: person[1] });
  const spans = spansOf(fields);
  // Where the whole visit has moved, that has been said.
  if (spans && !isMoved) facts.push({ kind: 'service_moved', service, ...spans });
  const price = fields.get('price_cents') as [number, number] | undefined;
  if (price) facts.push({ kind: 'price', service, fromCents: price[0], toCents: price[1] });
  return facts;
};

const spansOf = (
  fields: ReadonlyMap<string, [unknown, unknown]>,
): { from: HistorySpan; to: HistorySpan } | null => {
  const start = fields.get('starts_at') as [Instant, Instant] | undefined;
  const end = fields.get('ends_at') as [Instant, Instant] | undefined;
  if (!start || !end || (start[0] === start[1] && end[0] === end[1])) return null;
  return {
    from: { startsAt: start[0], endsAt: end[0] },
    to: { startsAt: start[1], endsAt: end[1] },
  };
};
