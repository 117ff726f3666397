import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { toInstant } from '#domain/time/instant.ts';
import type { GiftActivityRow, Uuid } from '#domain/rows.ts';
import {
  giftBalance,
  giftExpiry,
  giftHeld,
  giftState,
  liveLeases,
  payableByGift,
  spendableHere,
  visitLeases,
} from './gift-cards.ts';
import { GIFT_CASES, type GiftCase } from './gift-cases.ts';
import { giftCode, printedGiftCode, readGiftCode } from './gift-code.ts';
import { paymentWords } from './words.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const now = toInstant(NOW);
const today = '2026-11-22';
const devices = { a: 'device-a', b: 'device-b' } as const;

const rowsOf = ({ steps }: GiftCase): GiftActivityRow[] =>
  steps.map(({ kind, cents = 0, device, heldUntil = 0, lease }, place) => ({
    id: `step-${place}`,
    business_id: 'b',
    rev: 1,
    created_at: now,
    updated_at: now,
    created_by: null,
    card_id: 'card',
    occurred_at: toInstant(NOW - 100_000 + place * 1000),
    kind,
    amount_cents: kind === 'lease' ? 0 : cents,
    sale_id: null,
    device_id: device ? devices[device] : null,
    held_cents: kind === 'lease' ? cents : null,
    held_until: kind === 'lease' ? toInstant(NOW + heldUntil * 60_000) : null,
    lease_id: lease === undefined ? null : `step-${lease}`,
    reason: '',
  }));

const cardOf = ({ expiresIn }: Pick<GiftCase, 'expiresIn'>, rev = 1) => ({
  rev,
  expires_on: expiresIn === null ? null : toInstant(NOW + expiresIn * 86_400_000).slice(0, 10),
});

describe('a card', () => {
  test.each(GIFT_CASES)('$name', (one) => {
    const rows = rowsOf(one);
    expect({
      balance: giftBalance(rows),
      held: giftHeld(rows, now),
      heldButA: giftHeld(rows, now, devices.a),
    }).toEqual({ balance: one.balance, held: one.held, heldButA: one.heldButA });
    const state = giftState(cardOf(one), rows, today);
    expect(state === 'blocked' || state === 'expired').toBe(!one.open);
  });

  const here = (name: string, device: Uuid | null, rev = 1) => {
    const one = GIFT_CASES.find((each) => each.name === name)!;
    return spendableHere(cardOf(one, rev), rowsOf(one), device, now, today);
  };

  test('is used without a connection by the device that it is kept for, as far as that goes', () => {
    expect(here('kept for two devices', devices.a)).toEqual({ cents: 2000, lease_id: 'step-1' });
    expect(here('kept and used in part under the lease', devices.b)).toEqual({
      cents: 1200,
      lease_id: 'step-1',
    });
    expect(here('kept for two devices', 'another').cents).toBe(0);
    expect(here('kept until a moment ago', devices.a).cents).toBe(0);
    expect(here('sold', devices.a).cents).toBe(0);
    expect(here('sold', null).cents).toBe(0);
  });

  test('that the server has not heard of is used where it was sold', () => {
    expect(here('sold', devices.a, 0)).toEqual({ cents: 5000, lease_id: null });
    expect(here('blocked, opened and blocked again', devices.a, 0).cents).toBe(0);
  });

  test('lasts as many years as the business says, to the last day of a short month', () => {
    expect(giftExpiry('2026-11-22', null)).toBeNull();
    expect(giftExpiry('2026-11-22', undefined)).toBeNull();
    expect(giftExpiry('2026-11-22', 5)).toBe('2031-11-22');
    expect(giftExpiry('2028-02-29', 1)).toBe('2029-02-28');
  });

  test('kept for a visit is used by its sale, as far as it is still on the card', () => {
    const one = GIFT_CASES.find(({ name }) => name === 'kept for two devices')!;
    const rows = rowsOf(one).map((row) =>
      row.id === 'step-1' ? { ...row, appointment_id: 'visit' } : row,
    );
    const kept = { card_id: 'card', appointment_id: 'visit', lease_id: 'step-1' };
    expect(visitLeases(rows, ['visit'], now)).toEqual([{ ...kept, cents: 2000 }]);
    expect(visitLeases(rows, ['another'], now)).toEqual([]);
    const used = { ...rows[0]!, id: 'used', kind: 'redeem' as const, amount_cents: -4000 };
    expect(visitLeases([...rows, used], ['visit'], now)).toEqual([{ ...kept, cents: 1000 }]);
    const over = { ...rows[0]!, id: 'back', kind: 'lease_return' as const, lease_id: 'step-1' };
    expect(visitLeases([...rows, over], ['visit'], now)).toEqual([]);
  });

  test('of which a lease is over has none that lives', () => {
    const one = GIFT_CASES.find(({ name }) => name === 'kept and given back')!;
    expect(liveLeases(rowsOf(one), now).map(({ cents }) => cents)).toEqual([700]);
  });

  test('does not pay for a card', () => {
    const lines = [
      { kind: 'gift_card', total_cents: 5000 },
      { kind: 'service', total_cents: 3000 },
    ];
    expect(payableByGift(8500, lines)).toBe(3500);
  });
});

describe('a code', () => {
  const bytes = fc.uint8Array({ minLength: 11, maxLength: 11 });

  test('is read as it is printed, in any case, with letters for numbers', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        const code = giftCode(random);
        expect(code).toHaveLength(12);
        expect(readGiftCode(` ${printedGiftCode(code).toLowerCase()} `)).toBe(code);
        expect(readGiftCode(code.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(code);
      }),
    );
    expect(printedGiftCode('7KQ2MX09B4TA')).toBe('7KQ2-MX09-B4TA');
    const code = giftCode(new Uint8Array(11).fill(3));
    const address = `https://daybook.example/book/lumen/gift-card?check=#${printedGiftCode(code)}`;
    expect(readGiftCode(address)).toBe(code);
  });

  test('with one wrong sign is none', () => {
    fc.assert(
      fc.property(bytes, fc.nat(11), fc.integer({ min: 1, max: 31 }), (random, place, by) => {
        const signs = [...giftCode(random)];
        const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
        signs[place] = alphabet[(alphabet.indexOf(signs[place]!) + by) % 32]!;
        expect(readGiftCode(signs.join(''))).toBeNull();
      }),
    );
    expect(readGiftCode('')).toBeNull();
    expect(readGiftCode('7KQ2')).toBeNull();
  });
});

test('a payment by card names its end, and says when the card did not cover it', () => {
  const payment = { method: 'gift_card', label: 'MX09' } as const;
  expect(paymentWords(payment)).toBe('Gift card MX09');
  expect(paymentWords({ ...payment, state: 'captured' })).toBe('Gift card MX09');
  expect(paymentWords({ ...payment, state: 'to_collect' })).toBe('Gift card MX09, to be collected');
  expect(paymentWords({ method: 'gift_card', label: null })).toBe('Gift card');
  expect(paymentWords({ method: 'other', label: 'Voucher' })).toBe('Voucher');
  expect(paymentWords({ method: 'deposit', label: null })).toBe('Deposit, paid online');
});
