import { ERRORS } from '#domain/errors/codes.ts';
import type { ErrorCode } from '#domain/errors/codes.ts';
import { RULES } from '#domain/validation/rules.ts';
import { describe, expect, it } from 'vitest';
import { brokenPage } from './broken-words.ts';
import { messageFor, ruleText } from './messages.ts';

describe('the texts fixed by the specification', () => {
  it.each([
    ['link_missing', 'Could not open the link because the URL is missing.'],
    ['link_unsafe', 'The provided link is invalid or unsafe.'],
    ['no_session_in_url', 'No session defined in URL'],
    ['passkey_unsupported', 'Browser does not support WebAuthn'],
    ['credentials_missing', 'You must provide either an email or phone number and a password'],
  ] as const)('%s', (code, text) => {
    expect(messageFor({ code })).toBe(text);
  });

  it('a one-time code needs no password', () => {
    expect(messageFor({ code: 'credentials_missing', rule: 'one_time_code' })).toBe(
      'You must provide either an email or phone number',
    );
  });

  it('the page for a rendering error', () => {
    expect(brokenPage).toEqual({
      code: '500',
      heading: 'Oops! Something went wrong.',
      text: "We've encountered an unexpected error. Please try refreshing the page. If the problem persists, please contact support.",
      refresh: 'Refresh Page',
    });
  });
});

describe('messageFor', () => {
  it('has a sentence for every code', () => {
    const poor = (Object.keys(ERRORS) as ErrorCode[]).filter(
      (code) => !/^[A-Z].{8,}/.test(messageFor({ code })),
    );
    expect(poor).toEqual([]);
  });

  it('gives a reference to quote when the code is unknown', () => {
    expect(messageFor({ code: 'unknown', reference: 'K7Q2' })).toContain('Reference: K7Q2');
  });

  it('survives a code from a newer server', () => {
    expect(messageFor({ code: 'not_invented_yet' as ErrorCode })).toContain('unexpected');
  });

  it('says how long to wait', () => {
    expect(messageFor({ code: 'rate_limited', retryAfterSec: 30 })).toContain('30 seconds');
    expect(messageFor({ code: 'rate_limited', retryAfterSec: 200 })).toContain('4 minutes');
  });
});

describe('ruleText', () => {
  it('knows the common rules and survives the others', () => {
    expect(ruleText('required')).toBe('Please fill this in.');
    expect(ruleText('constructor')).toBe('Please check this entry.');
    expect(ruleText(undefined)).toBe('Please check this entry.');
  });
});

describe('what a person reads under a field', () => {
  it.each(RULES.filter((rule) => rule !== 'wrong_type'))('has words for the rule %s', (rule) => {
    expect(ruleText(rule)).not.toBe(ruleText('no such rule'));
  });
});
