import type { EpochMin } from './epoch.ts';
import { zoneOf } from './zone.ts';
import type { Zone } from './zone.ts';

/** The clock that a page speaks of, and the other one of two when it shows another time. */
export type TwoClocks = {
  shown: Zone;
  /** `label` is what its times are called: `3:00 PM your time`. */
  other: { zone: Zone; label: 'your time' | 'there' } | null;
  /** Says so in one sentence; null when both clocks show the same. */
  sentence: string | null;
};

type Asked = {
  businessZone: string;
  readerZone: string;
  /** Which of the two the business wants its pages to speak of. */
  mode: 'business' | 'client';
  at: EpochMin;
  locale: string;
};

/** How a page tells times to a reader who may be in another zone than the business. */
export const twoClocks = ({ businessZone, readerZone, mode, at, locale }: Asked): TwoClocks => {
  const [business, reader] = [zoneOf(businessZone), zoneOf(readerZone)];
  const shown = mode === 'client' ? reader : business;
  if (business.offsetAt(at) === reader.offsetAt(at)) return { shown, other: null, sentence: null };
  return mode === 'client'
    ? {
        shown,
        other: { zone: business, label: 'there' },
        sentence: `Times are in your own time zone. The business is in ${zoneLabel(business, locale, at)}.`,
      }
    : {
        shown,
        other: { zone: reader, label: 'your time' },
        sentence: `Times are in ${zoneLabel(business, locale, at)}, where the business is. Your own time stands below each.`,
      };
};

/** `Eastern Time`: what people call a zone. */
export const zoneLabel = (zone: Zone, locale: string, at: EpochMin): string =>
  new Intl.DateTimeFormat(locale, { timeZone: zone.name, timeZoneName: 'longGeneric' })
    .formatToParts(at * 60_000)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone.name;
