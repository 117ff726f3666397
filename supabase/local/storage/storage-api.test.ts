import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOOT_TIMEOUT_MS, startTestBackend, type TestBackend } from '#tests/harness/backend.ts';
import { diskBytes, memoryBytes } from './byte-store.ts';

const SCHEMA = `
  insert into storage.buckets (id, name, public, allowed_mime_types, file_size_limit) values
    ('photos', 'photos', false, '{image/png}', 1000), ('logos', 'logos', true, null, null),
    ('files', 'files', false, null, null);
  create policy own_folder on storage.objects to authenticated
    using (bucket_id <> 'logos' and (storage.foldername(name))[1] = (select auth.uid())::text)
    with check ((storage.foldername(name))[1] = (select auth.uid())::text);
`;
const png = (size = 10) => new Blob([new Uint8Array(size).fill(7)], { type: 'image/png' });

describe('files through an unmodified supabase-js client', () => {
  let backend: TestBackend;
  let ada: { client: SupabaseClient; id: string };
  let eve: { client: SupabaseClient; id: string };
  beforeAll(async () => {
    backend = await startTestBackend({ migrationsDir: null, realtime: false });
    await backend.database.exec(SCHEMA);
    [ada, eve] = [await backend.signedIn(), await backend.signedIn()];
  }, BOOT_TIMEOUT_MS);
  afterAll(() => backend.stop());
  const photos = (who: { client: SupabaseClient }) => who.client.storage.from('photos');

  it('are stored and read back with type and caching', async () => {
    const path = `${ada.id}/a.png`;
    const up = await photos(ada).upload(path, png(), { cacheControl: '60' });
    expect(up.error).toBeNull();
    const { data } = await photos(ada).download(path);
    expect(data?.type).toBe('image/png');
    expect(new Uint8Array(await data!.arrayBuffer())).toEqual(new Uint8Array(10).fill(7));
    const info = await photos(ada).info(path);
    expect(info.data).toMatchObject({
      size: 10,
      contentType: 'image/png',
      cacheControl: 'max-age=60',
    });
    expect((await photos(ada).exists(path)).data).toBe(true);
    expect((await photos(ada).exists(`${ada.id}/none.png`)).data).toBe(false);
  });

  it('take raw bytes as well as forms', async () => {
    const files = ada.client.storage.from('files');
    const path = `${ada.id}/raw.bin`;
    await files.upload(path, new Uint8Array([1, 2, 3]), { contentType: 'application/x-own' });
    const { data } = await files.download(path);
    expect([...new Uint8Array(await data!.arrayBuffer())]).toEqual([1, 2, 3]);
    expect(data!.type).toBe('application/x-own');
  });

  it('are replaced only when that is wanted', async () => {
    const path = `${ada.id}/twice.png`;
    await photos(ada).upload(path, png());
    expect((await photos(ada).upload(path, png())).error).toMatchObject({ statusCode: '409' });
    expect((await photos(ada).upload(path, png(20), { upsert: true })).error).toBeNull();
    expect((await photos(ada).download(path)).data?.size).toBe(20);
    expect((await photos(ada).update(path, png(30))).error).toBeNull();
    expect((await photos(ada).download(path)).data?.size).toBe(30);
  });

  it('are listed, moved, copied and removed', async () => {
    const files = ada.client.storage.from('files');
    const at = (name: string) => `${ada.id}/dir/${name}`;
    await files.upload(at('1.txt'), 'one');
    expect((await files.copy(at('1.txt'), at('2.txt'))).error).toBeNull();
    expect((await files.move(at('1.txt'), at('3.txt'))).error).toBeNull();
    const { data } = await files.list(`${ada.id}/dir`);
    expect(data?.map((file) => file.name).sort()).toEqual(['2.txt', '3.txt']);
    expect(await (await files.download(at('3.txt'))).data?.text()).toBe('one');
    await files.remove([at('2.txt'), at('3.txt')]);
    expect((await files.list(`${ada.id}/dir`)).data).toEqual([]);
  });

  it('of one person are closed to another and to strangers', async () => {
    const path = `${ada.id}/private.png`;
    await photos(ada).upload(path, png());
    for (const who of [eve, { client: backend.client() }]) {
      expect((await photos(who).download(path)).error).not.toBeNull();
      expect((await photos(who).createSignedUrl(path, 60)).error).not.toBeNull();
      expect((await photos(who).upload(`${ada.id}/forged.png`, png())).error).not.toBeNull();
      expect((await photos(who).list(ada.id)).data ?? []).toEqual([]);
      await photos(who).remove([path]);
    }
    expect((await photos(ada).download(path)).error).toBeNull();
  });

  it.each(['../up.png', '/rooted.png', 'a/../b.png', 'line\nbreak', 'x'.repeat(1025)])(
    'cannot be named %j',
    async (name) => {
      const path = `/storage/v1/object/photos/${encodeURIComponent(name)}`;
      const { access_token: token } = (await ada.client.auth.getSession()).data.session!;
      const response = await fetch(backend.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
        body: png(),
      });
      expect(await response.json()).toMatchObject({ error: 'InvalidKey' });
    },
  );

  it('are limited in size and kind by their bucket', async () => {
    const big = await photos(ada).upload(`${ada.id}/big.png`, png(1001));
    expect(big.error).toMatchObject({ statusCode: '413' });
    const page = new Blob(['<script>alert(1)</script>'], { type: 'text/html' });
    const wrong = await photos(ada).upload(`${ada.id}/page.html`, page);
    expect(wrong.error).toMatchObject({ statusCode: '415' });
  });

  it('are handed to others by a signed address, until it expires', async () => {
    const path = `${ada.id}/shared.png`;
    await photos(ada).upload(path, png());
    const { data } = await photos(ada).createSignedUrl(path, 60);
    expect((await fetch(data!.signedUrl)).status).toBe(200);
    const [first] = (await photos(ada).createSignedUrls([path], 60)).data!;
    expect((await fetch(first!.signedUrl!)).status).toBe(200);
    expect((await fetch(data!.signedUrl.replace('shared', 'private'))).status).toBe(400);
    const expired = await photos(ada).createSignedUrl(path, -1);
    expect((await fetch(expired.data!.signedUrl)).status).toBe(400);
  });

  it('are taken from others by a signed address', async () => {
    const path = `${ada.id}/from-elsewhere.png`;
    const { data } = await photos(ada).createSignedUploadUrl(path);
    const stranger = backend.client().storage.from('photos');
    expect((await stranger.uploadToSignedUrl(path, data!.token, png(5))).error).toBeNull();
    expect((await photos(ada).download(path)).data?.size).toBe(5);
  });

  it('in public buckets are read by everybody, scaled or not', async () => {
    await backend.sql(`create policy logos on storage.objects for insert to authenticated
      with check (bucket_id = 'logos')`);
    const logos = ada.client.storage.from('logos');
    await logos.upload('studio/logo.png', png());
    const { publicUrl } = logos.getPublicUrl('studio/logo.png').data;
    expect((await fetch(publicUrl)).headers.get('content-type')).toBe('image/png');
    const transform = { width: 64, height: 64, resize: 'contain' } as const;
    const scaled = logos.getPublicUrl('studio/logo.png', { transform }).data.publicUrl;
    expect(scaled).toContain('/render/image/');
    expect((await fetch(scaled)).status).toBe(200);
  });

  it('of a private bucket have no public address, scaled or not', async () => {
    const path = `${ada.id}/not-public.png`;
    await photos(ada).upload(path, png());
    const plain = photos(ada).getPublicUrl(path).data.publicUrl;
    const transform = { width: 64 };
    const scaled = photos(ada).getPublicUrl(path, { transform }).data.publicUrl;
    for (const url of [plain, scaled]) expect((await fetch(url)).status).toBe(400);
  });

  it('need a session that is still good', async () => {
    const token = await backend.signToken({ sub: ada.id, role: 'authenticated' }, -1);
    const { error } = await backend.client({ token }).storage.from('photos').list(ada.id);
    expect(error).toMatchObject({ statusCode: '403', message: 'JWT expired' });
  });

  it('lie in buckets that only the secret key manages', async () => {
    const admin = backend.client({ key: backend.secretKey }).storage;
    expect((await ada.client.storage.createBucket('mine')).error).toMatchObject({
      statusCode: '403',
    });
    expect((await admin.createBucket('temp', { public: true })).error).toBeNull();
    expect((await admin.getBucket('temp')).data).toMatchObject({ id: 'temp', public: true });
    await admin.from('temp').upload('a/b.txt', 'x');
    expect((await admin.from('temp').list()).data).toMatchObject([{ name: 'a', id: null }]);
    expect((await admin.deleteBucket('temp')).error).not.toBeNull();
    expect((await admin.emptyBucket('temp')).error).toBeNull();
    expect((await admin.deleteBucket('temp')).error).toBeNull();
    expect((await admin.listBuckets()).data?.map((bucket) => bucket.id)).not.toContain('temp');
  });

  it('can never run as a page of our origin', async () => {
    const files = ada.client.storage.from('files');
    const path = `${ada.id}/evil.html`;
    await files.upload(path, new Blob(['<script>1</script>'], { type: 'text/html' }));
    const { data } = await files.createSignedUrl(path, 60);
    const { headers } = await fetch(data!.signedUrl);
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe.each([
  ['in memory', memoryBytes],
  ['on disk', () => diskBytes(folder)],
])('bytes %s', (_name, open) => {
  const version = '59d73945-6e6f-4f94-9308-e633c83ceef3';

  it('come back as they were, until they are removed', async () => {
    const store = open();
    expect(await store.read(version)).toBeNull();
    await store.write(version, Buffer.from('one'));
    await store.write(version, Buffer.from('two'));
    expect(Buffer.from((await store.read(version))!).toString()).toBe('two');
    await store.remove(version);
    await store.remove(version);
    expect(await store.read(version)).toBeNull();
  });
});

it('bytes on disk are never found by a path', async () => {
  await expect(diskBytes(folder).read('../../../../etc/passwd')).rejects.toThrow(
    'Not a file version',
  );
});

const folder = mkdtempSync(join(tmpdir(), 'daybook-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
