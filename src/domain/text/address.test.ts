import { describe, expect, test } from 'vitest';
import { directionsLink } from './address.ts';

describe('the way to an address', () => {
  const address = { line1: '5 Main St', city: 'Albany', country_code: 'US' };

  test.each([
    ['Mozilla/5.0 (Linux; Android 15)', 'geo:0,0?q=5%20Main%20St%2C%20Albany%2C%20US'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)',
      'https://maps.apple.com/?daddr=5%20Main%20St%2C%20Albany%2C%20US',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64)',
      'https://www.google.com/maps/dir/?api=1&destination=5%20Main%20St%2C%20Albany%2C%20US',
    ],
  ])('on %s opens what that device has', (userAgent, link) => {
    expect(directionsLink(address, userAgent)).toBe(link);
  });
});
