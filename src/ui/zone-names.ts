import { nowMs } from '#platform/clock.ts';

/** The zones that contain every word of the text, the present one first; a few are enough to see. */
export const findZones = (text: string, zones: readonly string[], limit = 8): string[] => {
  const words = text.toLowerCase().replace(/[_/]/g, ' ').split(/\s+/).filter(Boolean);
  return zones
    .filter((zone) => {
      const name = zone.toLowerCase().replace(/[_/]/g, ' ');
      return words.every((word) => name.includes(word));
    })
    .slice(0, limit);
};

export const zoneName = (zone: string): string => zone.replace(/_/g, ' ');

/** The city alone, for a sentence: `New York`. */
export const zoneCity = (zone: string): string => zoneName(zone.slice(zone.lastIndexOf('/') + 1));

/** What the clock shows there now: `2:30 PM EST`. */
export const clockIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(nowMs());
