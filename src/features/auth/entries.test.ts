import { describe, expect, it } from 'vitest';
import { currencyOf, deviceRegion, timeZones } from './business-defaults.ts';
import { emailFault, passwordFault } from './entries.ts';

describe('entries', () => {
  it.each([
    ['', 'required'],
    ['   ', 'required'],
    ['rosa', 'email'],
    ['rosa@studio', 'email'],
    ['rosa @studio.com', 'email'],
    ['rosa@studio.com', undefined],
    [' rosa@studio.com ', undefined],
  ])('e-mail %j: %s', (email, fault) => {
    expect(emailFault(email)).toBe(fault);
  });

  it.each([
    ['', 'required'],
    ['1234567', 'too_short'],
    ['12345678', undefined],
    ['        ', undefined],
  ])('password %j: %s', (password, fault) => {
    expect(passwordFault(password)).toBe(fault);
  });
});

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
