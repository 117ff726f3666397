import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pictureAddresses, picturePath } from '#domain/pictures/picture.ts';
import type { Uuid } from '#domain/rows.ts';
import { downloadPicture, removePicture, uploadPicture } from '#remote/picture-files.ts';
import type { WorkerReply } from '#remote/worker-call.ts';
import { fileVerdict } from '#sync/core/file-reply.ts';
import { BOOT_TIMEOUT_MS, startServedBackend } from '../harness/backend.ts';
import type { TestBackend } from '../harness/backend.ts';

/** The bucket that everybody may open, through the very calls of the device and past them. */
let backend: TestBackend;
type Person = Awaited<ReturnType<TestBackend['signedIn']>> & { business: Uuid; staff: Uuid };
let ours: Person;
let theirs: Person;

const founder = async (slug: string): Promise<Person> => {
  const person = await backend.signedIn();
  const made = await person.client.rpc('create_business', {
    request: { name: slug, slug, time_zone: 'America/New_York' },
    op_id: crypto.randomUUID(),
  });
  const business = (made.data as { business_id: Uuid }).business_id;
  const [row] = await backend.sql<{ id: Uuid }>(
    'select id from public.staff where business_id = $1',
    [business],
  );
  return { ...person, business, staff: row!.id };
};

beforeAll(async () => {
  backend = await startServedBackend({ realtime: false });
  [ours, theirs] = [await founder('our-salon'), await founder('their-salon')];
}, BOOT_TIMEOUT_MS);
afterAll(() => backend.stop());

const pathFor = ({ business }: Person): string =>
  picturePath(business, 'staff', { id: crypto.randomUUID(), width: 512, height: 512 });
/** The row of its person names a picture: from then on it may be brought. */
const name = (path: string | null, person: Person): Promise<unknown> =>
  backend.sql('update public.staff set photo_path = $2 where id = $1', [person.staff, path]);

const tokenOf = async ({ client }: Person): Promise<string> =>
  (await client.auth.getSession()).data.session!.access_token;
const call = async (person: Person) => ({
  token: await tokenOf(person),
  signal: new AbortController().signal,
});
const server = () => ({ url: backend.url, publishableKey: backend.publishableKey });
const upload = async (
  path: string,
  person = ours,
  { mediaType = 'image/webp', bytes = 3 } = {},
): Promise<string> => {
  const picture = { mediaType, data: new Uint8Array(bytes).fill(7).buffer };
  const place = { bucket: 'pictures', path } as const;
  return said(await uploadPicture(server(), place, picture, await call(person)));
};
const remove = async (path: string, person = ours): Promise<string> =>
  said(await removePicture(server(), { bucket: 'pictures', path }, await call(person)));
const said = (reply: WorkerReply): string => {
  const verdict = fileVerdict(reply);
  return verdict.kind === 'refused' ? verdict.code : verdict.kind;
};
const opened = async (path: string): Promise<(number | string | null)[]> => {
  const answers = await Promise.all(
    pictureAddresses(backend.url, path, 96).map((address) => fetch(address)),
  );
  return answers.map(({ ok, headers }) => (ok ? headers.get('content-type') : 'no'));
};

let path: string;
beforeEach(async () => {
  path = pathFor(ours);
  await name(path, ours);
});

describe('a picture that a row names', () => {
  it('is brought by who may change the row, and opened by everybody, small or as it is', async () => {
    expect(await opened(path)).toEqual(['no', 'no']);
    expect(await upload(path)).toBe('done');
    expect(await opened(path)).toEqual(['image/webp', 'image/webp']);
    const [address] = pictureAddresses(backend.url, path, 96);
    const { headers } = await fetch(address!);
    expect(headers.get('cache-control')).toBe('max-age=604800');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
  });

  it('is listed for nobody but those who keep it', async () => {
    await upload(path);
    const folder = path.split('/').slice(0, 2).join('/');
    const listed = async (client: Person['client']) =>
      ((await client.storage.from('pictures').list(folder)).data ?? []).length;
    expect(await listed(ours.client)).toBeGreaterThan(0);
    expect([await listed(theirs.client), await listed(backend.client())]).toEqual([0, 0]);
  });

  it('cannot be replaced under its path, nor moved', async () => {
    await upload(path);
    const files = ours.client.storage.from('pictures');
    const other = new Blob([new Uint8Array(9)], { type: 'image/webp' });
    expect((await files.upload(path, other, { upsert: true })).error).not.toBeNull();
    expect((await files.update(path, other)).error).not.toBeNull();
    expect((await files.move(path, pathFor(ours))).error).not.toBeNull();
    const [, address] = pictureAddresses(backend.url, path, 96);
    expect((await (await fetch(address!)).arrayBuffer()).byteLength).toBe(3);
  });

  it('stays while the row names it, and goes when it does not', async () => {
    await upload(path);
    await remove(path);
    expect(await opened(path)).toEqual(['image/webp', 'image/webp']);
    await name(null, ours);
    await remove(path, theirs);
    expect(await opened(path)).toEqual(['image/webp', 'image/webp']);
    expect(await remove(path)).toBe('done');
    expect(await opened(path)).toEqual(['no', 'no']);
  });
});

describe('not taken in', () => {
  it('what no row names, and what belongs to somebody else', async () => {
    expect(await upload(pathFor(ours))).toBe('not_allowed');
    expect(await upload(path, theirs)).toBe('not_allowed');
    const foreign = pathFor(theirs);
    await name(foreign, theirs);
    expect(await upload(foreign)).toBe('not_allowed');
    expect(await upload(foreign, theirs)).toBe('done');
  });

  it('what is signed in nowhere', async () => {
    const file = new Blob(['x'], { type: 'image/webp' });
    const { error } = await backend.client().storage.from('pictures').upload(path, file);
    expect(error).not.toBeNull();
    expect(await opened(path)).toEqual(['no', 'no']);
  });

  it.each(['image/svg+xml', 'text/html', 'image/png', 'application/octet-stream'])(
    'what is %s',
    async (mediaType) => {
      expect(await upload(path, ours, { mediaType })).toBe('bad_answer');
      expect(await opened(path)).toEqual(['no', 'no']);
    },
  );

  it('what is too large', async () => {
    expect(await upload(path, ours, { bytes: 524_289 })).toBe('payload_too_large');
    expect(await upload(path, ours, { bytes: 524_288 })).toBe('done');
  });

  it('what plays with its path', async () => {
    for (const trick of [
      `${path}/../x`,
      `${path}%2F..%2Fx`,
      path.replace(ours.business, '%2e%2e'),
      path.toUpperCase(),
      `/${path}`,
      `${path}.svg`,
    ]) {
      expect([trick, await upload(trick)]).not.toEqual([trick, 'done']);
    }
    expect(await opened(path)).toEqual(['no', 'no']);
  });
});

it('a PDF of a client goes up and comes back as it is, and is for nobody else', async () => {
  const [client, file] = [crypto.randomUUID(), crypto.randomUUID()];
  await backend.sql(
    'insert into public.clients (id, business_id, first_name) values ($1, $2, $3)',
    [client, ours.business, 'Ana'],
  );
  await backend.sql(
    `insert into public.client_photos
       (id, business_id, client_id, kind, taken_at, media_type, file_name, bytes)
     values ($1, $2, $3, 'document', now(), 'application/pdf', 'scan.pdf', 8)`,
    [file, ours.business, client],
  );
  const place = { bucket: 'client-photos', path: `${ours.business}/${file}` } as const;
  const data = new TextEncoder().encode('%PDF-1.7').buffer;
  const picture = { mediaType: 'application/pdf', data };
  expect(said(await uploadPicture(server(), place, picture, await call(theirs)))).toBe(
    'not_allowed',
  );
  expect(said(await uploadPicture(server(), place, picture, await call(ours)))).toBe('done');
  const back = await downloadPicture(server(), place, await call(ours));
  expect(back).toMatchObject({ kind: 'file', mediaType: 'application/pdf' });
  expect((await downloadPicture(server(), place, await call(theirs))).kind).not.toBe('file');
});
