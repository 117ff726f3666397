/**
 * How column values become JSON. PostgREST lets PostgreSQL print them; @supabase/lite prints what
 * the driver parsed. These parsers make the second look like the first.
 */

const OID = {
  bytea: 17,
  numeric: 1700,
  timestamp: 1114,
  timestamptz: 1184,
} as const;

/** `2026-11-21 09:00:00+00` (text) to `2026-11-21T09:00:00+00:00` (JSON); infinity stays. */
export function instantToJson(text: string): string {
  const iso = text.replace(' ', 'T');
  return /[+-]\d\d$/.test(iso) ? `${iso}:00` : iso;
}

/** For PGlite's `parsers` option: type id to parser. */
export const pgliteParsers: Record<number, (text: string) => unknown> = {
  [OID.bytea]: (text) => text,
  [OID.numeric]: Number,
  [OID.timestamp]: instantToJson,
  [OID.timestamptz]: instantToJson,
};

const sameText = (value: unknown): unknown => value;
/** A string is JSON already written; anything else is written now. PGlite does the same. */
const jsonText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** For postgres.js' `types` option: the same formats, by name. */
export const postgresTypes = {
  bytea: { to: 17, from: [OID.bytea], serialize: sameText, parse: sameText },
  numeric: { to: OID.numeric, from: [OID.numeric], serialize: String, parse: Number },
  json: { to: 114, from: [114], serialize: jsonText, parse: JSON.parse },
  jsonb: { to: 3802, from: [3802], serialize: jsonText, parse: JSON.parse },
  timestamp: {
    to: OID.timestamp,
    from: [OID.timestamp],
    serialize: sameText,
    parse: instantToJson,
  },
  timestamptz: {
    to: OID.timestamptz,
    from: [OID.timestamptz],
    serialize: sameText,
    parse: instantToJson,
  },
};
