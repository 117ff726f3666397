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
  | 'weekdays'
  | 'whole'
  | 'maybe_whole'
  | 'count'
  | 'maybe_count'
  | 'fee'
  | 'part_id'
  | 'street'
  | 'part'
  | 'label'
  | 'same'
  | 'or_none'
  | 'no_session'
  | 'maybe_list'
  | 'no_guests'
  | QuestionKind
  | 'ignored'
  /** As the one before it, which is tried. */
  | 'like'
  /** Another line of the same function tries it. */
  | 'elsewhere';

/** Answers to the questions of a form: nothing is none. */
export type QuestionKind =
  | 'answers'
  | 'words'
  | 'number'
  | 'maybe_email'
  | 'maybe_phone'
  | 'maybe_day'
  | 'time'
  | 'choice'
  | 'choices'
  | 'chosen'
  | 'yes_no'
  | 'scale'
  | 'signature'
  | 'signed'
  | 'strokes'
  | 'stroke'
  | 'point'
  | 'files';

/**
 * One bad value: its class of reliability.md 9.2, and the JSON sent; null = without the field. Whether it is
 * taken all the same: never, or like the right one, or as its kind says.
 */
export type Bad = readonly [what: string, json: string | null, taken?: 'never' | 'alike'];

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
  ['i no letters of one', '"01920000-0000-7000-8000-0000000000zz"'],
];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id that is right there, written in another way: what it names is the same, if it is taken at all. */
const written = (right: unknown): Bad[] =>
  typeof right === 'string' && UUID.test(right)
    ? [
        ['i in capitals', text(right.toUpperCase()), 'alike'],
        [
          'i odd capitals',
          text(
            right.replaceAll(/[a-f]/g, (letter, at: number) =>
              at % 2 ? letter.toUpperCase() : letter,
            ),
          ),
          'alike',
        ],
        ['i in braces', text(`{${right}}`), 'alike'],
        ['i with a blank', text(` ${right}`), 'alike'],
      ]
    : [];

const LISTS: Bad[] = [
  ['c list of nothing', '[null]'],
  ['c list of numbers as text', '["1"]'],
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
  part_id: IDS,
  or_none: IDS,
  ids: [...IDS, ...LISTS, ...MANY],
  op: IDS,
  list: [...LISTS, ...MANY],
  maybe_list: [...LISTS, ...MANY],
  street: TEXTS,
  part: TEXTS,
  label: TEXTS,
  cents: NUMBERS,
  price: NUMBERS,
  text: TEXTS,
  words: TEXTS,
  number: NUMBERS,
  maybe_email: [...TEXTS, ...ADDRESSES],
  maybe_phone: TEXTS,
  maybe_day: TIMES,
  time: TIMES,
  choices: [...LISTS, ...MANY],
  scale: NUMBERS,
  signed: TEXTS,
  strokes: [...LISTS, ...MANY],
  stroke: [...LISTS, ...MANY],
  point: NUMBERS,
  files: [...LISTS, ...MANY],
  weekdays: [...LISTS, ...MANY],
  whole: NUMBERS,
  maybe_whole: NUMBERS,
  count: NUMBERS,
  maybe_count: NUMBERS,
  fee: NUMBERS,
};

/** All that is tried instead of `right`; `others`: ids that are nobody's there. */
export const badFor = (kind: Kind, right?: unknown, others: readonly string[] = []): Bad[] =>
  kind === 'like' || kind === 'elsewhere'
    ? []
    : [
        ...EVERYWHERE,
        ...(MORE[kind] ?? []),
        ...written(right),
        ...others.map((id): Bad => ['i of others, or over', text(id), 'never']),
      ];

const isText = (value: unknown): value is string => typeof value === 'string';
const isNothing = (value: unknown): boolean => value === null || value === undefined;
const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Letters that no single line has. */
const IN_NO_LINE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const isLine = (value: unknown, most: number): value is string =>
  isText(value) && !IN_NO_LINE.test(value.trim()) && value.trim().length <= most;
const isSeen = (value: string): boolean => /[^\s\p{Cf}]/u.test(value);

const isUuid = (value: unknown): boolean => isText(value) && UUID.test(value);
const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)$/;

/** What is no answer: nobody sees anything in it. */
const isBlank = (value: unknown): boolean => isNothing(value) || (isText(value) && !isSeen(value));
const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isPoint = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 1000;
const isStroke = (value: unknown): boolean =>
  isList(value) && value.length >= 4 && value.length % 2 === 0 && value.every(isPoint);
const isEmail = (value: unknown): boolean =>
  isLine(value, 254) && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) && !/\p{Cf}/u.test(value);

const questions: Record<QuestionKind, (value: unknown, right: unknown) => boolean> = {
  answers: isObject,
  words: (value) => isNothing(value) || (isText(value) && value.length <= 5000),
  number: (value) =>
    isBlank(value) || (typeof value === 'number' && /^-?\d{1,12}(\.\d{1,6})?$/.test(String(value))),
  maybe_email: (value) => isBlank(value) || isEmail(value),
  maybe_phone: (value) => isBlank(value) || (isText(value) && /^\+?[\d() ./-]{5,30}$/.test(value)),
  maybe_day: (value) =>
    isBlank(value) || (isText(value) && /^(19|20|21)\d\d-\d\d-\d\d$/.test(value)),
  time: (value) => isBlank(value) || (isText(value) && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)),
  choice: isBlank,
  choices: (value) => isBlank(value) || (isList(value) && value.length === 0),
  chosen: () => false,
  yes_no: (value) => isBlank(value) || typeof value === 'boolean',
  scale: (value) =>
    isBlank(value) || (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 10),
  signature: isBlank,
  signed: (value) => isText(value) && value.length <= 200,
  strokes: (value) => isList(value) && value.every(isStroke),
  stroke: isStroke,
  point: isPoint,
  files: (value) => isBlank(value) || (isList(value) && value.length === 0),
};

/**
 * Whether a request with `value` in a field of this kind may be answered with ok; `right` is what
 * stood there. undefined = the field was left out.
 */
export const mayPass: Record<Kind, (value: unknown, right: unknown) => boolean> = {
  ...questions,
  name: (value) => isNothing(value) || isLine(value, 120),
  filled: (value) => isLine(value, 120) && isSeen(value),
  email: isEmail,
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
  weekdays: (value) => Array.isArray(value) && value.every((day) => Number.isInteger(day)),
  whole: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  maybe_whole: (value) => isNothing(value) || (Number.isSafeInteger(value) && Number(value) >= 0),
  count: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  maybe_count: (value) => isNothing(value) || (Number.isSafeInteger(value) && Number(value) > 0),
  // The most that the page has said it costs.
  fee: (value, right) => Number.isInteger(value) && Number(value) >= Number(right),
  // All parts of a bundle name it, or it is none.
  part_id: (value, right) => String(value).toLowerCase() === String(right),
  street: (value) => isLine(value, 200) && isSeen(value),
  // With nothing to see it is none.
  part: (value) => value === undefined || isLine(value, 200),
  // What the client calls the address is not kept.
  label: (value) => value === undefined || (isText(value) && value.length <= 60),
  same: (value, right) => JSON.stringify(value) === JSON.stringify(right),
  or_none: () => true,
  no_session: (value) => !isObject(value),
  maybe_list: (value) => isNothing(value) || Array.isArray(value),
  no_guests: (value) => !isList(value) || value.length === 0,
  ignored: () => true,
  like: () => false,
  elsewhere: () => false,
};
