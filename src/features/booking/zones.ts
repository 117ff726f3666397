import type { Instant } from '#domain/rows.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import { isZone, zoneOf } from '#domain/time/zone.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { PublicProfile } from '#remote/public-booking.ts';

export type ShownZones = {
  /** The clock that the page speaks of. */
  shown: Zone;
  /** The other one of the two, when it shows another time; else null. */
  other: Zone | null;
};

/** The zone of this device; of the business when the browser does not tell. */
export const deviceZone = (fallback: string): string => {
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return name && isZone(name) ? name : fallback;
};

/** Which clock the page speaks of, and whether the other one has to be named beside it. */
export const shownZones = (
  { business, rules }: Pick<PublicProfile, 'business' | 'rules'>,
  device: string,
  at: Instant,
): ShownZones => {
  const [here, there] = [zoneOf(device), zoneOf(business.time_zone)];
  const [shown, other] = rules.zone_mode === 'client' ? [here, there] : [there, here];
  const minute = epochMinOf(at);
  return { shown, other: shown.offsetAt(minute) === other.offsetAt(minute) ? null : other };
};

/** `Eastern Time`: what people call a zone. */
export const zoneLabel = (zone: Zone, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone: zone.name, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone.name;
