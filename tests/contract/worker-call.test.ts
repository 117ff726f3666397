/** What the worker makes of whatever a server, a gateway or a portal may say. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { downloadPicture, removePicture, uploadPicture } from '#remote/picture-files.ts';
import type { PicturePlace } from '#remote/picture-files.ts';
import { callRows } from '#remote/rows.ts';
import type { WorkerServer } from '#remote/worker-call.ts';

let close: (() => Promise<void>) | null = null;
afterEach(async () => {
  await close?.();
  close = null;
});

/** A server that answers everything the same way. */
const serverThat = async (answers: RequestListener): Promise<WorkerServer> => {
  const server = createServer(answers);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, publishableKey: 'key' };
};
const photo: PicturePlace = { bucket: 'client-photos', path: 'b/p' };
const call = { token: 'token', signal: new AbortController().signal };
const said = { kind: 'reply', html: false, retryAfter: null };

describe('a reply', () => {
  test('is its status, its JSON and what the engine waits by', async () => {
    const seen: unknown[] = [];
    const server = await serverThat(({ method, url, headers }, response) => {
      seen.push([method, url, headers.apikey, headers.authorization, headers['content-type']]);
      response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '40' });
      response.end('{"code":"busy"}');
    });
    const reply = { ...said, status: 503, body: { code: 'busy' }, retryAfter: '40' };
    expect(await callRows(server, 'sync_pull', { cursor: 0 }, call)).toEqual(reply);
    expect(await removePicture(server, photo, call)).toEqual(reply);
    const picture = { data: new ArrayBuffer(3), mediaType: 'image/webp' };
    expect(await uploadPicture(server, photo, picture, call)).toEqual(reply);
    expect(await downloadPicture(server, photo, call)).toEqual(reply);
    const who = ['key', 'Bearer token'];
    expect(seen).toEqual([
      ['POST', '/rest/v1/rpc/sync_pull', ...who, 'application/json'],
      ['DELETE', '/storage/v1/object/client-photos', ...who, 'application/json'],
      ['POST', '/storage/v1/object/client-photos/b/p', ...who, 'image/webp'],
      ['GET', '/storage/v1/object/authenticated/client-photos/b/p', ...who, undefined],
    ]);
  });

  test('has no body when that is not JSON, and says when it is a page', async () => {
    const server = await serverThat((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end('<p>Welcome to the hotel</p>');
    });
    const page = { ...said, status: 200, body: undefined, html: true };
    expect(await callRows(server, 'sync_pull', {}, call)).toEqual(page);
    expect(await downloadPicture(server, photo, call)).toEqual(page);
  });
});

test('a picture is handed over whole', async () => {
  const server = await serverThat((_, response) => {
    response.writeHead(200, { 'content-type': 'image/webp' });
    response.end(Buffer.from([1, 2, 3]));
  });
  const file = await downloadPicture(server, photo, call);
  expect(file).toMatchObject({ kind: 'file', mediaType: 'image/webp' });
  expect('data' in file && [...new Uint8Array(file.data)]).toEqual([1, 2, 3]);
});

test('what everybody may see is kept for a week by whoever has seen it; the rest by nobody', async () => {
  const caching: unknown[] = [];
  const server = await serverThat(({ headers }, response) => {
    caching.push(headers['cache-control']);
    response.end('{}');
  });
  const picture = { data: new ArrayBuffer(3), mediaType: 'image/webp' };
  await uploadPicture(server, { bucket: 'pictures', path: 'b/staff/p-1x1' }, picture, call);
  await uploadPicture(server, photo, picture, call);
  expect(caching).toEqual(['max-age=604800', 'no-cache']);
});

test('an answer that is cut, a server that is gone and a request given up are no replies', async () => {
  const server = await serverThat((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    response.write('{"ok":');
    response.destroy();
  });
  expect(await callRows(server, 'sync_pull', {}, call)).toEqual({ kind: 'unreachable' });
  const signal = AbortSignal.abort();
  expect(await callRows(server, 'sync_pull', {}, { ...call, signal })).toEqual({ kind: 'timeout' });
  await close?.();
  close = null;
  expect(await downloadPicture(server, photo, call)).toEqual({ kind: 'unreachable' });
});
