/**
 * Takes out of a text what must not leave the device in a report: mail addresses, phone numbers,
 * tokens, keys and what stands in quotes (names, notes). Ids stay: they mean nothing without the data.
 */
export const redact = (text: string): string =>
  text
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]')
    .replace(/\bsb_(secret|publishable)_\w+/g, '[key]')
    .replace(
      /([?&#](?:code|token|token_hash|access_token|refresh_token|apikey|next)=)[^&#\s"']+/gi,
      '$1[hidden]',
    )
    .replace(/\/cancel-appointment\/[^\s/?#"']+/g, '/cancel-appointment/[hidden]')
    .replace(/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu, '[mail]')
    .replace(/(?<![\w-])\+?\(?\d[\d ().-]{7,}\d(?![\w-])/g, (match) =>
      isInstant(match) ? match : '[phone]',
    )
    .replace(/"(?:[^"\\]|\\.){1,2000}"/g, (match) => (isHarmless(match) ? match : '"…"'));

/** Dates look like phone numbers. */
const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\d/.test(text);

/** Short words of ours: keys, codes, table names. */
const isHarmless = (quoted: string): boolean => /^"[a-z][a-z0-9_.:-]{0,40}"$/.test(quoted);
