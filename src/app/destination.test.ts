import { describe, expect, it } from 'vitest';
import { destinationIn, loginPath, safeDestination } from './destination.ts';

describe('safeDestination', () => {
  it.each([
    ['/clients/7?tab=notes#top', '/clients/7?tab=notes#top'],
    ['/calendar', '/calendar'],
  ])('%s is a place of ours', (wanted, expected) => {
    expect(safeDestination(wanted)).toBe(expected);
  });

  it.each([
    null,
    '',
    'calendar',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\tevil',
    '/%2e//evil.example/..//x',
    'javascript:alert(1)',
    '/login?next=/login',
    '/auth/callback?code=1',
    '/book/studio-lumen',
    `/${'x'.repeat(3000)}`,
  ])('%j leads to the dashboard', (wanted) => {
    expect(safeDestination(wanted)).toBe('/');
  });
});

describe('loginPath', () => {
  it('remembers the place', () => {
    const path = loginPath('/clients/7?tab=notes');
    expect(path).toBe('/login?next=%2Fclients%2F7%3Ftab%3Dnotes');
    expect(destinationIn(path.slice(path.indexOf('?')))).toBe('/clients/7?tab=notes');
  });

  it('needs nothing for the dashboard', () => {
    expect(loginPath('/')).toBe('/login');
  });
});
