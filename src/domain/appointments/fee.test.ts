import { describe, expect, test } from 'vitest';
import { CANCELLED_LATE, FEE_CASES } from './fee-cases.ts';
import { agreedTerms } from './fee-terms.ts';
import { feeFields, feeOf, feeTermsOf, proposedFee } from './fee.ts';

describe('the fee of a step', () => {
  test.each(FEE_CASES)('%s', (_what, change, fee) =>
    expect(proposedFee({ ...CANCELLED_LATE, ...change })).toEqual(fee),
  );
});

const { terms } = CANCELLED_LATE;
const rules = { fee_terms: { ...terms, late_cancel: { cents: 100 } }, cancel_notice_min: 60 };
const visit = {
  status: 'booked',
  starts_at: CANCELLED_LATE.startsAt,
  created_at: CANCELLED_LATE.bookedAt,
  client_id: 'cleo',
  capacity: null,
  fee_terms: null,
} as const;
const segments = [{ price_kind: 'fixed', price_cents: 4000, service: null }] as const;
const step = { to: 'no_show', by: 'staff', at: CANCELLED_LATE.at } as const;

describe('the fee of a visit', () => {
  test('goes by what was agreed, else by the terms of the business', () => {
    expect(feeTermsOf({ fee_terms: terms }, rules, [])).toBe(terms);
    expect(feeTermsOf(visit, { fee_terms: rules.fee_terms, cancel_notice_min: 60 }, [])).toEqual({
      ...terms,
      late_cancel: { cents: 100 },
      notice_min: 60,
    });
    // Rows from before there were fees.
    expect(agreedTerms({ cancel_notice_min: 60 }, [])).toEqual({
      late_cancel: null,
      no_show: null,
      grace_min: 0,
      notice_min: 60,
    });
    expect(feeOf(visit, segments, undefined, step)).toBeNull();
  });

  test('of services with fees of their own is theirs; where all have some, those of the business are none', () => {
    const own = { late_cancel: null, no_show: { percent: 25 } };
    const [colour, cut] = [
      { id: 'colour', fee_terms: own },
      { id: 'cut', fee_terms: null },
    ];
    expect(agreedTerms(rules, [colour, cut])).toEqual({
      ...rules.fee_terms,
      notice_min: 60,
      services: { colour: own },
    });
    expect(agreedTerms(rules, [colour])).toMatchObject({ late_cancel: null, no_show: null });
    const work = [colour, cut].map((service) => ({ ...segments[0], service }));
    expect(feeOf(visit, work, rules, step)).toEqual({ kind: 'no_show', cents: 1000 + 4000 });
    // What somebody has agreed to is not more because somebody has changed it meanwhile.
    expect(feeOf({ ...visit, fee_terms: terms }, work, rules, step)?.cents).toBe(8000);
  });

  test('is nobody’s for a walk-in and for a class', () => {
    expect(feeOf(visit, segments, rules, step)).toEqual({ kind: 'no_show', cents: 4000 });
    expect(feeOf({ ...visit, client_id: null }, segments, rules, step)).toBeNull();
    expect(feeOf({ ...visit, capacity: 8 }, segments, rules, step)).toBeNull();
  });

  test('is proposed, decided at once, or gone; a row that never had one is not touched', () => {
    const fee = { kind: 'no_show', cents: 4000 } as const;
    expect(feeFields({}, fee)).toMatchObject({ fee_state: 'proposed', fee_cents: 4000 });
    expect(feeFields({}, fee, 'waived')).toMatchObject({ fee_state: 'waived' });
    expect(feeFields({ fee_state: 'owed' }, null)).toEqual({
      fee_kind: null,
      fee_cents: 0,
      fee_state: 'none',
    });
    expect(feeFields({}, null)).toEqual({});
  });
});
