import { describe, expect, it } from 'vitest';
import { safeRedirect } from './redirects.ts';

const SITE = 'https://app.daybook.example';
const PATTERNS = ['https://*.preview.example/**', 'https://exact.example/callback'];

describe('where a mailed link may lead', () => {
  it.each([
    'https://app.daybook.example/auth/callback?x=1#y',
    'https://pr-1.preview.example/auth/callback',
    'https://exact.example/callback',
  ])('keeps %s', (target) => {
    expect(safeRedirect(target, SITE, PATTERNS)).toBe(target);
  });

  it.each([
    'https://evil.example/auth/callback',
    'https://app.daybook.example.evil.example/',
    'https://app.daybook.example@evil.example/',
    'https://user:pass@app.daybook.example/',
    'http://app.daybook.example/',
    'https://app.daybook.example:8443/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://a.b.preview.example/',
    'https://evil.example/https://x.preview.example/',
    'https://exact.example/callback/deeper',
    'http://127.0.0.1:4321/',
    'not an address',
    '',
  ])('replaces %s by the app itself', (target) => {
    expect(safeRedirect(target, SITE, PATTERNS)).toBe(SITE);
  });

  it('leads to the app when nothing was asked for', () => {
    expect(safeRedirect(null, SITE, PATTERNS)).toBe(SITE);
  });

  it('takes all names of a developer’s own machine for one', () => {
    const local = 'http://127.0.0.1:4321';
    expect(safeRedirect('http://localhost:5173/auth/callback', local, [])).toBe(
      'http://localhost:5173/auth/callback',
    );
    expect(safeRedirect('https://localhost/auth/callback', local, [])).toBe(local);
  });
});
