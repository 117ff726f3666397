import { describe, expect, test } from 'vitest';
import type { Details } from './booking-draft.ts';
import { detailIssues, fieldOfServer } from './details.ts';

const good: Details = {
  firstName: 'Ann',
  lastName: 'Okafor',
  email: 'ann@example.com',
  phone: '(718) 555-0199',
  note: '',
};
const strict = { require_phone: true, require_email: true };
const issues = (changes: Partial<Details>, needs = strict) =>
  detailIssues({ ...good, ...changes }, needs).map(({ field, rule }) => `${field} ${rule}`);

test('what a person fills in passes', () => {
  expect(issues({})).toEqual([]);
});

test.each([
  [{ firstName: ' ' }, 'firstName required'],
  [{ firstName: 'x'.repeat(121) }, 'firstName too_long'],
  [{ email: '' }, 'email required'],
  [{ email: 'ann@' }, 'email email'],
  [{ email: 'ann example.com' }, 'email email'],
  [{ email: 'ann@example' }, 'email email'],
  [{ phone: '' }, 'phone required'],
  [{ phone: '12345' }, 'phone phone'],
  [{ phone: 'call me' }, 'phone phone'],
  [{ phone: '1234567890123456' }, 'phone phone'],
  [{ note: 'x'.repeat(1001) }, 'note too_long'],
])('%j is told as %s', (changes, issue) => {
  expect(issues(changes)).toEqual([issue]);
});

test.each([
  { lastName: '' },
  { email: 'a.b+c@sub.example.co' },
  { email: 'jörg@müller.example' },
  { phone: '+49 30 1234567' },
  { phone: '718.555.0199' },
])('%j is fine', (changes) => {
  expect(issues(changes)).toEqual([]);
});

describe('a business that does not ask for them', () => {
  const lax = { require_phone: false, require_email: false };
  test('takes a booking with one of them, and asks for one', () => {
    expect(issues({ phone: '' }, lax)).toEqual([]);
    expect(issues({ email: '' }, lax)).toEqual([]);
    expect(issues({ email: '', phone: '' }, lax)).toEqual(['email required']);
  });
  test('still says when one is wrong', () => {
    expect(issues({ email: 'x', phone: 'y' }, lax)).toEqual(['email email', 'phone phone']);
  });
});

test('issues come in the order of the form, so that focus goes to the first', () => {
  expect(issues({ firstName: '', email: '', phone: '' })).toEqual([
    'firstName required',
    'email required',
    'phone required',
  ]);
});

test('the names of the server lead to the fields', () => {
  expect(fieldOfServer('client.email')).toBe('email');
  expect(fieldOfServer('items.0.variant_id')).toBeNull();
  expect(fieldOfServer(undefined)).toBeNull();
});
