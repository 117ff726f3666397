import { describe, expect, it } from 'vitest';
import type { Address } from '#domain/rows.ts';
import { addressOf, addressText } from './address-form.ts';

describe('an address in a form', () => {
  it('keeps what was there and leaves empty lines out', () => {
    const address: Address = { line1: '4 Mill Lane', city: 'Hudson', postal_code: '12534' };
    expect(addressOf(addressText(address))).toEqual(address);
    expect(addressOf({ ...addressText(address), city: ' ' })).toEqual({
      line1: '4 Mill Lane',
      postal_code: '12534',
    });
  });

  it('is none when everything is empty, and keeps its country otherwise', () => {
    expect(addressOf(addressText(null), 'US')).toBeNull();
    expect(addressOf({ ...addressText(null), line1: '1 A St' }, 'US')).toEqual({
      line1: '1 A St',
      country_code: 'US',
    });
  });
});
