import { describe, expect, test } from 'vitest';
import { checkAnswers } from './check-answers.ts';
import { ANSWER_CASES, expectedOf, field, FIELD_CASES } from './form-cases.ts';
import { fieldProblems } from './form-fields.ts';
import { readFields } from './form-schema.ts';
import { jsonText } from './json-text.ts';
import { nextFieldId } from './new-field.ts';

describe('answers', () => {
  test.each(ANSWER_CASES)('%s', (...one) => {
    const [, fields, given] = one;
    expect(checkAnswers(fields, given)).toEqual(expectedOf(one));
  });

  test('that PostgreSQL would not take are not taken here', () => {
    for (const text of ['a\0b', 'a\uD800b']) {
      expect(checkAnswers([field('q1', 'short_text')], { q1: text }).issues).toEqual([
        { field: 'q1', rule: 'wrong_type' },
      ]);
    }
  });

  test('are too much together', () => {
    const fields = Array.from({ length: 50 }, (_, n) => field(`q${n}`, 'long_text'));
    const given = Object.fromEntries(fields.map(({ id }) => [id, 'x'.repeat(5000)]));
    expect(checkAnswers(fields, given).issues).toEqual([{ field: '', rule: 'too_large' }]);
  });

  test('that were checked once stay as they are', () => {
    for (const [, fields, given] of ANSWER_CASES) {
      const { answers, flags } = checkAnswers(fields, given);
      expect(checkAnswers(fields, answers)).toMatchObject({ answers, flags });
    }
  });
});

describe('a form', () => {
  test.each(FIELD_CASES)('with %s', (_what, fields, fine) => {
    const read = readFields(fields);
    expect(read !== null && fieldProblems(read).length === 0).toBe(fine);
  });
});

test('text of a value is the same however its keys stand', () => {
  expect(jsonText({ bb: [1, { y: 'é"\n', x: null }], a: true, c: 0.5 })).toBe(
    String.raw`{"a": true, "c": 0.5, "bb": [1, {"x": null, "y": "é\"\n"}]}`,
  );
});

test('a new field gets an id of its own', () => {
  expect(nextFieldId([])).toBe('q1');
  expect(nextFieldId([field('q7', 'number'), field('q2', 'number')])).toBe('q8');
});
