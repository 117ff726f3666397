import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formFile } from '#domain/forms/form-cases.ts';
import { sendFormFiles } from './form-files.ts';
import type { SendingProgress } from './form-files.ts';

type Args = Record<string, unknown>;

const LINK = { key: 'key-1', token: 'tok' };
const [first, second] = [formFile(1, { bytes: 3 }), formFile(2, { bytes: 5 })];
const FILLED = { version: 2, answers: { q1: [first], q2: 'No', q3: [second] } };

let offers: Args[];
let offered: (args: Args) => Args;
/** What the requests with bytes had in their headers. */
let uploads: Record<string, string>[];
let answered: { status: number; body: string } | 'nothing';
let here: Map<string, ArrayBuffer>;
let progress: SendingProgress[];

class FakeRequest extends EventTarget {
  upload = new EventTarget();
  timeout = 0;
  status = 0;
  responseText = '';
  #headers: Record<string, string> = {};
  open(_method: string, url: string): void {
    this.#headers['path'] = new URL(url, location.href).pathname;
  }
  setRequestHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }
  getResponseHeader(name: string): string | null {
    return name === 'content-type' ? 'application/json' : null;
  }
  send(data: ArrayBuffer): void {
    uploads.push({ ...this.#headers, bytes: String(data.byteLength) });
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: data.byteLength }));
    if (answered === 'nothing') {
      this.dispatchEvent(new Event('error'));
      return;
    }
    this.status = answered.status;
    this.responseText = answered.body;
    this.dispatchEvent(new Event('load'));
  }
}

beforeEach(() => {
  offers = [];
  uploads = [];
  progress = [];
  offered = ({ file }) => ({
    ok: true,
    upload: `secret of ${(file as { id: string }).id}`,
    is_stored: false,
  });
  answered = { status: 200, body: '{"ok":true}' };
  here = new Map([
    [first.id, new ArrayBuffer(3)],
    [second.id, new ArrayBuffer(5)],
  ]);
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  vi.stubGlobal('fetch', (_url: string, init: { body: string }) => {
    const args = JSON.parse(init.body) as Args;
    offers.push(args);
    return Promise.resolve(Response.json(offered(args)));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const send = () =>
  sendFormFiles(LINK, FILLED, {
    read: async (id) => here.get(id) ?? null,
    onProgress: (one) => progress.push(one),
  });

test('each file is offered for its question, then brought by its own secret', async () => {
  expect(await send()).toEqual({ ok: true, value: null });
  expect(offers).toEqual([
    { key: 'key-1', token: 'tok', version: 2, field: 'q1', file: first },
    { key: 'key-1', token: 'tok', version: 2, field: 'q3', file: second },
  ]);
  expect(uploads).toMatchObject([
    { path: '/functions/v1/form-files', 'x-upload': `secret of ${first.id}`, bytes: '3' },
    { path: '/functions/v1/form-files', 'x-upload': `secret of ${second.id}`, bytes: '5' },
  ]);
  expect(progress.map(({ done }) => done)).toEqual([0, 3, 3, 8, 8]);
  expect(progress.every(({ total }) => total === 8)).toBe(true);
});

test('what is there already is not sent again', async () => {
  offered = () => ({ ok: true, upload: 'x', is_stored: true });
  here.clear();
  expect(await send()).toEqual({ ok: true, value: null });
  expect(uploads).toEqual([]);
});

test('a file that is not on the device any more is named by its question', async () => {
  here.delete(second.id);
  expect(await send()).toMatchObject({ error: { code: 'file_missing', field: 'q3' } });
});

test('what the server refuses ends it, with the question', async () => {
  answered = { status: 200, body: '{"ok":false,"code":"file_type"}' };
  expect(await send()).toMatchObject({ error: { code: 'file_type', field: 'q1' } });
  expect(uploads).toHaveLength(1);
  offered = () => ({ ok: false, code: 'rate_limited', retry_after_sec: 60 });
  expect(await send()).toMatchObject({ error: { code: 'rate_limited', retryAfterSec: 60 } });
});

test('nobody knows whether it arrived when nothing is answered', async () => {
  answered = 'nothing';
  expect(await send()).toMatchObject({ error: { code: 'server_unavailable' } });
  answered = { status: 503, body: '' };
  expect(await send()).toMatchObject({ error: { code: 'server_unavailable' } });
});
