import { describe, expect, it } from 'vitest';
import { NETWORK_ROUTES, isKeepableImage, isUsable, strategyFor } from './strategy.ts';
import type { Strategy } from './strategy.ts';

const origin = 'https://app.example';
const strategy = (path: string, { mode = 'navigate', method = 'GET' } = {}) =>
  strategyFor({ url: new URL(path, origin), mode, method, origin });

describe('opening a page', () => {
  it.each<[string, Strategy]>([
    ['/', 'shell'],
    ['/?source=pwa', 'shell'],
    ['/calendar?date=2026-11-21', 'shell'],
    ['/clients/0192f3c4', 'shell'],
    ['/login', 'shell'],
    ['/no-such-place', 'shell'],
    ['/book/studio-lumen', 'page'],
    ['/book/studio-lumen/confirmation', 'page'],
    ['/form/abc', 'page'],
    ['/cancel-appointment?token=secret', 'page'],
    ['/unsubscribe?token=secret', 'page'],
    ['/auth/callback?code=secret', 'page'],
    ['/update-password#access_token=secret', 'page'],
    ['/embed/book/studio-lumen', 'network'],
    ['/embedded', 'shell'],
    ['/robots.txt', 'network'],
    ['/.well-known/security.txt', 'network'],
    ['/_mail', 'network'],
    ['/_mail/1', 'network'],
    ['/_pay/pay_1', 'network'],
  ])('%s: %s', (path, expected) => {
    expect(strategy(path)).toBe(expected);
  });
});

describe('everything else', () => {
  it.each<[string, Strategy]>([
    ['/assets/main-Abc123.js', 'asset'],
    ['/icons/icon-192.png', 'asset'],
    ['/sw.js', 'network'],
    ['/manifest.webmanifest', 'network'],
    ['/rest/v1/rpc/sync_pull', 'network'],
    ['/auth/v1/token', 'network'],
    ['/storage/v1/object/public/logos/1.png', 'network'],
    ['/storage/v1/object/public/pictures/b/staff/1', 'image'],
    ['/storage/v1/render/image/public/pictures/b/staff/1?width=96', 'image'],
    ['https://data.example/storage/v1/object/public/pictures/b/staff/1', 'image'],
    ['https://data.example/storage/v1/object/public/else/b/staff/1', 'network'],
    ['/storage/v1/object/authenticated/client-photos/b/1', 'network'],
    ['/storage/v1/render/image/authenticated/photos/1.png', 'network'],
    ['/realtime/v1/websocket', 'network'],
    ['/functions/v1/pay', 'network'],
    ['https://js.stripe.com/v3', 'network'],
    ['https://other.example/assets/x.js', 'network'],
  ])('%s: %s', (path, expected) => {
    expect(strategy(path, { mode: 'cors' })).toBe(expected);
  });

  it('only reading is ever answered here', () => {
    expect(strategy('/assets/main.js', { mode: 'cors', method: 'POST' })).toBe('network');
    expect(strategy('/calendar', { method: 'POST' })).toBe('network');
  });

  it('data is never a page, whatever mode it is asked with', () => {
    expect(strategy('/rest/v1/clients', { mode: 'navigate' })).toBe('network');
  });
});

describe('what browsers need not ask about', () => {
  const conditions = NETWORK_ROUTES.map(({ condition }) => condition);
  const folders = conditions.flatMap((one) => ('urlPattern' in one ? [one.urlPattern] : []));

  it('is what would be left to the network, on any site', () => {
    expect(folders.map(({ pathname }) => pathname)).toContain('/rest/*');
    for (const { pathname = '', ...site } of folders) {
      expect(site).toEqual({ protocol: '*', hostname: '*', port: '*' });
      const path = pathname.replace('*', 'v1/rpc/x');
      for (const at of [path, `https://data.example${path}`]) {
        for (const mode of ['cors', 'navigate', 'no-cors'])
          expect(strategy(at, { mode })).toBe('network');
      }
    }
  });

  it('is everything that writes, and nothing that only reads the app', () => {
    const methods = conditions.flatMap((one) =>
      'requestMethod' in one ? [one.requestMethod] : [],
    );
    expect(methods).toEqual(['post', 'put', 'patch', 'delete']);
  });

  it('has no pattern in parentheses, which browsers refuse', () => {
    for (const { pathname } of folders) expect(pathname).toMatch(/^\/[\w/]+\/\*$/);
  });

  it('leaves pictures to the worker', () => {
    expect(folders.map(({ pathname }) => pathname)).not.toContain('/storage/*');
  });
});

describe('isUsable', () => {
  const good = { status: 200, type: 'basic', redirected: false };

  it.each([
    ['/assets/a.js', 'text/javascript; charset=utf-8', true],
    ['/assets/a.js', 'application/javascript', true],
    ['/assets/a.js', 'text/html; charset=utf-8', false],
    ['/assets/a.css', 'text/css', true],
    ['/assets/a.css', 'text/plain', false],
    ['/index.html', 'text/html', true],
    ['/icons/a.png', 'image/png', true],
    ['/assets/app-files-1.txt', 'text/plain; charset=utf-8', true],
    ['/assets/app-files-1.txt', 'text/html', false],
    ['/assets/a.wasm', 'application/wasm', false],
  ])('%s as %s: %s', (path, contentType, expected) => {
    expect(isUsable(path, { ...good, contentType })).toBe(expected);
  });

  it('refuses errors, redirects and answers of other sites', () => {
    const js = { ...good, contentType: 'text/javascript' };
    expect(isUsable('/a.js', { ...js, status: 404 })).toBe(false);
    expect(isUsable('/a.js', { ...js, redirected: true })).toBe(false);
    expect(isUsable('/a.js', { ...js, type: 'opaque' })).toBe(false);
  });
});

describe('isKeepableImage', () => {
  it('keeps images and nothing that only pretends', () => {
    const png = { status: 200, type: 'basic', contentType: 'image/png' };
    expect(isKeepableImage(png)).toBe(true);
    expect(isKeepableImage({ ...png, type: 'cors' })).toBe(true);
    expect(isKeepableImage({ ...png, contentType: 'text/html' })).toBe(false);
    expect(isKeepableImage({ ...png, status: 206 })).toBe(false);
    expect(isKeepableImage({ ...png, type: 'opaque' })).toBe(false);
  });
});
