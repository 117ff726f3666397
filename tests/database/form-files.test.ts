import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { field, formFile } from '#domain/forms/form-cases.ts';
import type { FormFile, Uuid } from '#domain/rows.ts';
import { downloadPicture, uploadPicture } from '#remote/picture-files.ts';
import { fileVerdict } from '#sync/core/file-reply.ts';
import { BOOT_TIMEOUT_MS, startServedBackend } from '../harness/backend.ts';
import type { TestBackend } from '../harness/backend.ts';

/** Files of filled-in forms, from the page of a client to whoever may read the answers. */
let backend: TestBackend;
type Person = Awaited<ReturnType<TestBackend['signedIn']>> & { business: Uuid };
let ours: Person;
let theirs: Person;
let key: string;

const PDF = '%PDF-1.7 what the doctor wrote';

const founder = async (slug: string): Promise<Person> => {
  const person = await backend.signedIn();
  const made = await person.client.rpc('create_business', {
    request: { name: slug, slug, time_zone: 'America/New_York' },
    op_id: crypto.randomUUID(),
  });
  return { ...person, business: (made.data as { business_id: Uuid }).business_id };
};

beforeAll(async () => {
  backend = await startServedBackend({ realtime: false });
  [ours, theirs] = [await founder('our-salon'), await founder('their-salon')];
}, BOOT_TIMEOUT_MS);
afterAll(() => backend.stop());

beforeEach(async () => {
  key = crypto.randomUUID().replaceAll('-', '');
  const form = crypto.randomUUID();
  await backend.sql(
    `insert into public.forms (id, business_id, name, status, public_key, public_link_on)
     values ($1, $2, 'Health', 'published', $3, true)`,
    [form, ours.business, key],
  );
  await backend.sql(
    `insert into public.form_versions (id, business_id, form_id, fields, published_at)
     values ($1, $2, $3, $4::jsonb, now())`,
    [
      crypto.randomUUID(),
      ours.business,
      form,
      JSON.stringify([field('q1', 'file', { label: 'Papers' })]),
    ],
  );
});

const fileOf = (text: string, more: Partial<FormFile> = {}): FormFile =>
  formFile(1, {
    id: crypto.randomUUID(),
    name: 'X-ray.pdf',
    media_type: 'application/pdf',
    bytes: text.length,
    sha256: createHash('sha256').update(text).digest('hex'),
    ...more,
  });
const asked = async (
  path: string,
  { body, headers }: { body: string; headers: Record<string, string> },
): Promise<Record<string, unknown>> => {
  const response = await fetch(`${backend.url}${path}`, {
    method: 'POST',
    body,
    headers: { apikey: backend.publishableKey, ...headers },
  });
  return (await response.json()) as Record<string, unknown>;
};
const rpc = (name: string, args: object) =>
  asked(`/rest/v1/rpc/${name}`, {
    body: JSON.stringify(args),
    headers: { 'content-type': 'application/json' },
  });
const offer = (file: FormFile) =>
  rpc('offer_form_file', { key, version: 1, field: 'q1', file, token: null });
const bring = (upload: unknown, text: string) =>
  asked('/functions/v1/form-files', { body: text, headers: { 'x-upload': String(upload) } });
const send = (file: FormFile) =>
  rpc('submit_form', { key, version: 1, answers: { q1: [file] }, op_id: crypto.randomUUID() });
const look = async ({ client, business }: Person, file: FormFile) => {
  const token = (await client.auth.getSession()).data.session!.access_token;
  const reply = await downloadPicture(
    { url: backend.url, publishableKey: backend.publishableKey },
    { bucket: 'form-files', path: `${business}/${file.id}` },
    { token, signal: new AbortController().signal },
  );
  return reply.kind === 'file' ? new TextDecoder().decode(reply.data) : null;
};

describe('a file of a client', () => {
  it('comes in by its secret, is named by the form, and is opened by who may read the answers', async () => {
    const file = fileOf(PDF);
    const { upload } = await offer(file);
    expect(await bring(upload, PDF)).toEqual({ ok: true });
    // As long as no form names it, nobody opens it.
    expect(await look(ours, file)).toBeNull();
    expect(await send(file)).toMatchObject({ ok: true });
    expect(await look(ours, file)).toBe(PDF);
    expect(await look(theirs, file)).toBeNull();
    expect(await look({ ...theirs, business: ours.business }, file)).toBeNull();
  });

  it('is listed and opened for nobody without an account', async () => {
    const file = fileOf(PDF);
    const { upload } = await offer(file);
    await bring(upload, PDF);
    await send(file);
    const name = `form-files/${ours.business}/${file.id}`;
    for (const path of [
      `object/public/${name}`,
      `object/authenticated/${name}`,
      `object/${name}`,
      `render/image/public/${name}`,
    ]) {
      const response = await fetch(`${backend.url}/storage/v1/${path}`, {
        headers: { apikey: backend.publishableKey },
      });
      expect([path, response.ok]).toEqual([path, false]);
    }
    const listed = await fetch(`${backend.url}/storage/v1/object/list/form-files`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ prefix: ours.business }),
    });
    expect(await listed.json()).toEqual([]);
  });

  it.each([
    ['another file', PDF, PDF.toUpperCase(), 'invalid'],
    ['more of it', PDF, `${PDF} and more`, 'payload_too_large'],
    ['a page', '<script>alert(1)</script>', '<script>alert(1)</script>', 'file_type'],
  ])('is let go when it is %s', async (_what, said, brought, code) => {
    const file = fileOf(said);
    const { upload } = await offer(file);
    expect(await bring(upload, brought)).toEqual({ ok: false, code });
    expect(await send(file)).toMatchObject({ code: 'file_missing', field: 'q1' });
  });
});

it('a member brings only what a submission of theirs names', async () => {
  const token = (await ours.client.auth.getSession()).data.session!.access_token;
  const reply = await uploadPicture(
    { url: backend.url, publishableKey: backend.publishableKey },
    { bucket: 'form-files', path: `${ours.business}/${crypto.randomUUID()}` },
    { data: new TextEncoder().encode(PDF).buffer, mediaType: 'application/pdf' },
    { token, signal: new AbortController().signal },
  );
  expect(fileVerdict(reply)).toEqual({ kind: 'refused', code: 'not_allowed' });
});
