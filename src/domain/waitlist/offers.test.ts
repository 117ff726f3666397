import { describe, expect, test } from 'vitest';
import type { WaitlistOffer } from '#domain/rows.ts';
import { isHeldBy, openOffer, standingOf } from './offers.ts';

const NOW = '2027-03-10T09:00:00+00:00';
const offer = (more: Partial<WaitlistOffer> = {}): WaitlistOffer => ({
  id: 'o1',
  mode: 'first_in_line',
  starts_at: '2027-03-11T12:00:00+00:00',
  ends_at: '2027-03-11T13:00:00+00:00',
  staff_ids: ['ann'],
  state: 'sent',
  sent_at: '2027-03-10T08:30:00+00:00',
  expires_at: '2027-03-10T10:30:00+00:00',
  ...more,
});

describe('how an offer stands', () => {
  test.each([
    [{}, 'sent'],
    [{ sent_at: '2027-03-10T09:00:20.123456+00:00' }, 'sent'],
    [{ sent_at: '2027-03-10T12:00:00+00:00', expires_at: '2027-03-10T14:00:00+00:00' }, 'queued'],
    [{ expires_at: NOW }, 'expired'],
    [{ expires_at: '2027-03-10T09:01:00+00:00' }, 'sent'],
    // What is decided stays so, whatever the time.
    [{ state: 'accepted', expires_at: NOW }, 'accepted'],
    [{ state: 'declined' }, 'declined'],
    [{ state: 'expired' }, 'expired'],
    [{ state: 'superseded' }, 'superseded'],
    [{ state: 'withdrawn', sent_at: '2027-03-10T12:00:00+00:00' }, 'withdrawn'],
  ] as const)('%o is %s', (more, standing) => {
    expect(standingOf(offer(more), NOW)).toBe(standing);
  });

  test.each([
    ['offered', [offer()], 'o1'],
    ['offered', [offer({ state: 'declined' })], undefined],
    ['offered', [offer({ expires_at: NOW })], undefined],
    ['waiting', [offer()], undefined],
    ['offered', [], undefined],
    // Rows from before there were offers.
    ['offered', undefined, undefined],
  ] as const)('of an entry that is %s with %o, %s waits for an answer', (state, offers, id) => {
    const entry = { state, ...(offers && { offers: [...offers] }) };
    expect(openOffer(entry, NOW)?.id).toBe(id);
  });
});

test.each([
  ['the same hour', '12:00', '13:00', 'ann', {}, true],
  ['the hour before', '11:00', '12:00', 'ann', {}, false],
  ['the hour after', '13:00', '14:00', 'ann', {}, false],
  ['a part of it', '12:45', '14:00', 'ann', {}, true],
  ['somebody else', '12:00', '13:00', 'ben', {}, false],
  ['what is offered to everyone', '12:00', '13:00', 'ann', { mode: 'everyone' }, false],
] as const)('an offer keeps its time: %s', (_, from, to, staffId, more, held) => {
  const time = {
    startsAt: `2027-03-11T${from}:00+00:00`,
    endsAt: `2027-03-11T${to}:00+00:00`,
    staffId,
  };
  expect(isHeldBy(offer(more), time)).toBe(held);
});
