import { describe, expect, test } from 'vitest';
import { SAMPLE_BUSINESS } from '#domain/sample-rows.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { sampleValues } from './sample.ts';
import { BODY_MAX, SMS_MAX, SUBJECT_MAX, TEMPLATE_KEYS, builtIn } from './templates.ts';
import { filledParagraphs, filledSubject, filledText, unfilled, wordsInForce } from './words.ts';

const business = { ...SAMPLE_BUSINESS, name: 'Studio Lumen' } as BusinessRow;
const values = sampleValues(business);

test.each(TEMPLATE_KEYS)('%s: the built-in words are whole and within the limits', (key) => {
  const { subject, body, sms } = builtIn(key);
  expect(unfilled(subject, body, sms)).toEqual([]);
  for (const text of [
    filledSubject(subject, values),
    filledText(body, values),
    filledText(sms, values),
  ]) {
    expect(text).not.toMatch(/\{\{|undefined/);
    expect(text.length).toBeGreaterThan(10);
  }
  expect(subject.length).toBeLessThanOrEqual(SUBJECT_MAX);
  expect(body.length).toBeLessThanOrEqual(BODY_MAX);
  expect(filledText(sms, values).length).toBeLessThanOrEqual(SMS_MAX);
});

describe('what becomes of a text', () => {
  test('paragraphs are parted by empty lines, single breaks stay', () =>
    expect(filledParagraphs('One\r\ntwo\n \n\n\nThree {{time}}\n', values)).toEqual([
      'One\ntwo',
      'Three 10:00 AM',
    ]));

  test('a subject is one line', () =>
    expect(filledSubject(' See\r\nyou\t{{client_first_name}} ', values)).toBe('See you Ann'));

  test('what cannot be filled in stays, and is named once', () => {
    expect(filledText('{{gift}} {{ client_first_name }}', values)).toBe('{{gift}} Ann');
    expect(unfilled('{{gift}}', '{{gift}} {{time}} {{x1}}')).toEqual(['gift', 'x1']);
  });

  test('own words count, built-in ones fill the rest', () =>
    expect(wordsInForce('reminder_1', { subject: 'Soon', body: null })).toMatchObject({
      subject: 'Soon',
      body: builtIn('reminder_1').body,
    }));
});
