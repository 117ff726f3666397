import type { Uuid } from '#domain/rows.ts';
import { offerOf, segmentName } from '#domain/services/offer.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { visibleMinutes } from './busy.ts';
import type { BookIndex } from './import-book.ts';
import type { SegmentInput } from './schema.ts';

/** Of a service that is not in the menu nobody knows how long it takes. */
const UNKNOWN_MIN = 60;
/** Nothing that is booked takes longer than a day. */
export const LONGEST_MIN = 1_440;

/** The whole cell as one service, else its parts one after the other. */
export const workOf = (
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
export const priced = (segments: readonly SegmentInput[], cents: number): SegmentInput[] =>
  segments.map((one, place) => ({
    ...one,
    price_kind: place === 0 && cents > 0 ? 'fixed' : 'free',
    price_cents: place === 0 ? cents : 0,
  }));
