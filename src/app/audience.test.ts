import { describe, expect, it } from 'vitest';
import { audienceOf } from './audience.ts';

describe('audienceOf', () => {
  it.each([
    ['/book/studio-lumen', 'public'],
    ['/book/studio-lumen/nonsense/deeper', 'public'],
    ['/embed/book/studio-lumen', 'public'],
    ['/embed/calendar', 'public'],
    ['/form/abc', 'public'],
    ['/form/submitted', 'public'],
    ['/cancel-appointment', 'public'],
    ['/unsubscribe', 'public'],
    ['/login', 'auth'],
    ['/auth/callback', 'auth'],
    ['/', 'pro'],
    ['/forms/new', 'pro'],
    ['/no-such-place', 'pro'],
    ['/bookkeeping', 'pro'],
  ])('%s belongs to the %s shell', (path, audience) => {
    expect(audienceOf(path)).toBe(audience);
  });
});
