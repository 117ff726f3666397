import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Address } from '#domain/rows.ts';
import { addressesFrom, addressesText } from './addresses-cell.ts';
import { addressesOf, addressName, otherAddresses } from './addresses.ts';

const HOME: Address = { label: 'Home', line1: '1 High St', city: 'Troy', postal_code: '12180' };
const WORK: Address = { line1: '2 Low St' };

describe('the addresses of a client', () => {
  it('begin with the one that visits are at, also where nobody knew of others', () => {
    expect(addressesOf({ address: HOME, more_addresses: [WORK] })).toEqual([HOME, WORK]);
    expect(addressesOf({ address: null, more_addresses: [WORK] })).toEqual([WORK]);
    expect(addressesOf({ address: HOME })).toEqual([HOME]);
  });

  it('have a name beside each other', () => {
    expect([HOME, WORK, WORK].map(addressName)).toEqual(['Home', 'Address 2', 'Address 3']);
    expect(addressName(WORK, 0)).toBe('Address');
  });

  it('of several records come together, each once, whatever it is called', () => {
    const called = { ...HOME, label: 'Mother' };
    const [one, other] = [
      { address: HOME, more_addresses: [WORK] },
      { address: WORK, more_addresses: [called, { line1: '3 Mid St' }] },
    ];
    expect(otherAddresses([one, other], WORK)).toEqual([HOME, { line1: '3 Mid St' }]);
    expect(otherAddresses([one, other], null)).toEqual([HOME, WORK, { line1: '3 Mid St' }]);
  });

  it('come back from a file as they went', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9ü][A-Za-z0-9 .,ü]{0,10}[A-Za-z0-9]$/);
    const address = fc.record(
      { label: word, line1: word, line2: word, city: word, region: word, postal_code: word },
      { requiredKeys: ['line1'] },
    );
    fc.assert(
      fc.property(fc.array(address, { maxLength: 9 }), (addresses) => {
        expect(addressesFrom(addressesText(addresses))).toEqual(addresses);
      }),
    );
  });

  it('are read where somebody wrote them by hand', () => {
    expect(addressesFrom('5 Elm St, Albany\n\n Work | | | | Troy')).toEqual([
      { line1: '5 Elm St, Albany' },
      { label: 'Work', line1: 'Troy', city: 'Troy' },
    ]);
  });
});
