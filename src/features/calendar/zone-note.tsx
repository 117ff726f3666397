import { Globe } from 'lucide-react';
import { memo } from 'react';
import type { EpochMin } from '#domain/time/epoch.ts';
import { isZone, zoneOf } from '#domain/time/zone.ts';

/** Says whose clock the calendar shows, when it is not the one on the wall beside the person. */
export const ZoneNote = memo(function ZoneNote(props: { timeZone: string; now: EpochMin }) {
  const { timeZone, now } = props;
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!isZone(device)) return null;
  const ahead = zoneOf(timeZone).offsetAt(now) - zoneOf(device).offsetAt(now);
  // Another name with the same clock (New York and Toronto) is nothing to tell.
  if (ahead === 0) return null;
  return (
    <p className="flex items-center gap-2 bg-info-soft px-3 py-1.5 text-sm text-info sm:px-5 print:hidden">
      <Globe size={16} className="shrink-0" aria-hidden />
      <span>
        Times are in {cityOf(timeZone)} time, {hoursWords(Math.abs(ahead))}{' '}
        {ahead > 0 ? 'ahead of' : 'behind'} this device.
      </span>
    </p>
  );
});

/** `America/New_York` → `New York` */
export const cityOf = (timeZone: string): string =>
  (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');

const hoursWords = (minutes: number): string => {
  const hours = minutes / 60;
  return hours === 1 ? '1 hour' : `${+hours.toFixed(2)} hours`;
};
