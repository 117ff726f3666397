import { expect, test } from 'vitest';
import { ERRORS, mayRetryByItself, mayRetryByPerson, mustSignIn, toErrorCode } from './codes.ts';
import { must, unreachable } from './assert.ts';
import { fail, ok } from './result.ts';

test('a code that this version does not know is unknown', () => {
  expect(toErrorCode('slot_taken')).toBe('slot_taken');
  expect(toErrorCode('from_the_future')).toBe('unknown');
  expect(toErrorCode('toString')).toBe('unknown');
  expect(toErrorCode(null)).toBe('unknown');
});

test('the machine repeats only what may succeed unchanged', () => {
  expect(mayRetryByItself('offline')).toBe(true);
  expect(mayRetryByItself('slot_taken')).toBe(false);
  expect(mayRetryByPerson('slot_taken')).toBe(true);
  expect(mayRetryByPerson('past')).toBe(false);
  const signIn = Object.keys(ERRORS).filter((code) => mustSignIn(toErrorCode(code)));
  expect(signIn).toEqual(['session_expired', 'signed_out', 'no_session_in_url']);
});

test('results carry a value or an error with its facts', () => {
  expect(ok(1)).toEqual({ ok: true, value: 1 });
  expect(fail('invalid', { field: 'name', rule: 'required' })).toEqual({
    ok: false,
    error: { code: 'invalid', field: 'name', rule: 'required' },
  });
});

test('bugs are thrown with their reason', () => {
  expect(must(0, 'a number')).toBe(0);
  expect(() => must(null, 'a row')).toThrow('Broken assumption: a row');
  expect(() => unreachable('x' as never)).toThrow('no case for "x"');
});
