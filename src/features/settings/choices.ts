import { formatDuration } from '#domain/time/duration.ts';
import type { SelectOption } from '#ui/fields.tsx';

const HOUR = 60;
const DAY = 1440;

export const NOTICE_MINUTES = [
  0,
  15,
  30,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  3 * DAY,
  7 * DAY,
  14 * DAY,
];
export const EXPIRY_MINUTES = [HOUR, 2 * HOUR, 4 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY];
export const RESPOND_MINUTES = [15, 30, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, DAY];

/** Lengths of time to choose from; what is set now is among them, however odd. */
export const minuteOptions = (
  choices: readonly number[],
  current: number,
  locale: string,
  zero = 'At any time',
): SelectOption[] =>
  [...new Set([...choices, current])]
    .toSorted((a, b) => a - b)
    .map((minutes) => ({
      value: String(minutes),
      label:
        minutes === 0 ? zero : formatDuration(minutes, { locale, display: 'long', days: true }),
    }));

/** `English (United States)` for the locales people ask for, the present one among them. */
export const localeOptions = (current: string): SelectOption[] => {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  return [...new Set([...LOCALES, current])]
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
};

const LOCALES = [
  'en-US',
  'en-GB',
  'en-CA',
  'en-AU',
  'en-IE',
  'en-NZ',
  'de-DE',
  'de-AT',
  'de-CH',
  'fr-FR',
  'fr-CA',
  'es-ES',
  'es-MX',
  'it-IT',
  'nl-NL',
  'pt-BR',
  'pt-PT',
  'da-DK',
  'sv-SE',
  'nb-NO',
  'fi-FI',
  'pl-PL',
  'cs-CZ',
  'tr-TR',
  'ar-AE',
  'he-IL',
];
