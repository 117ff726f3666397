import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from './handler.ts';

const UPLOAD = 'a'.repeat(64);
const ENV = { SUPABASE_URL: 'http://project.example', SUPABASE_SECRET_KEY: 'secret' };
const PDF = new TextEncoder().encode('%PDF-1.7 what the doctor wrote');

let offered: Uint8Array;
let mediaType: string;
let isStored: boolean;
let stored: { path: string; type: string | null; key: string | null; text: string }[];
/** What the bucket says instead of taking a file in. */
let refusal: Response | null;

const answerRpc = (init: RequestInit): object => {
  const asked = JSON.parse(init.body as string) as { upload: string; stored: boolean };
  if (asked.upload !== UPLOAD) return { ok: false, code: 'not_found' };
  isStored ||= asked.stored;
  const sha256 = createHash('sha256').update(offered).digest('hex');
  const facts = { id: 'f', name: 'x', media_type: mediaType, bytes: offered.byteLength, sha256 };
  return { ok: true, name: 'salon/f', facts, is_stored: isStored };
};

beforeEach(() => {
  offered = PDF;
  mediaType = 'application/pdf';
  isStored = false;
  stored = [];
  refusal = null;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.includes('/rpc/')) return Response.json(answerRpc(init));
    if (refusal) return refusal;
    const headers = new Headers(init.headers);
    stored.push({
      path: new URL(url).pathname,
      type: headers.get('content-type'),
      key: headers.get('authorization'),
      text: await new Response(init.body).text(),
    });
    return Response.json({});
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const send = async (
  body: Uint8Array<ArrayBuffer> | null,
  {
    upload = UPLOAD,
    env = ENV as Record<string, string>,
    headers = {} as Record<string, string>,
  } = {},
) => {
  const request = new Request('http://project.example/functions/v1/form-files', {
    method: 'POST',
    headers: { 'x-upload': upload, ...headers },
    body,
  });
  const response = await handler(request, { get: (name) => env[name] });
  return { status: response.status, body: (await response.json()) as object };
};

describe('a file that was offered', () => {
  it('is stored where it belongs, as what it is, and only once', async () => {
    expect(await send(PDF)).toEqual({ status: 200, body: { ok: true } });
    expect(stored).toEqual([
      {
        path: '/storage/v1/object/form-files/salon/f',
        type: 'application/pdf',
        key: 'Bearer secret',
        text: new TextDecoder().decode(PDF),
      },
    ]);
    expect(await send(PDF)).toEqual({ status: 200, body: { ok: true } });
    expect(stored).toHaveLength(1);
  });

  it('that is there although nobody said so is there', async () => {
    refusal = Response.json({ statusCode: '409', error: 'Duplicate' }, { status: 400 });
    expect(await send(PDF)).toEqual({ status: 200, body: { ok: true } });
    expect(isStored).toBe(true);
  });

  it('that the bucket cannot take now is not said to be there', async () => {
    refusal = Response.json({ statusCode: '500' }, { status: 500 });
    await expect(send(PDF)).rejects.toThrow('The storage answered 500');
    expect(isStored).toBe(false);
  });

  it.each([
    ['shorter', PDF.slice(1), 'invalid'],
    ['longer', new Uint8Array([...PDF, 32]), 'invalid'],
    ['another one', PDF.map((byte) => byte ^ 1), 'invalid'],
    ['nothing', null, 'invalid'],
  ])('is let go when it is %s', async (_what, body, code) => {
    expect(await send(body)).toEqual({ status: 200, body: { ok: false, code } });
    expect(stored).toEqual([]);
  });

  it('is not even read when it says that it is longer', async () => {
    const { body } = await send(PDF, { headers: { 'content-length': '999999' } });
    expect(body).toEqual({ ok: false, code: 'payload_too_large' });
  });

  it.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['another kind than it was said to be', 'RIFF\u0010\u0000\u0000\u0000WEBPVP8 '],
  ])('is let go when it is %s', async (_what, text) => {
    offered = new TextEncoder().encode(text);
    expect((await send(new Uint8Array(offered))).body).toEqual({ ok: false, code: 'file_type' });
    expect(stored).toEqual([]);
  });
});

describe('what was never offered', () => {
  it.each(['', 'x', 'b'.repeat(64), `${UPLOAD}'; --`])('gets one answer: %j', async (upload) => {
    expect(await send(PDF, { upload })).toEqual({
      status: 200,
      body: { ok: false, code: 'not_found' },
    });
    expect(stored).toEqual([]);
  });
});

it('pages of other origins may ask', async () => {
  const response = await handler(
    new Request('http://project.example/functions/v1/form-files', { method: 'OPTIONS' }),
    { get: () => undefined },
  );
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-headers')).toContain('x-upload');
});

it('says so where it does not know its project, and takes nothing but POST', async () => {
  expect((await send(PDF, { env: {} })).status).toBe(503);
  const get = new Request('http://project.example/functions/v1/form-files');
  expect((await handler(get, { get: () => undefined })).status).toBe(405);
});
