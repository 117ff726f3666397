/** A new appointment while it is being put together: services one after another, each by somebody. */
import type {
  AppointmentSegmentRow,
  Day,
  ServiceRow,
  ServiceVariantRow,
  StaffRow,
  Uuid,
  WaitlistItem,
} from '#domain/rows.ts';
import type { SegmentInput } from '#domain/appointments/schema.ts';
import { visibleMinutes } from '#domain/appointments/busy.ts';
import { helpsWith, SECOND } from '#domain/appointments/visit-items.ts';
import { offerOf, segmentName, staffFor, type Offer } from '#domain/services/offer.ts';
import { sumPrices, type Price } from '#domain/services/price.ts';
import { addMinutes } from '#domain/time/epoch.ts';
import { instantAtWall } from '#domain/time/clock-text.ts';
import { overrideKey, type CategoryView, type ServiceView } from '#db/queries/services.ts';

export type DraftLine = {
  key: number;
  variantId: Uuid | null;
  staffId: Uuid | null;
  addOnIds: Uuid[];
  /** What it costs as a part of a bundle, without add-ons; absent = it is none. */
  inBundle?: Pick<Offer, 'price_kind' | 'price_cents'>;
  /** Only for this visit; null = as the service says. */
  durationMin: number | null;
  priceCents: number | null;
  /** What else is other than the service says, only for this visit. */
  extras?: Partial<Extras>;
  /** Begins with the service before it, where somebody else does that: see `isParallel`. */
  isTogether?: boolean;
  /** Somebody who helps with the service of the line before, at no price of their own. */
  isSecond?: boolean;
  /** What was picked, where another option of it is for whoever comes (see fitVariants). */
  pickedId?: Uuid | null;
  /** Somebody wants what was picked, whoever comes. */
  isAsPicked?: boolean;
};

/** The times of a service beside the work itself. */
export type Extras = Pick<
  ServiceVariantRow,
  'processing_min' | 'finishing_min' | 'buffer_before_min' | 'buffer_after_min'
>;

export type Draft = {
  clientId: Uuid | null;
  day: Day;
  /** Minute of the day at which the first service begins. */
  minute: number | null;
  lines: DraftLine[];
};

export type Offered = {
  view: ServiceView;
  service: ServiceRow;
  variant: ServiceVariantRow;
};

/** Everything that can be booked, by variant. */
export function offeredVariants(categories: readonly CategoryView[]): Map<Uuid, Offered> {
  const offered = new Map<Uuid, Offered>();
  for (const { services } of categories) {
    for (const view of services) {
      for (const variant of view.variants) {
        offered.set(variant.id, { view, service: view.service, variant });
      }
    }
  }
  return offered;
}

/** Who does a variant, in the order of the team. */
export const staffOf = (
  offered: Offered,
  staff: readonly Pick<StaffRow, 'id' | 'status' | 'bookable'>[],
): Uuid[] => staffFor(offered.variant.id, staff, [...offered.view.overrides.values()]);

/** Lengths and price of a line as its person does it, with what was changed for this visit. */
export function lineOffer(line: DraftLine, { view, variant }: Offered) {
  const override = line.staffId
    ? view.overrides.get(overrideKey(variant.id, line.staffId))
    : undefined;
  const addOns = view.addOnGroups
    .flatMap(({ addOns: all }) => all)
    .filter(({ id }) => line.addOnIds.includes(id));
  const { inBundle } = line;
  const offer = offerOf(
    { ...variant, ...inBundle },
    // Its share of a bundle stays what it is, whoever does it.
    override && inBundle ? { ...override, price_cents: null } : override,
    addOns,
  );
  return {
    ...offer,
    ...(line.durationMin === null ? {} : { duration_min: line.durationMin }),
    ...line.extras,
    ...(line.priceCents === null
      ? {}
      : { price_cents: line.priceCents, price_kind: 'fixed' as const }),
  };
}

/**
 * The services of an earlier visit, as far as they are still offered, with whoever did them. Who helped
 * helps again, or somebody else does who is not in it already; where nobody is left, somebody is asked for.
 */
export const linesLike = (
  segments: readonly (Pick<AppointmentSegmentRow, 'variant_id' | 'staff_id' | 'add_on_ids'> &
    Partial<Pick<AppointmentSegmentRow, 'starts_at' | 'service_name'>>)[],
  offered: ReadonlyMap<Uuid, Offered>,
  staff: readonly Pick<StaffRow, 'id' | 'status' | 'bookable'>[],
): DraftLine[] => {
  const lines: DraftLine[] = [];
  for (const [index, segment] of segments.entries()) {
    const { variant_id, staff_id, add_on_ids } = segment;
    const found = offered.get(variant_id ?? '');
    if (!found) continue;
    const known = found.view.addOnGroups.flatMap(({ addOns }) => addOns.map(({ id }) => id));
    const line = withVariant({ ...emptyLine(index + 1), staffId: staff_id }, found, staff, null);
    const addOnIds = add_on_ids.filter((id) => known.includes(id));
    if (!helpsWith(segments[index - 1], segment)) {
      lines.push({ ...line, addOnIds });
      continue;
    }
    const taken = peopleOf(lines, lines.length - 1);
    const works = staff.flatMap(({ id, status, bookable }) =>
      status === 'active' && bookable ? [id] : [],
    );
    const able = staffOf(found, staff);
    const staffId =
      [...works.filter((id) => id === staff_id), ...able].find((id) => !taken.includes(id)) ?? null;
    lines.push({ ...line, addOnIds, ...HELPS, staffId });
  }
  return lines;
};

const HELPS = { isSecond: true, isTogether: true, priceCents: 0 } as const;

/**
 * What somebody waits for, as far as it is still offered: by whom they want, first of all by the one
 * who has the time.
 */
export const linesWanted = (
  items: readonly WaitlistItem[],
  offered: ReadonlyMap<Uuid, Offered>,
  staff: readonly Pick<StaffRow, 'id' | 'status' | 'bookable'>[],
  preferredStaffId: Uuid | null,
): DraftLine[] =>
  items.reduce<DraftLine[]>((lines, { variant_id, staff_ids, add_on_ids }) => {
    const found = offered.get(variant_id);
    if (!found) return lines;
    const isWanted = staff_ids.length === 0 || staff_ids.includes(preferredStaffId ?? '');
    const wanted = isWanted ? preferredStaffId : (staff_ids[0] ?? null);
    const line = withVariant(emptyLine(lines.length + 1), found, staff, wanted);
    const all = [...lines, { ...line, addOnIds: add_on_ids }];
    return withPeople(all, lines.length, offered, staff);
  }, []);

export const emptyLine = (key: number, staffId: Uuid | null = null): DraftLine => ({
  key,
  variantId: null,
  staffId,
  addOnIds: [],
  durationMin: null,
  priceCents: null,
});

/** Whether a service can begin with the one before it: nobody does two things at once. */
export const canBeTogether = (lines: readonly DraftLine[], at: number): boolean => {
  const staffId = lines[at]?.staffId;
  if (!staffId || at === 0) return false;
  for (let before = at - 1; before >= 0; before--) {
    if (lines[before]!.staffId === staffId || !lines[before]!.staffId) return false;
    if (!isParallel(lines, before)) break;
  }
  return true;
};

export const isParallel = (lines: readonly DraftLine[], at: number): boolean =>
  Boolean(lines[at]?.isTogether) && canBeTogether(lines, at);

/**
 * The segments of a complete draft, one after another unless they are done at the same time; null
 * while something is missing.
 */
export function draftSegments(
  draft: Draft,
  offered: ReadonlyMap<Uuid, Offered>,
  timeZone: string,
): SegmentInput[] | null {
  if (draft.minute === null || draft.lines.length === 0) return null;
  let next = instantAtWall(timeZone, draft.day, draft.minute);
  const segments: SegmentInput[] = [];
  for (const [at, line] of draft.lines.entries()) {
    const found = line.variantId ? offered.get(line.variantId) : undefined;
    if (!found || !line.staffId) return null;
    const offer = lineOffer(line, found);
    const startsAt = isParallel(draft.lines, at) ? segments[at - 1]!.starts_at : next;
    segments.push({
      variant_id: found.variant.id,
      service_name: lineName(line, found),
      add_on_ids: line.addOnIds,
      staff_id: line.staffId,
      any_staff: false,
      starts_at: startsAt,
      travel_before_min: 0,
      travel_after_min: 0,
      ...offer,
    });
    const end = addMinutes(startsAt, visibleMinutes(offer));
    if (end > next) next = end;
  }
  return segments;
}

/** The frozen name of what a line stands for. */
export const lineName = ({ isSecond }: Pick<DraftLine, 'isSecond'>, found: Offered): string => {
  const name = segmentName(found.service, found.variant);
  return isSecond ? name + SECOND : name;
};

/** Where the people end who help with the service of a line: the index after them. */
export const endOfPeople = (lines: readonly DraftLine[], at: number): number => {
  let end = at + 1;
  while (lines[end]?.isSecond) end += 1;
  return end;
};

/**
 * As many people beside the one of a line as its service takes, each a line of their own at the same
 * time. Where the team has too few, somebody has to be chosen.
 */
export function withPeople(
  lines: readonly DraftLine[],
  at: number,
  offered: ReadonlyMap<Uuid, Offered>,
  staff: readonly Pick<StaffRow, 'id' | 'status' | 'bookable'>[],
): DraftLine[] {
  const line = lines[at];
  if (!line) return [...lines];
  const found = offered.get(line.variantId ?? '');
  const able = found ? staffOf(found, staff).filter((id) => id !== line.staffId) : [];
  const firstKey = Math.max(...lines.map(({ key }) => key)) + 1;
  const helpers = Array.from({ length: peopleNeeded(found) - 1 }, (_, index): DraftLine => ({
    ...emptyLine(firstKey + index, able[index] ?? null),
    variantId: line.variantId,
    ...HELPS,
  }));
  return [...lines.slice(0, at + 1), ...helpers, ...lines.slice(endOfPeople(lines, at))];
}

/** Everybody who does the service of a line, its own person first. */
export const peopleOf = (lines: readonly DraftLine[], at: number): (Uuid | null)[] => {
  let from = at;
  while (from > 0 && lines[from]?.isSecond) from -= 1;
  return lines.slice(from, endOfPeople(lines, from)).map(({ staffId }) => staffId);
};

/** How many do a service at the same time. */
export const peopleNeeded = (found: Offered | undefined): number =>
  found?.service.staff_needed ?? 1;

/** Minutes and price of what is chosen so far. */
export function draftTotals(
  lines: readonly DraftLine[],
  offered: ReadonlyMap<Uuid, Offered>,
): { minutes: number; price: Price } {
  let minutes = 0;
  let begun = 0;
  const prices: Price[] = [];
  for (const [at, line] of lines.entries()) {
    const found = line.variantId ? offered.get(line.variantId) : undefined;
    if (!found) continue;
    const offer = lineOffer(line, found);
    if (!isParallel(lines, at)) begun = minutes;
    minutes = Math.max(minutes, begun + visibleMinutes(offer));
    prices.push({ kind: offer.price_kind, cents: offer.price_cents });
  }
  return { minutes, price: sumPrices(prices) };
}

/**
 * The line with another service: its person stays if they do it, else the preferred one takes over,
 * else the first who does. What was changed for the old service is forgotten.
 */
export function withVariant(
  line: DraftLine,
  found: Offered,
  staff: readonly Pick<StaffRow, 'id' | 'status' | 'bookable'>[],
  preferredStaffId: Uuid | null,
): DraftLine {
  const able = staffOf(found, staff);
  const staffId =
    [line.staffId, preferredStaffId].find((id) => id !== null && able.includes(id)) ??
    able[0] ??
    null;
  const {
    extras: _extras,
    pickedId: _picked,
    isAsPicked: _kept,
    inBundle: _bundle,
    ...rest
  } = line;
  return {
    ...rest,
    variantId: found.variant.id,
    staffId,
    addOnIds: [],
    durationMin: null,
    priceCents: null,
  };
}
