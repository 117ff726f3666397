/** The services of a visit that is booked, while they are being changed. */
import type { WantedSegment } from '#db/commands/appointment-services.ts';
import type { SegmentView } from '#db/queries/appointments.ts';
import { visibleMinutes } from '#domain/appointments/busy.ts';
import { inputOfSegment } from '#domain/appointments/segment-input.ts';
import { travelOf, withTravel } from '#domain/appointments/travel.ts';
import { helpsWith } from '#domain/appointments/visit-items.ts';
import type { AppointmentSegmentRow, Instant, Uuid } from '#domain/rows.ts';
import { addMinutes } from '#domain/time/epoch.ts';
import {
  emptyLine,
  isParallel,
  lineName,
  lineOffer,
  type DraftLine,
  type Extras,
  type Offered,
} from './draft.ts';

/** Line n stands for segment n; what has no service on any menu stays as it is. */
export type VisitStart = {
  lines: DraftLine[];
  segments: AppointmentSegmentRow[];
  fixed: AppointmentSegmentRow[];
  /** The menu, and what the visit has that is not on it any more. */
  offered: ReadonlyMap<Uuid, Offered>;
};

export const startOfChange = (
  views: readonly SegmentView[],
  menu: ReadonlyMap<Uuid, Offered>,
): VisitStart => {
  const offered = new Map(menu);
  for (const { service, variant } of views) {
    if (!service || !variant || offered.has(variant.id)) continue;
    const view = { service, variants: [variant], overrides: new Map(), addOnGroups: [] };
    offered.set(variant.id, { view, service, variant });
  }
  const rows = views.map(({ segment }) => segment);
  const isKnown = ({ variant_id }: AppointmentSegmentRow): boolean => offered.has(variant_id ?? '');
  const segments = rows.filter(isKnown);
  return {
    segments,
    fixed: rows.filter((row) => !isKnown(row)),
    offered,
    lines: segments.map((_, index) => lineOf(segments, index, offered)),
  };
};

const lineOf = (
  segments: readonly AppointmentSegmentRow[],
  index: number,
  offered: ReadonlyMap<Uuid, Offered>,
): DraftLine => {
  const segment = segments[index]!;
  const line: DraftLine = {
    ...emptyLine(index + 1, segment.staff_id),
    variantId: segment.variant_id,
    addOnIds: segment.add_on_ids,
    isTogether: segments[index - 1]?.starts_at === segment.starts_at,
    ...(helpsWith(segments[index - 1], segment) ? { isSecond: true } : {}),
  };
  const usual = lineOffer(line, offered.get(segment.variant_id ?? '')!);
  const { duration_min, price_cents } = segment;
  const agreed: Extras = {
    processing_min: segment.processing_min,
    finishing_min: segment.finishing_min,
    buffer_before_min: segment.buffer_before_min - (segment.travel_before_min ?? 0),
    buffer_after_min: segment.buffer_after_min - (segment.travel_after_min ?? 0),
  };
  return {
    ...line,
    durationMin: usual.duration_min === duration_min ? null : duration_min,
    priceCents: usual.price_cents === price_cents ? null : price_cents,
    extras: changedFields(usual, agreed),
  };
};

/** Those of the agreed times that are other than usual. */
const changedFields = (usual: Extras, agreed: Extras): Partial<Extras> =>
  Object.fromEntries(
    Object.entries(agreed).filter(([field, minutes]) => usual[field as keyof Extras] !== minutes),
  );

/**
 * The segments as they shall be; null while a line has no service or nobody who does it. What comes
 * before the first change keeps its times, what comes after follows without a gap. A line that was
 * not touched keeps what was agreed for it.
 */
export const wantedSegments = (
  start: VisitStart,
  lines: readonly DraftLine[],
): WantedSegment[] | null => {
  const { segments, fixed, offered } = start;
  const all = [...segments, ...fixed];
  let isAsBefore = true;
  let next: Instant = segments[0]?.starts_at ?? fixed[0]?.starts_at ?? '';
  const wanted: WantedSegment[] = fixed.map((row) => ({ ...inputOfSegment(row), id: row.id }));
  for (const [at, line] of lines.entries()) {
    const index = start.lines.findIndex(({ key }) => key === line.key);
    const row = segments[index];
    const previous = at > 0 ? wanted.at(-1)!.starts_at : next;
    const isTogether = isParallel(lines, at);
    const isWhereItWas =
      isAsBefore && index === at && isTogether === isParallel(start.lines, index);
    const startsAt: Instant = isWhereItWas && row ? row.starts_at : isTogether ? previous : next;
    const isSame = JSON.stringify(start.lines[index]) === JSON.stringify(line);
    const segment =
      row && isSame ? { ...inputOfSegment(row), id: row.id } : changed(line, row, offered);
    if (!segment) return null;
    isAsBefore &&= isSame && index === at;
    wanted.push({ ...segment, starts_at: startsAt });
    const end = addMinutes(startsAt, visibleMinutes(segment));
    if (end > next) next = end;
  }
  return withTravel(wanted, travelOf(all));
};

const changed = (
  line: DraftLine,
  row: AppointmentSegmentRow | undefined,
  offered: ReadonlyMap<Uuid, Offered>,
): WantedSegment | null => {
  const found = offered.get(line.variantId ?? '');
  if (!found || !line.staffId) return null;
  const offer = lineOffer(line, found);
  const isSameService = row?.variant_id === found.variant.id;
  return {
    ...offer,
    travel_before_min: 0,
    travel_after_min: 0,
    id: row?.id ?? null,
    variant_id: found.variant.id,
    service_name: isSameService ? row.service_name : lineName(line, found),
    add_on_ids: line.addOnIds,
    staff_id: line.staffId,
    any_staff: row?.staff_id === line.staffId && row.any_staff,
    starts_at: row?.starts_at ?? '',
  };
};
