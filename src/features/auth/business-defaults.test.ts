import { describe, expect, it } from 'vitest';
import { currencyOf, deviceRegion, timeZones } from './business-defaults.ts';

describe('the defaults of a new business', () => {
  it.each([
    ['en-US', 'US', 'USD'],
    ['de-AT', 'AT', 'EUR'],
    ['en-GB', 'GB', 'GBP'],
    ['en', 'US', 'USD'],
    ['ja-JP', 'JP', 'USD'],
    ['not a language', 'US', 'USD'],
  ])('%s: %s, %s', (language, region, currency) => {
    expect(deviceRegion(language)).toBe(region);
    expect(currencyOf(region)).toBe(currency);
  });

  it('knows the device’s own zone even when the list does not', () => {
    expect(timeZones('Mars/Olympus')[0]).toEqual({ value: 'Mars/Olympus', label: 'Mars/Olympus' });
    expect(timeZones('America/New_York').map(({ label }) => label)).toContain('America/New York');
  });
});
