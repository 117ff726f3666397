/** What a field of a request takes. */
export type Kind =
  | 'name'
  | 'filled'
  | 'email'
  | 'phone'
  | 'note'
  | 'message'
  | 'instant'
  | 'day'
  | 'days'
  | 'id'
  | 'maybe_id'
  | 'ids'
  | 'op'
  | 'list'
  | 'object'
  | 'maybe_object'
  | 'cents'
  | 'price'
  | 'place'
  | 'exact'
  | 'maybe_exact'
  | 'flag'
  | 'yes'
  | 'text'
  | 'answer'
  | 'weekdays'
  | 'whole'
  | 'maybe_whole'
  | 'count'
  | 'ignored';

/** One bad value: its class of reliability.md 9.2, and the JSON sent; null = without the field. */
export type Bad = readonly [what: string, json: string | null];

const text = (value: string) => JSON.stringify(value);
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

const EVERYWHERE: Bad[] = [
  ['a missing', null],
  ['a null', 'null'],
  ['a empty', '""'],
  ['b a megabyte', text('x'.repeat(1_000_001))],
  ['c list', '[]'],
  ['c list of text', '["x"]'],
  ['c object', '{}'],
  ['c object with a member', '{"a":1}'],
  ['c yes', 'true'],
  ['c number', '5'],
  ['c not a number', '"NaN"'],
  ['c beyond numbers', '1e309'],
  ['c minus nought', '-0'],
  ['e NUL', '"\\u0000"'],
  ['e half an emoji', '"\\ud83d"'],
  ['k prototype', '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}'],
  ['o deep', nested(100)],
];

const TEXTS: Bad[] = [
  ['b one letter', '"x"'],
  ['b 120 letters', text('x'.repeat(120))],
  ['b 121 letters', text('x'.repeat(121))],
  ['b 501 letters', text('x'.repeat(501))],
  ['e in two parts', '"Ame\\u0301lie"'],
  ['e turned around', '"\\u202ecba"'],
  ['e nothing to see', '"\\u200b\\u200d"'],
  ['e a space that does not break', '"\\u00a0"'],
  ['e a family', text('👨‍👩‍👧')],
  ['f script', '"<script>alert(1)</script>"'],
  ['f picture', '"<svg onload=alert(1)>"'],
  ['f template', '"{{constructor.constructor(1)()}}"'],
  ['f address', '"javascript:alert(1)"'],
  ['g quotes', `"'; drop table public.clients; --"`],
  ['g operator', '"or=(id.eq.1)"'],
  ['h header', '"a\\r\\nBcc: x@example.com"'],
  ['h bell', '"a\\u0007b"'],
  ['h formula', '"=1+1"'],
  ['h tab', '"a\\tb"'],
  ['r other digits', '"٧١٨٥٥٥٠١٩٩"'],
];

const ADDRESSES: Bad[] = [
  ['b too long', text(`${'a'.repeat(250)}@example.com`)],
  ['c in a list', '["nia@example.com"]'],
  ['e seen by nobody', '"ni\\u200ba@example.com"'],
  ['h two lines', '"nia@example.com\\nBcc: x@example.com"'],
  ['h control', '"nia\\u0001@example.com"'],
];

const NUMBERS: Bad[] = [
  ['d negative', '-1'],
  ['d nought', '0'],
  ['d a fraction', '0.30000000000000004'],
  ['d half a cent', '500.5'],
  ['d more than is exact', '9007199254740993'],
  ['d huge', '1e30'],
  ['r with signs', '"1.234,50"'],
];

const TIMES: Bad[] = [
  ['j tomorrow', '"tomorrow"'],
  ['j now', '"now"'],
  ['j without end', '"infinity"'],
  ['j without beginning', '"-infinity"'],
  ['j epoch', '"epoch"'],
  ['j no leap year', '"2027-02-29T10:00:00Z"'],
  ['j no such day', '"2027-02-29"'],
  ['j year 0', '"0000-01-01"'],
  ['j year 9999', '"9999-12-31"'],
  ['j the last day of JavaScript', '"275760-09-13"'],
  ['j the last day of PostgreSQL', '"5874897-12-31"'],
  ['j before Christ', '"4713-01-01 BC"'],
  ['j no zone', '"2027-03-28T10:00:00"'],
  ['j no such zone', '"2027-03-28T10:00:00+25:00"'],
  ['j hour 24', '"2027-03-28T24:00:00Z"'],
];

const IDS: Bad[] = [
  ['i unknown', '"01920000-0000-7000-8000-0000000000ff"'],
  ['i path', '"../../etc/passwd"'],
  ['i half an id', '"01920000-0000-7000"'],
];

const MANY: Bad[] = [['o ten thousand', `[${Array.from({ length: 10_000 }, () => '{}').join()}]`]];

const MORE: Partial<Record<Kind, Bad[]>> = {
  name: TEXTS,
  filled: TEXTS,
  email: [...TEXTS, ...ADDRESSES],
  phone: TEXTS,
  note: TEXTS,
  message: TEXTS,
  place: TEXTS,
  exact: [...TEXTS, ...IDS],
  maybe_exact: [...TEXTS, ...IDS],
  instant: TIMES,
  day: TIMES,
  days: TIMES,
  id: IDS,
  maybe_id: IDS,
  ids: [...IDS, ...MANY],
  op: IDS,
  list: MANY,
  cents: NUMBERS,
  price: NUMBERS,
  text: TEXTS,
  answer: TEXTS,
  weekdays: MANY,
  whole: NUMBERS,
  maybe_whole: NUMBERS,
  count: NUMBERS,
};

export const badFor = (kind: Kind): Bad[] => [...EVERYWHERE, ...(MORE[kind] ?? [])];

const isText = (value: unknown): value is string => typeof value === 'string';
const isNothing = (value: unknown): boolean => value === null || value === undefined;
const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Letters that no single line has. */
const IN_NO_LINE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const isLine = (value: unknown, most: number): value is string =>
  isText(value) && !IN_NO_LINE.test(value.trim()) && value.trim().length <= most;
const isSeen = (value: string): boolean => /[^\s\p{Cf}]/u.test(value);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isUuid = (value: unknown): boolean => isText(value) && UUID.test(value);
const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)$/;

/**
 * Whether a request with `value` in a field of this kind may be answered with ok; `right` is what
 * stood there. undefined = the field was left out.
 */
export const mayPass: Record<Kind, (value: unknown, right: unknown) => boolean> = {
  name: (value) => isNothing(value) || isLine(value, 120),
  filled: (value) => isLine(value, 120) && isSeen(value),
  email: (value) =>
    isLine(value, 254) && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) && !/\p{Cf}/u.test(value),
  phone: (value) => isLine(value, 60) && /^\D*(\d\D*){7,17}$/.test(value),
  note: (value) => isNothing(value) || isText(value),
  message: (value) => isNothing(value) || (isText(value) && value.trim().length <= 500),
  instant: (value) => isText(value) && INSTANT.test(value),
  day: (value) => isNothing(value) || (isText(value) && /^\d{4}-\d\d-\d\d$/.test(value)),
  // A day of PostgreSQL itself: its words are fine, as long as the day has a number.
  days: (value) => isText(value) && !value.includes('infinity'),
  id: isUuid,
  maybe_id: (value) => isNothing(value) || isUuid(value),
  ids: (value) => isNothing(value) || Array.isArray(value),
  op: isUuid,
  list: (value) => Array.isArray(value) && value.length > 0,
  object: isObject,
  maybe_object: (value) => isNothing(value) || isObject(value),
  cents: (value) => Number.isInteger(value) && Number(value) >= 500 && Number(value) <= 100_000,
  // What the page has seen; a price that is no number was not seen.
  price: (value, right) => typeof value !== 'number' || value >= Number(right),
  place: (value, right) => isNothing(value) || value === right,
  exact: (value, right) => String(value).toLowerCase() === String(right),
  maybe_exact: (value, right) => isNothing(value) || value === right,
  flag: (value) => typeof value === 'boolean',
  // Anything but a plain yes is none, and changes nothing.
  yes: (value) => value === true,
  // An argument of the function itself: whatever JSON it is, it is a text there, and kept short.
  text: () => true,
  answer: (value) => isNothing(value) || isText(value),
  weekdays: (value) => Array.isArray(value) && value.every((day) => Number.isInteger(day)),
  whole: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  maybe_whole: (value) => isNothing(value) || (Number.isSafeInteger(value) && Number(value) >= 0),
  count: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  ignored: () => true,
};
