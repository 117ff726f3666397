import pg from 'pg';

/**
 * How column values become JSON. PostgREST lets PostgreSQL print them; @supabase/lite prints what
 * the driver parsed. These parsers make the second look like the first.
 */

const OID = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  oid: 26,
  json: 114,
  float4: 700,
  float8: 701,
  textArray: 1009,
  timestamp: 1114,
  timestamptz: 1184,
  numeric: 1700,
  jsonb: 3802,
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

const PARSERS: Record<number, (text: string) => unknown> = {
  [OID.bool]: (text) => text === 't',
  [OID.int8]: (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text)),
  ...Object.fromEntries(
    [OID.int2, OID.int4, OID.oid, OID.float4, OID.float8, OID.numeric].map((type) => [
      type,
      Number,
    ]),
  ),
  [OID.json]: (text) => JSON.parse(text) as unknown,
  [OID.jsonb]: (text) => JSON.parse(text) as unknown,
  [OID.timestamp]: instantToJson,
  [OID.timestamptz]: instantToJson,
};
const sameText = (text: string): unknown => text;

/**
 * For pg's `types` option; `elements` says of which type the elements of an array type are. What is
 * not named stays the text that PostgreSQL prints: dates, intervals, ranges.
 */
export const postgresTypes = (elements: ReadonlyMap<number, number>) => ({
  getTypeParser(type: number): (text: string) => unknown {
    const element = elements.get(type);
    if (element === undefined) return PARSERS[type] ?? sameText;
    const parse = PARSERS[element] ?? sameText;
    const values = (list: NestedTexts): unknown[] =>
      list.map((item) => (Array.isArray(item) ? values(item) : item === null ? null : parse(item)));
    return (text) => values(textsOf(text));
  },
});

type NestedTexts = (string | null | NestedTexts)[];
const textsOf = pg.types.getTypeParser(Number(OID.textArray)) as (text: string) => NestedTexts;

export const isJsonType = (type: number | undefined): boolean =>
  type === OID.json || type === OID.jsonb;
