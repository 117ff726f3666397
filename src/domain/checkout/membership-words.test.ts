import { expect, test } from 'vitest';
import type { ClientMembershipRow } from '#domain/rows.ts';
import { everyMonths, membershipNext, membershipState } from './membership-words.ts';

const row = (more: Partial<ClientMembershipRow>) => ({
  state: 'active' as const,
  cancel_at_end: false,
  paid_until: '2027-02-13',
  next_try_at: null,
  decline: null,
  card_last4: '4242',
  ...more,
});
const next = (more: Partial<ClientMembershipRow>): string =>
  membershipNext(row(more), (at) => (at.length > 10 ? `the day of ${at}` : at));

test('how often it renews', () => {
  expect([1, 3, 12].map(everyMonths)).toEqual(['every month', 'every 3 months', 'every year']);
});

test.each([
  ['pending', 'Not started yet'],
  ['active', 'Active'],
  ['past_due', 'Payment failed'],
  ['paused', 'Paused'],
  ['ended', 'Ended'],
] as const)('%s: %s', (state, words) => {
  expect(membershipState({ state, cancel_at_end: false, card_last4: '4242' }).words).toBe(words);
});

test('what becomes of it next', () => {
  expect(next({})).toBe('Paid until 2027-02-13, then charged to the card ending in 4242.');
  expect(next({ cancel_at_end: true })).toBe('Ends after 2027-02-13.');
  expect(membershipState({ state: 'active', cancel_at_end: true, card_last4: '4242' }).words).toBe(
    'Cancelled',
  );
  expect(next({ state: 'paused' })).toContain('Nothing is charged');
  expect(next({ state: 'pending', paid_until: null })).toContain('Waits for the client');
  expect(next({ state: 'ended', paid_until: null })).toBe('Nothing was ever paid.');
});

test('why a card was refused, and when it is tried again', () => {
  expect(
    next({
      state: 'past_due',
      decline: 'insufficient_funds',
      next_try_at: '2027-02-15T09:00:00+00:00',
    }),
  ).toBe(
    'There was not enough money on the card. It is tried again on the day of 2027-02-15T09:00:00+00:00.',
  );
  expect(next({ state: 'past_due', decline: 'authentication_required' })).toBe(
    'The bank wants its client to confirm it. The client has to use the link that was mailed, or another card.',
  );
  expect(next({ state: 'past_due', decline: 'no_card' })).toContain('no card to charge');
  expect(next({ state: 'past_due', decline: 'no_answer' })).toContain(
    'charge it again if it was not',
  );
});
