import type { Instant } from '#domain/rows.ts';

/**
 * The instant as PostgreSQL prints it in JSON under UTC: `2026-11-21T09:00:00+00:00`, a fraction
 * only when it is not zero and without trailing zeros. Written alike everywhere, string order is
 * time order ('+' sorts before '.' and before digits) and merges convert nothing.
 *
 * Takes milliseconds, a Date or any ISO text with an offset. Throws on what is no moment.
 */
export const toInstant = (moment: number | Date | string): Instant => {
  const date = moment instanceof Date ? moment : new Date(moment);
  if (Number.isNaN(date.getTime())) throw new Error(`Not a moment in time: ${String(moment)}`);
  const iso = date.toISOString();
  const fraction = iso.slice(20, 23).replace(/0+$/, '');
  return `${iso.slice(0, 19)}${fraction === '' ? '' : `.${fraction}`}+00:00`;
};

/** Milliseconds since 1970 of an instant; NaN for text that is no instant. */
export const instantMs = (instant: Instant): number => Date.parse(instant);

/** `YYYY-MM` of the instant in UTC: the bucket that loading, coverage and digests count in. */
export const monthOf = (instant: Instant): string => instant.slice(0, 7);
