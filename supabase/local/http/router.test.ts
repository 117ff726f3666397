import { request as httpRequest } from 'node:http';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOOT_TIMEOUT_MS, startTestBackend, type TestBackend } from '#tests/harness/backend.ts';

describe('one origin', () => {
  let backend: TestBackend;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'daybook-dist-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html>shell');
    backend = await startTestBackend({
      migrationsDir: null,
      appDir: folder,
      env: { TRUST_PROXY: '1' },
    });
    await backend.database.exec(`create function public.long() returns jsonb language sql as $$
      select jsonb_build_object('text', repeat('abc ', 2000)) $$`);
  }, BOOT_TIMEOUT_MS);
  afterAll(async () => {
    await backend.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** fetch() does not let a page choose these headers; an attacker's client may. */
  const raw = (path: string, headers: Record<string, string>, method = 'GET') =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
      (resolve, reject) => {
        const sent = httpRequest(new URL(path, backend.url), { headers, method }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({
              status: response.statusCode!,
              headers: response.headers,
              body: Buffer.concat(chunks),
            }),
          );
        });
        sent.on('error', reject);
        sent.end();
      },
    );

  it('serves the app, the API and the mailbox', async () => {
    const page = await raw('/clients/1', { accept: 'text/html' });
    expect(page.body.toString()).toContain('shell');
    const api = await raw('/auth/v1/settings', { apikey: backend.publishableKey });
    expect(api.status).toBe(200);
    expect(api.headers['cache-control']).toBe('no-store');
    expect((await raw('/_mail', {})).body.toString()).toContain('Mailbox');
    expect((await raw('/_health', {})).body.toString()).toBe('{"ok":true}');
  });

  it.each(['/rest/v1/x', '/auth/v1/x', '/functions/v1/x', '/realtime/v1/x', '/storage/v1/x/y/z'])(
    'never answers an unknown %s with the shell',
    async (path) => {
      const { status, body } = await raw(path, {
        accept: 'text/html',
        apikey: backend.publishableKey,
      });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(body.toString()).not.toContain('shell');
    },
  );

  it.each([
    ['from another machine', { 'x-forwarded-for': '203.0.113.7' }],
    ['under a foreign name that points here', { host: 'evil.example' }],
  ])('does not show the mailbox %s', async (_name, headers) => {
    const { status, body } = await raw('/_mail/api/messages', headers);
    expect([status, body.toString()]).toEqual([404, 'Not found']);
  });

  it('compresses JSON for other machines', async () => {
    const headers = {
      apikey: backend.publishableKey,
      'accept-encoding': 'gzip',
      'content-type': 'application/json',
    };
    const far = await raw(
      '/rest/v1/rpc/long',
      { ...headers, 'x-forwarded-for': '203.0.113.7' },
      'POST',
    );
    expect(far.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(far.body).toString())).toMatchObject({
      text: expect.stringMatching(/^abc /),
    });
    const near = await raw('/rest/v1/rpc/long', headers, 'POST');
    expect(near.headers['content-encoding']).toBeUndefined();
  });

  it('refuses WebSockets that are not for realtime', async () => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    await expect(raw('/elsewhere', headers)).rejects.toThrow('socket hang up');
  });

  it('delivers what SQL broadcasts to an unmodified supabase-js client', async () => {
    const client = backend.client();
    const heard = new Promise<unknown>((resolve) => {
      client
        .channel('room')
        .on('broadcast', { event: 'ping' }, ({ payload }) => resolve(payload))
        .subscribe((status) => {
          if (status === 'SUBSCRIBED') {
            void backend.sql(`select realtime.send('{"n": 1}'::jsonb, 'ping', 'room', false)`);
          }
        });
    });
    expect(await heard).toMatchObject({ n: 1 });
  });
});
