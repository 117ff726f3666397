/** Tests only: fields, answers and what comes of them, for TypeScript and SQL alike. */
import type { FormField, FormFile, FormRule } from '#domain/rows.ts';
import type { CheckedAnswers } from './check-answers.ts';
import type { FieldType, TextFormat } from './field-types.ts';
import { newField } from './new-field.ts';

export const field = (id: string, type: FieldType, more: Partial<FormField> = {}): FormField => ({
  ...newField(id, type),
  label: id,
  help: '',
  ...more,
});

const text = field('q1', 'short_text');
const must = field('q1', 'short_text', { required: true });
const sized = field('q1', 'short_text', { min: 3, max: 5 });
const formatted = (format: TextFormat) => field('q1', 'short_text', { format });
const number = field('q1', 'number', { min: 1, max: 99.5 });
const scale = field('q1', 'scale', { min: 1, max: 5 });
const date = field('q1', 'date', { min: '2026-01-01', max: '2026-12-31' });
const one = field('q1', 'single', { options: ['Yes', 'No', 'Perhaps'] });
const many = field('q1', 'multi', { options: ['Nuts', 'Milk', 'Latex'] });
const yesNo = field('q1', 'yes_no', {
  flag: { op: 'eq', value: true, level: 'danger' },
});
const consent = field('q1', 'consent', { required: true });
const sign = field('q1', 'signature', { required: true });
const line = [10, 10, 20, 20];
const photo = field('q1', 'photo', { max: 2 });
const files = field('q1', 'file', { max: 10 });

/** How an answer names a photo or a file. */
export const formFile = (place: number, more: Partial<FormFile> = {}): FormFile => ({
  id: `01920000-0000-7000-8000-00000000000${place}`,
  name: `IMG_${place}.webp`,
  media_type: 'image/webp',
  bytes: 400_000,
  sha256: `${place}`.repeat(64),
  ...more,
});
const MEGABYTE = 1_048_576;
/** As many files of ten megabytes. */
const large = (count: number) =>
  Array.from({ length: count }, (_, place) => formFile(place, { bytes: 10 * MEGABYTE }));

type Wrong = CheckedAnswers['issues'][number]['rule'];
type Case = [
  what: string,
  fields: FormField[],
  given: unknown,
  expected: { answers?: object; issues?: [string, Wrong][]; flags?: [string, string][] },
];

const kept = (value: unknown) => ({ answers: { q1: value } });
const wrong = (rule: Wrong, id = 'q1') => ({ issues: [[id, rule] as [string, Wrong]] });

const shownIf = (visible_if: FormField['visible_if'], more: Partial<FormField> = {}) =>
  field('q9', 'short_text', { required: true, visible_if, ...more });
const all = (...rules: NonNullable<FormField['visible_if']>['rules']) => ({
  match: 'all' as const,
  rules,
});
const any = (...rules: FormRule[]) => ({
  match: 'any' as const,
  rules,
});
const ifQ1 = (op: 'eq' | 'ne' | 'in' | 'gt' | 'lt', value: string | number | boolean | string[]) =>
  all({ field: 'q1', op, value });
const shown = { issues: [['q9', 'required'] as [string, Wrong]] };

export const ANSWER_CASES: Case[] = [
  ['nothing at all', [text], {}, {}],
  ['not an object', [must], 'x', wrong('required')],
  ['a list', [must], [1], wrong('required')],
  ['null', [must], null, wrong('required')],
  ['text', [text], { q1: ' Ann ' }, kept(' Ann ')],
  ['text of spaces is none', [must], { q1: ' \n\t' }, wrong('required')],
  ['text that is null is none', [must], { q1: null }, wrong('required')],
  [
    'unknown fields are dropped',
    [text],
    { q1: 'a', q7: 'b', __proto: 1, constructor: 2 },
    kept('a'),
  ],
  ['text that is a number', [text], { q1: 3 }, wrong('wrong_type')],
  ...['\u00a0\u3000', '\u200b\u200d\ufeff', '\u202e \n', '\u3164', '\u2800'].map((value): Case => [
    `text that nobody sees: ${JSON.stringify(value)}`,
    [must],
    { q1: value },
    wrong('required'),
  ]),
  ['text that is a list', [text], { q1: ['a'] }, wrong('wrong_type')],
  ['text that is an object', [text], { q1: {} }, wrong('wrong_type')],
  ['text that is false', [text], { q1: false }, wrong('wrong_type')],
  ['the longest text', [text], { q1: 'x'.repeat(500) }, kept('x'.repeat(500))],
  ['text too long', [text], { q1: 'x'.repeat(501) }, wrong('too_long')],
  ['emoji count once', [text], { q1: '😀'.repeat(500) }, kept('😀'.repeat(500))],
  ['markup is text', [text], { q1: '<script>{{x}}' }, kept('<script>{{x}}')],
  ['long text', [field('q1', 'long_text')], { q1: 'x'.repeat(5001) }, wrong('too_long')],
  ['as long as asked for', [sized], { q1: '😀'.repeat(5) }, kept('😀'.repeat(5))],
  ['longer than asked for', [sized], { q1: 'abcdef' }, wrong('too_long')],
  ['shorter than asked for', [sized], { q1: 'ab' }, wrong('too_short')],
  ['nothing is not too short', [sized], { q1: ' ' }, {}],
  [
    'a long text too short',
    [field('q1', 'long_text', { min: 3 })],
    { q1: 'ab' },
    wrong('too_short'),
  ],
  ['digits', [formatted('digits')], { q1: ' 0042 ' }, kept(' 0042 ')],
  ['no digits', [formatted('digits')], { q1: '00 42' }, wrong('wrong_format')],
  ['other digits', [formatted('digits')], { q1: '٤٢' }, wrong('wrong_format')],
  ['digits of two lines', [formatted('digits')], { q1: '42\n43' }, wrong('wrong_format')],
  ['digits and a line break', [formatted('digits')], { q1: '42\n' }, wrong('wrong_format')],
  ['letters and digits', [formatted('letters_digits')], { q1: 'AB12' }, kept('AB12')],
  ['more than letters', [formatted('letters_digits')], { q1: 'AB-12' }, wrong('wrong_format')],
  ['other letters', [formatted('letters_digits')], { q1: 'Ä1' }, wrong('wrong_format')],
  ...['90210', 'SW1A 1AA', 'K1A-0B6', '11201-3301'].map((code): Case => [
    `the postal code ${code}`,
    [formatted('postcode')],
    { q1: code },
    kept(code),
  ]),
  ...['1', '-1201', 'Main Street 12', '902_10'].map((code): Case => [
    `no postal code: ${code}`,
    [formatted('postcode')],
    { q1: code },
    wrong('wrong_format'),
  ]),
  [
    'a text made to be slow',
    [{ ...formatted('letters_digits'), max: 500 }],
    { q1: `${'a'.repeat(499)}!` },
    wrong('wrong_format'),
  ],
  ['email', [field('q1', 'email')], { q1: 'a@b.co' }, kept('a@b.co')],
  ['no email', [field('q1', 'email')], { q1: 'a@b' }, wrong('not_an_email')],
  ...['ni\u200ba@example.com', 'nia\u0001@example.com', 'nia@example.com\n'].map((value): Case => [
    `an email with what nobody sees: ${JSON.stringify(value)}`,
    [field('q1', 'email')],
    { q1: value },
    wrong('not_an_email'),
  ]),
  ['two emails', [field('q1', 'email')], { q1: 'a@b.co c@d.co' }, wrong('not_an_email')],
  ['email that is a list', [field('q1', 'email')], { q1: ['a@b.co'] }, wrong('wrong_type')],
  ['phone', [field('q1', 'phone')], { q1: '+1 (212) 555-0100' }, kept('+1 (212) 555-0100')],
  ['no phone', [field('q1', 'phone')], { q1: 'call me' }, wrong('not_a_phone')],
  ['phone of other digits', [field('q1', 'phone')], { q1: '٠١٢٣٤٥' }, wrong('not_a_phone')],
  ['number', [number], { q1: 12.25 }, kept(12.25)],
  ['number zero', [field('q1', 'number')], { q1: 0 }, kept(0)],
  ['number below', [number], { q1: 0.5 }, wrong('too_small')],
  ['number above', [number], { q1: 99.6 }, wrong('too_large')],
  ['number as text', [number], { q1: '12' }, wrong('not_a_number')],
  ['number beyond counting', [field('q1', 'number')], { q1: 1e21 }, wrong('not_a_number')],
  ['number too fine', [field('q1', 'number')], { q1: 0.0000001 }, wrong('not_a_number')],
  ['scale', [scale], { q1: 5 }, kept(5)],
  ['scale between', [scale], { q1: 2.5 }, wrong('not_whole')],
  ['scale above', [scale], { q1: 6 }, wrong('too_large')],
  ['date', [date], { q1: '2026-06-30' }, kept('2026-06-30')],
  ['date before', [date], { q1: '2025-12-31' }, wrong('too_small')],
  ['date after', [date], { q1: '2027-01-01' }, wrong('too_large')],
  ['no such date', [date], { q1: '2026-02-30' }, wrong('not_a_day')],
  ['date in other words', [date], { q1: '30.6.2026' }, wrong('not_a_day')],
  ['leap day', [field('q1', 'date')], { q1: '2028-02-29' }, kept('2028-02-29')],
  ['a day of long ago', [field('q1', 'date')], { q1: '1899-12-31' }, wrong('not_a_day')],
  ['no leap day', [field('q1', 'date')], { q1: '2100-02-29' }, wrong('not_a_day')],
  ['year nought', [field('q1', 'date')], { q1: '0000-01-01' }, wrong('not_a_day')],
  ['time', [field('q1', 'time')], { q1: '23:59' }, kept('23:59')],
  ['no time', [field('q1', 'time')], { q1: '24:00' }, wrong('not_a_time')],
  ['one choice', [one], { q1: 'No' }, kept('No')],
  ['no choice', [one], { q1: 'no' }, wrong('not_a_choice')],
  ['a choice as list', [one], { q1: ['No'] }, wrong('not_a_choice')],
  ['choices', [many], { q1: ['Latex', 'Nuts'] }, kept(['Latex', 'Nuts'])],
  ['no choices are none', [{ ...many, required: true }], { q1: [] }, wrong('required')],
  ['a choice twice', [many], { q1: ['Nuts', 'Nuts'] }, wrong('not_a_choice')],
  ['a foreign choice', [many], { q1: ['Nuts', 'Eggs'] }, wrong('not_a_choice')],
  ['choices that are no list', [many], { q1: 'Nuts' }, wrong('not_a_choice')],
  ['choices of numbers', [many], { q1: [1] }, wrong('not_a_choice')],
  ['yes, flagged', [yesNo], { q1: true }, { ...kept(true), flags: [['q1', 'danger']] }],
  ['no', [yesNo], { q1: false }, kept(false)],
  ['no counts as an answer', [{ ...yesNo, required: true }], { q1: false }, kept(false)],
  ['yes as a word', [yesNo], { q1: 'yes' }, wrong('wrong_type')],
  ['consent', [consent], { q1: true }, kept(true)],
  ['consent not given', [consent], { q1: false }, wrong('required')],
  ['consent as a word', [consent], { q1: 'true' }, wrong('wrong_type')],
  ['drawn', [sign], { q1: { strokes: [line], name: '' } }, kept({ strokes: [line], name: '' })],
  ['typed', [sign], { q1: { strokes: [], name: 'Al' } }, kept({ strokes: [], name: 'Al' })],
  ['typed too short', [sign], { q1: { strokes: [], name: 'A' } }, wrong('too_short')],
  ['not signed', [sign], { q1: { strokes: [], name: ' ' } }, wrong('required')],
  ['signed by text', [sign], { q1: 'Al' }, wrong('wrong_type')],
  ['signed with more', [sign], { q1: { strokes: [], name: 'Al', x: 1 } }, wrong('wrong_type')],
  ['a point is no line', [sign], { q1: { strokes: [[1, 1]], name: '' } }, wrong('wrong_type')],
  ['half a point', [sign], { q1: { strokes: [[1, 1, 2, 2, 3]], name: '' } }, wrong('wrong_type')],
  ['outside', [sign], { q1: { strokes: [[1, 1, 2, 1001]], name: '' } }, wrong('wrong_type')],
  ['fractions', [sign], { q1: { strokes: [[1, 1, 2, 2.5]], name: '' } }, wrong('wrong_type')],
  ['a line of words', [sign], { q1: { strokes: [['a', 1, 2, 3]], name: '' } }, wrong('wrong_type')],
  [
    'too many lines',
    [sign],
    { q1: { strokes: Array.from({ length: 201 }, () => line), name: '' } },
    wrong('too_long'),
  ],
  [
    'a line too long',
    [sign],
    { q1: { strokes: [Array.from({ length: 2002 }, () => 1)], name: '' } },
    wrong('wrong_type'),
  ],
  ['photos', [photo], { q1: [formFile(1), formFile(2)] }, kept([formFile(1), formFile(2)])],
  ['no photos are none', [{ ...photo, required: true }], { q1: [] }, wrong('required')],
  [
    'more photos than asked for',
    [photo],
    { q1: [1, 2, 3].map((n) => formFile(n)) },
    wrong('too_many'),
  ],
  ['a photo twice', [photo], { q1: [formFile(1), formFile(1)] }, wrong('duplicate')],
  ['a photo that is no list', [photo], { q1: formFile(1) }, wrong('wrong_type')],
  ['a photo that is a word', [photo], { q1: ['x'] }, wrong('wrong_type')],
  [
    'a document for a photo',
    [photo],
    { q1: [formFile(1, { media_type: 'application/pdf' })] },
    wrong('wrong_type'),
  ],
  [
    'a document',
    [files],
    { q1: [formFile(1, { media_type: 'application/pdf', name: 'Röntgen “1”.pdf' })] },
    kept([formFile(1, { media_type: 'application/pdf', name: 'Röntgen “1”.pdf' })]),
  ],
  [
    'a file of another kind',
    [files],
    { q1: [{ ...formFile(1), media_type: 'image/svg+xml' }] },
    wrong('wrong_type'),
  ],
  ['a file with more', [files], { q1: [{ ...formFile(1), url: 'x' }] }, wrong('wrong_type')],
  ['a file with less', [files], { q1: [{ id: formFile(1).id }] }, wrong('wrong_type')],
  ['a file without a name', [files], { q1: [formFile(1, { name: ' ' })] }, wrong('wrong_type')],
  ...['gpj\u202e.exe', 'two\nlines', 'a\tb', '\u200b\u200d', '\u00a0', 'bell\u0007'].map(
    (name): Case => [
      `a name that nobody can read: ${JSON.stringify(name)}`,
      [files],
      { q1: [formFile(1, { name })] },
      wrong('wrong_type'),
    ],
  ),
  [
    'a name too long',
    [files],
    { q1: [formFile(1, { name: 'x'.repeat(121) })] },
    wrong('wrong_type'),
  ],
  [
    'an id of a file that is none',
    [files],
    { q1: [formFile(1, { id: 'a' })] },
    wrong('wrong_type'),
  ],
  ['a hash that is none', [files], { q1: [formFile(1, { sha256: 'A' })] }, wrong('wrong_type')],
  ['a file of nothing', [files], { q1: [formFile(1, { bytes: 0 })] }, wrong('wrong_type')],
  ['half a byte', [files], { q1: [formFile(1, { bytes: 1.5 })] }, wrong('wrong_type')],
  ['the largest file', [files], { q1: large(1) }, kept(large(1))],
  [
    'a file too large',
    [files],
    { q1: [formFile(1, { bytes: 10 * MEGABYTE + 1 })] },
    wrong('too_large'),
  ],
  ['files too large together', [files], { q1: large(3) }, wrong('too_large')],
  [
    'files of several questions too large together',
    [files, field('q2', 'file')],
    { q1: large(2), q2: [formFile(7, { bytes: 6 * MEGABYTE })] },
    { answers: { q1: large(2) }, ...wrong('too_large', 'q2') },
  ],
  [
    'asked when there is a photo',
    [photo, shownIf(all({ field: 'q1', op: 'filled' }))],
    { q1: [formFile(1)] },
    { ...kept([formFile(1)]), ...shown },
  ],
  ['words between have no answer', [field('q1', 'heading')], { q1: 'x' }, {}],
  [
    'asked when filled',
    [text, shownIf(all({ field: 'q1', op: 'filled' }))],
    { q1: 'a' },
    { ...kept('a'), ...shown },
  ],
  [
    'not asked when not filled',
    [text, shownIf(all({ field: 'q1', op: 'filled' }))],
    { q9: 'x' },
    {},
  ],
  [
    'asked when equal',
    [one, shownIf(ifQ1('eq', 'Yes'))],
    { q1: 'Yes' },
    { ...kept('Yes'), ...shown },
  ],
  [
    'a hidden answer is dropped',
    [one, shownIf(ifQ1('eq', 'Yes'))],
    { q1: 'No', q9: 'x' },
    kept('No'),
  ],
  ['not equal', [one, shownIf(ifQ1('ne', 'Yes'))], { q1: 'No' }, { ...kept('No'), ...shown }],
  ['not equal when unanswered', [one, shownIf(ifQ1('ne', 'Yes'))], {}, shown],
  ['equal to no', [yesNo, shownIf(ifQ1('eq', false))], { q1: false }, { ...kept(false), ...shown }],
  [
    'one of the choices',
    [many, shownIf(ifQ1('eq', 'Milk'))],
    { q1: ['Nuts', 'Milk'] },
    { ...kept(['Nuts', 'Milk']), ...shown },
  ],
  [
    'in',
    [one, shownIf(ifQ1('in', ['No', 'Perhaps']))],
    { q1: 'Perhaps' },
    { ...kept('Perhaps'), ...shown },
  ],
  ['not in', [one, shownIf(ifQ1('in', ['No', 'Perhaps']))], { q1: 'Yes' }, kept('Yes')],
  ['above', [number, shownIf(ifQ1('gt', 10))], { q1: 11 }, { ...kept(11), ...shown }],
  ['not above', [number, shownIf(ifQ1('gt', 10))], { q1: 10 }, kept(10)],
  ['below', [number, shownIf(ifQ1('lt', 10))], { q1: 9.5 }, { ...kept(9.5), ...shown }],
  [
    'a later day',
    [date, shownIf(ifQ1('gt', '2026-05-31'))],
    { q1: '2026-06-01' },
    { ...kept('2026-06-01'), ...shown },
  ],
  ['unlike things are not compared', [number, shownIf(ifQ1('gt', '1'))], { q1: 5 }, kept(5)],
  ['above when unanswered', [number, shownIf(ifQ1('gt', 10))], {}, {}],
  [
    'any of two',
    [
      text,
      field('q2', 'yes_no'),
      shownIf(any({ field: 'q1', op: 'filled' }, { field: 'q2', op: 'eq', value: true })),
    ],
    { q2: true },
    { answers: { q2: true }, ...shown },
  ],
  [
    'groups of rules',
    [
      text,
      field('q2', 'yes_no'),
      shownIf(
        all(
          any({ field: 'q1', op: 'filled' }, { field: 'q2', op: 'eq', value: false }),
          any({ field: 'q2', op: 'filled' }),
        ),
      ),
    ],
    { q2: true },
    { answers: { q2: true } },
  ],
  [
    'hidden fields hide what depends on them',
    [
      yesNo,
      field('q2', 'short_text', { visible_if: ifQ1('eq', true) }),
      shownIf(all({ field: 'q2', op: 'filled' })),
    ],
    { q1: false, q2: 'x', q9: 'y' },
    kept(false),
  ],
  [
    'a wrong answer shows nothing',
    [one, shownIf(all({ field: 'q1', op: 'filled' }))],
    { q1: 'x' },
    wrong('not_a_choice'),
  ],
  [
    'flag of a number',
    [field('q1', 'number', { flag: { op: 'lt', value: 18, level: 'notice' } })],
    { q1: 17 },
    { ...kept(17), flags: [['q1', 'notice']] },
  ],
  [
    'flag of a choice among others',
    [
      field('q1', 'multi', {
        options: ['Nuts', 'Latex'],
        flag: { op: 'in', value: ['Latex'], level: 'danger' },
      }),
    ],
    { q1: ['Nuts', 'Latex'] },
    { ...kept(['Nuts', 'Latex']), flags: [['q1', 'danger']] },
  ],
];

/** A case as the check answers it. */
export const expectedOf = ([, , , { answers = {}, issues = [], flags = [] }]: Case) => ({
  answers,
  issues: issues.map(([id, rule]) => ({ field: id, rule })),
  flags: flags.map(([id, level]) => ({ field: id, level })),
});

/** What may be published and what may not. */
export const FIELD_CASES: [what: string, fields: unknown[], fine: boolean][] = [
  ['one question', [text], true],
  ['no field', [], false],
  ['no question', [field('q1', 'heading')], false],
  [
    'all types',
    [
      ...(
        [
          'short_text',
          'long_text',
          'number',
          'email',
          'phone',
          'date',
          'time',
          'yes_no',
          'consent',
        ] as const
      ).map((type, n) => field(`q${n + 1}`, type)),
      field('q20', 'single', { options: ['a', 'b'] }),
      field('q21', 'multi', { options: ['a', 'b'] }),
      field('q22', 'scale'),
      field('q23', 'signature'),
      field('q24', 'initials'),
      field('q28', 'photo'),
      field('q29', 'file'),
      field('q25', 'paragraph', { help: 'Read this.' }),
      field('q26', 'divider', { label: '' }),
      field('q27', 'page_break', { label: '' }),
    ],
    true,
  ],
  ['a hundred', Array.from({ length: 100 }, (_, n) => field(`q${n}`, 'short_text')), true],
  [
    'more than a hundred',
    Array.from({ length: 101 }, (_, n) => field(`q${n}`, 'short_text')),
    false,
  ],
  ['the same id twice', [text, text], false],
  ['an id of words', [field('constructor', 'short_text')], false],
  ['a type of tomorrow', [{ ...text, type: 'hologram' }], false],
  ['no label', [{ ...text, label: ' ' }], false],
  ['the longest label', [{ ...text, label: 'x'.repeat(200) }], true],
  ['a label too long', [{ ...text, label: 'x'.repeat(201) }], false],
  ['a paragraph of nothing', [text, field('q2', 'paragraph')], false],
  ['help too long', [{ ...text, help: 'x'.repeat(2001) }], false],
  ['something more', [{ ...text, pattern: '(a+)+$' }], false],
  ['something less', [{ id: 'q1', type: 'short_text', label: 'x' }], false],
  ['one option', [{ ...one, options: ['a'] }], false],
  ['an empty option', [{ ...one, options: ['a', ' '] }], false],
  ['an option twice', [{ ...one, options: ['a', 'b', 'a'] }], false],
  ['options without need', [{ ...text, options: ['a', 'b'] }], false],
  ['51 options', [{ ...one, options: Array.from({ length: 51 }, (_, n) => `${n}`) }], false],
  ['bounds', [number], true],
  ['bounds crossed', [{ ...number, min: 100 }], false],
  ['bounds as text', [{ ...number, min: '1' }], false],
  ['lengths of text', [{ ...text, min: 2, max: 500 }], true],
  ['one length of text', [{ ...text, min: 5, max: 5 }], true],
  ['lengths of long text', [{ ...field('q1', 'long_text'), max: 5000 }], true],
  ['lengths crossed', [{ ...text, min: 6, max: 5 }], false],
  ['a length of nothing', [{ ...text, min: 0 }], false],
  ['half a length', [{ ...text, max: 1.5 }], false],
  ['a length as text', [{ ...text, max: '5' }], false],
  ['a length beyond all texts', [{ ...text, max: 501 }], false],
  ['a length of an email', [field('q1', 'email', { max: 5 })], false],
  ['digits only', [{ ...text, format: 'digits' }], true],
  ['letters and digits', [{ ...text, format: 'letters_digits' }], true],
  ['a postal code', [{ ...text, format: 'postcode', map_to: 'address_postal_code' }], true],
  ['a format of tomorrow', [{ ...text, format: '(a+)+$' }], false],
  ['a format of nothing', [{ ...text, format: null }], false],
  ['a format of a long text', [{ ...field('q1', 'long_text'), format: 'digits' }], false],
  [
    'half as wide',
    [
      { ...text, width: 'half' },
      { ...number, id: 'q2', width: 'half' },
    ],
    true,
  ],
  ['a third as wide', [{ ...text, width: 'third' }], false],
  ['a heading half as wide', [text, { ...field('q2', 'heading'), width: 'half' }], false],
  ['days', [date], true],
  ['days crossed', [{ ...date, min: '2027-01-01' }], false],
  ['no day', [{ ...date, min: '2026-02-30' }], false],
  ['a scale without end', [{ ...scale, max: null }], false],
  ['a scale of one', [{ ...scale, max: 1 }], false],
  ['a scale to eleven', [{ ...scale, max: 11 }], false],
  ['one photo', [{ ...photo, max: 1 }], true],
  ['no photo at all', [{ ...photo, max: 0 }], false],
  ['photos without end', [{ ...photo, max: null }], false],
  ['eleven files', [{ ...files, max: 11 }], false],
  ['half a file', [{ ...files, max: 1.5 }], false],
  ['files as text', [{ ...files, max: '3' }], false],
  ['files with a least', [{ ...files, min: 1 }], false],
  ['a map', [field('q1', 'email', { map_to: 'email' })], true],
  ['a map of another type', [field('q1', 'number', { map_to: 'email' })], false],
  [
    'a map to each part of an address',
    (['line1', 'city', 'region', 'postal_code'] as const).map((line, n) =>
      field(`q${n}`, 'short_text', { map_to: `address_${line}` }),
    ),
    true,
  ],
  ['a map of many choices', [{ ...many, map_to: 'alert_note' }], true],
  ['a map of a long text', [field('q1', 'long_text', { map_to: 'alert_note' })], true],
  ['a map of a long text to a name', [field('q1', 'long_text', { map_to: 'first_name' })], false],
  ['a map of a photo', [{ ...photo, map_to: 'alert_note' }], false],
  ['a map to something else', [{ ...text, map_to: 'payment_rule' }], false],
  ['a flag', [yesNo], true],
  [
    'a flag on a heading',
    [text, field('q2', 'heading', { flag: { op: 'filled', level: 'notice' } })],
    false,
  ],
  [
    'a flag that compares with nothing',
    [{ ...yesNo, flag: { op: 'eq', value: '', level: 'danger' } }],
    false,
  ],
  ['a flag of another level', [{ ...yesNo, flag: { op: 'filled', level: 'doom' } }], false],
  ['a condition', [one, shownIf(ifQ1('eq', 'Yes'))], true],
  ['a condition on a later field', [shownIf(ifQ1('eq', 'Yes')), one], false],
  ['a condition on itself', [field('q1', 'yes_no', { visible_if: ifQ1('eq', true) })], false],
  ['a condition on nobody', [text, shownIf(all({ field: 'q5', op: 'filled' }))], false],
  ['a condition of no rules', [text, shownIf(all())], false],
  [
    'a condition of 11 rules',
    [
      text,
      shownIf(all(...Array.from({ length: 11 }, () => ({ field: 'q1', op: 'filled' as const })))),
    ],
    false,
  ],
  ['two levels', [text, shownIf(all(any({ field: 'q1', op: 'filled' })))], true],
  [
    'an operator of tomorrow',
    [text, shownIf({ match: 'all', rules: [{ field: 'q1', op: 'like', value: 'x' } as never] })],
    false,
  ],
  ['an empty value', [one, shownIf(ifQ1('eq', ''))], false],
  ...([1e-7, 1e21, 1.1234567, -1e12] as const).flatMap((value): (typeof FIELD_CASES)[number][] => [
    [`a condition on ${value}`, [number, shownIf(ifQ1('gt', value))], false],
    [`a condition equal to ${value}`, [number, shownIf(ifQ1('eq', value))], false],
    [`a flag at ${value}`, [{ ...number, flag: { op: 'lt', value, level: 'danger' } }], false],
    [`a flag unlike ${value}`, [{ ...number, flag: { op: 'ne', value, level: 'danger' } }], false],
    [`a bound of ${value}`, [{ ...number, max: null, min: value }], false],
  ]),
  ['the finest number', [number, shownIf(ifQ1('gt', 0.000001))], true],
  ['the largest number', [number, shownIf(ifQ1('lt', 999_999_999_999))], true],
  ['a number below nothing', [number, shownIf(ifQ1('eq', -0.5))], true],
  ['an empty list', [one, shownIf(ifQ1('in', []))], false],
];
