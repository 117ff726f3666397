import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageHeaders } from './security-headers.ts';
import { createStaticApp, type StaticApp } from './static-app.ts';

const SHELL =
  '<!doctype html><script>theme()</script><script type="module" src="/assets/a.js"></script>';
const SCRIPT = 'export const long = 1;\n'.repeat(200);
const PACK = JSON.stringify({ '/assets/a-1234.js': SCRIPT });
const NAVIGATION = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-mode': 'navigate' };

describe('the built app', () => {
  let folder: string;
  let app: StaticApp;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'daybook-dist-'));
    mkdirSync(join(folder, 'dist', 'assets'), { recursive: true });
    mkdirSync(join(folder, 'dist', '.vite'));
    const files = {
      'index.html': SHELL,
      'sw.js': 'self',
      'manifest.webmanifest': '{}',
      'robots.txt': 'User-agent: *',
      'icon.svg': '<svg/>',
      'assets/a-1234.js': SCRIPT,
      'assets/a-1234.css': 'a{}',
      'assets/f.woff2': 'font',
      'assets/pack-1234.json': PACK,
      'assets/app-files-1234.txt': 'a-1234.js aaaaaa',
      '.vite/manifest.json': '{}',
    };
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(folder, 'dist', name), text);
    writeFileSync(join(folder, 'outside.txt'), 'secret');
    app = createStaticApp(join(folder, 'dist'), null);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    app(new Request(`http://127.0.0.1${path}`, { headers, method }));

  it.each([
    ['/assets/a-1234.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/assets/a-1234.css', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/assets/f.woff2', 'font/woff2', 'public, max-age=31536000, immutable'],
    [
      '/assets/pack-1234.json',
      'application/json; charset=utf-8',
      'public, max-age=31536000, immutable',
    ],
    [
      '/assets/app-files-1234.txt',
      'text/plain; charset=utf-8',
      'public, max-age=31536000, immutable',
    ],
    ['/sw.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8', 'no-cache'],
    ['/index.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/', 'text/html; charset=utf-8', 'no-cache'],
    ['/icon.svg', 'image/svg+xml', 'public, max-age=3600'],
    ['/robots.txt', 'text/plain; charset=utf-8', 'public, max-age=3600'],
  ])('sends %s as %s, cached as %s', async (path, type, cache) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('cache-control')).toBe(cache);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each(['/clients/42', '/book/studio-lumen', '/auth/callback?code=1', '/nowhere'])(
    'answers a person going to %s with the shell',
    async (path) => {
      const response = await get(path, NAVIGATION);
      expect(response.status).toBe(200);
      expect(await response.text()).toBe(SHELL);
      expect(response.headers.get('cache-control')).toBe('no-cache');
    },
  );

  it('never answers the shell for an asset of an older build', async () => {
    for (const headers of [{}, NAVIGATION]) {
      const response = await get('/assets/old-9999.js', headers);
      expect(response.status).toBe(404);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.text()).not.toContain('<');
    }
  });

  it.each([
    ['a script asking for a file', '/missing.js', { accept: '*/*', 'sec-fetch-mode': 'cors' }],
    ['a person asking for a file', '/missing.pdf', NAVIGATION],
    ['the build’s own notes', '/.vite/manifest.json', { accept: 'application/json' }],
    ['a way out of the folder', '/..%2foutside.txt', { accept: '*/*' }],
    ['a way out, encoded twice', '/%252e%252e/outside.txt', { accept: '*/*' }],
  ])('says no to %s', async (_name, path, headers) => {
    expect((await get(path, headers)).status).toBe(404);
  });

  it('compresses what can be compressed, as the browser wishes', async () => {
    const best = await get('/assets/a-1234.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect(best.headers.get('content-encoding')).toBe('br');
    expect(best.headers.get('vary')).toBe('Accept-Encoding');
    const bytes = Buffer.from(await best.arrayBuffer());
    expect(bytes.byteLength).toBe(Number(best.headers.get('content-length')));
    expect(brotliDecompressSync(bytes).toString()).toBe(SCRIPT);

    const pack = await get('/assets/pack-1234.json', { 'accept-encoding': 'br' });
    expect(brotliDecompressSync(Buffer.from(await pack.arrayBuffer())).toString()).toBe(PACK);

    const old = await get('/assets/a-1234.js', { 'accept-encoding': 'gzip, br;q=0' });
    expect(gunzipSync(Buffer.from(await old.arrayBuffer())).toString()).toBe(SCRIPT);
    const font = await get('/assets/f.woff2', { 'accept-encoding': 'br' });
    expect(font.headers.get('content-encoding')).toBeNull();
  });

  it('says "unchanged" to a browser that has the same file', async () => {
    const etag = (await get('/')).headers.get('etag')!;
    const again = await get('/', { 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  it('notices a new build', async () => {
    writeFileSync(join(folder, 'dist', 'robots.txt'), 'one');
    await get('/robots.txt');
    writeFileSync(join(folder, 'dist', 'robots.txt'), 'another');
    expect(await (await get('/robots.txt')).text()).toBe('another');
  });

  it('lets its pages run only its own scripts and be framed by nobody', async () => {
    const policy = (await get('/')).headers.get('content-security-policy')!;
    const hash = createHash('sha256').update('theme()').digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy).toContain(`frame-ancestors 'none'`);
    expect(policy).toContain(`connect-src 'self' ws: wss:;`);
    const response = await get('/');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('permissions-policy')).toContain('geolocation=()');
  });

  it.each([
    ['/embed/book/studio-lumen', true],
    ['/embed/book/studio-lumen/confirmation', true],
    ['/embed/book/../../calendar', false],
    ['/embed/calendar', false],
    ['/embed/cancel-appointment', false],
    ['/embed', false],
    ['/book/studio-lumen', false],
    ['/book/studio-lumen?embed=/embed/book/x', false],
    ['/calendar', false],
    ['/embed/book/x.js', false],
  ])('%s may stand in a page of another site: %s', async (path, isFramable) => {
    const { headers } = await get(path, NAVIGATION);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.includes('frame-ancestors *')).toBe(isFramable);
    expect(headers.get('x-frame-options')).toBe(isFramable ? null : 'DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('has the headers of its pages written down for static hosts', () => {
    const written = readFileSync(new URL('../../../public/_headers', import.meta.url), 'utf8');
    const blocks = written
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.startsWith('#'))
      .join('\n')
      .split(/\n(?=\/)/)
      .map((block) => block.split('\n').map((line) => line.trim()));
    const rulesOf = (path: string) => blocks.find(([name]) => name === path)!.slice(1);
    const linesOf = (path: string) =>
      Object.entries(pageHeaders({ path, supabaseUrl: 'https://*.supabase.co' })).map(
        ([name, value]) => `${name}: ${value}`,
      );
    expect(rulesOf('/*')).toEqual(linesOf('/'));
    // Headers of all rules that fit are added up: those of the first that differ are taken away.
    expect(rulesOf('/embed/book/*')).toEqual([
      '! content-security-policy',
      '! x-frame-options',
      linesOf('/embed/book/x').find((line) => line.startsWith('content-security-policy')),
    ]);
  });

  it('lets its pages talk to another project when the app was built for one', async () => {
    const other = createStaticApp(join(folder, 'dist'), 'https://abc.supabase.co');
    const response = await other(new Request('http://127.0.0.1/'));
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain('https://abc.supabase.co wss://abc.supabase.co');
  });

  it('answers HEAD without a body and refuses to be written to', async () => {
    const head = await get('/', {}, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await get('/', {}, 'POST')).status).toBe(405);
  });

  it('says what to do when there is no build', async () => {
    const empty = createStaticApp(join(folder, 'nothing'), null);
    const response = await empty(new Request('http://127.0.0.1/'));
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('npm run build');
  });
});
