import { expect, test } from 'vitest';
import type { ProviderEvent } from '#supabase/functions/_shared/payments/provider.ts';
import { createBank } from './bank.ts';

test('a card of which the bank tells late, twice, and the newest first', async () => {
  const told: ProviderEvent[] = [];
  const waiting: (() => void)[] = [];
  const bank = createBank({
    file: null,
    now: () => new Date('2026-11-24T10:00:00Z'),
    tell: async (event) => void told.push(event),
    later: (run) => void waiting.push(run),
    log: (_level, text) => {
      throw new Error(text);
    },
  });
  const pay = async (card: string): Promise<string> => {
    const { id } = await bank.open(
      {
        payee: 'salon',
        ref: card,
        cents: 1500,
        currency: 'USD',
        description: 'Deposit',
        returnUrl: 'https://book.example/back',
        expiresAt: '2026-11-24T10:45:00Z',
        keepsCard: false,
      },
      `open-${card}`,
      (one) => `https://bank.example/${one}`,
    );
    expect(await bank.pay(id, card)).toBe('paid');
    await bank.capture(id, `capture-${id}`);
    return id;
  };
  const kinds = () => told.splice(0).map(({ kind }) => kind);

  await pay('4242 4242 4242 4242');
  expect(kinds()).toEqual(['payment.authorised', 'payment.captured']);

  const id = await pay('4000 0000 0000 9979');
  expect(bank.find(id)).toMatchObject({ state: 'captured' });
  expect(kinds()).toEqual([]);
  // Kept together, however many there are.
  expect(waiting).toHaveLength(1);
  waiting.splice(0).forEach((run) => run());
  expect(new Set(told.map((event) => event.id)).size).toBe(2);
  expect(kinds()).toEqual([
    'payment.captured',
    'payment.captured',
    'payment.authorised',
    'payment.authorised',
  ]);
  // And what happens to it later as well.
  await bank.refund(id, 'refund', 500);
  expect([kinds(), waiting.length]).toEqual([[], 1]);
});

test('pays out each night what a day has brought, and takes off what one has cost', async () => {
  let day = 24;
  const bank = createBank({
    file: null,
    now: () => new Date(`2026-11-${day}T10:00:00Z`),
    tell: () => Promise.resolve(),
    log: (_level, text) => {
      throw new Error(text);
    },
  });
  const pay = async (ref: string): Promise<string> => {
    const { id } = await bank.open(
      {
        payee: 'salon',
        ref,
        cents: 1500,
        currency: 'USD',
        description: 'Deposit',
        returnUrl: 'https://book.example/back',
        expiresAt: '2026-12-24T10:45:00Z',
        keepsCard: false,
      },
      `open-${ref}`,
      (one) => `https://bank.example/${one}`,
    );
    await bank.pay(id, '4242424242424242');
    await bank.capture(id, `capture-${id}`);
    return id;
  };
  const paidOut = () => bank.payouts('salon', 0, Date.parse('2027-01-01'));

  const first = await pay('one');
  expect(paidOut()).toEqual([]);
  day = 25;
  expect(paidOut()).toMatchObject([{ cents: 1426, state: 'pending', arrivesOn: '2026-11-27' }]);
  await bank.refund(first, 'refund', 500);
  await bank.disputes(first, 'open');
  day = 27;
  await pay('two');
  await pay('three');
  await pay('four');
  day = 28;
  const [one, two] = paidOut();
  expect(one).toMatchObject({ state: 'paid', begunAt: '2026-11-25T00:00:00.000Z' });
  expect(two).toMatchObject({ cents: 3 * 1426 - 500 - 3000 });
  expect(bank.payoutLines(two!.id)?.map(({ kind, ref, cents }) => [kind, ref, cents])).toEqual([
    ['refund', 'one', -500],
    ['dispute', 'one', -1500],
    ['charge', 'two', 1500],
    ['charge', 'three', 1500],
    ['charge', 'four', 1500],
  ]);
  expect(paidOut()).toHaveLength(2);
  expect(bank.payouts('nobody', 0, Date.parse('2027-01-01'))).toEqual([]);
  expect(bank.payoutLines('po_nobody_1')).toBeNull();
});
