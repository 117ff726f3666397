import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DaybookDb } from '../open.ts';
import { photoPlaces } from '../queries/photos.ts';
import { pictureOf } from '../queries/pictures.ts';
import { openSalon, TEST_NOW } from '../test-rows.ts';
import { eraseClient } from './erase-client.ts';
import { retryUpload } from './blobs.ts';
import { addPhoto, deletePhoto } from './photos.ts';
import type { NewPhoto } from './photos.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

const picture = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
const photo = (text: string, more: Partial<NewPhoto> = {}): NewPhoto => ({
  kind: 'before',
  pair_id: null,
  appointment_id: null,
  taken_at: TEST_NOW,
  consent: 'granted',
  media_type: 'image/webp',
  width: 1536,
  height: 2048,
  data: picture(text),
  ...more,
});
const add = async (text: string, more: Partial<NewPhoto> = {}): Promise<string> => {
  const added = await addPhoto(db, 'cleo', photo(text, more));
  if (!added.ok) throw new Error(added.error.code);
  return added.value;
};
const textOf = async (id: string): Promise<string | null> => {
  const found = await pictureOf(db, id);
  return found && new TextDecoder().decode(found.data);
};

describe('a new photo', () => {
  it('is there with its picture, waits for the server, and says who took it', async () => {
    const id = await add('one');
    expect(await db.rows('client_photos').get(id)).toMatchObject({
      client_id: 'cleo',
      bytes: 3,
      stored_at: null,
      author_name: 'Ana',
    });
    expect(await textOf(id)).toBe('one');
    expect((await photoPlaces(db)).waiting).toEqual(new Set([id]));
    expect(await db.outbox.count()).toBe(1);
  });

  it('is not there at all when there was no room for it', async () => {
    db.blobs.hook('creating', () => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const added = await addPhoto(db, 'cleo', photo('one'));
    expect(added).toMatchObject({ ok: false, error: { code: 'storage_full' } });
    expect([await db.rows('client_photos').count(), await db.outbox.count()]).toEqual([0, 0]);
  });

  it('takes the room of copies that can be fetched again', async () => {
    const old = await add('old');
    await db.blobs.update(old, { state: 'here' });
    let isFull = true;
    db.blobs.hook('creating', () => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
    });
    db.blobs.hook('deleting', () => {
      isFull = false;
    });
    const id = await add('new');
    expect([await textOf(id), await textOf(old)]).toEqual(['new', null]);
  });

  it('pairs an after with its before', async () => {
    const before = await add('before');
    const after = await add('after', { kind: 'after', pair_id: before });
    const rows = await db.rows('client_photos').bulkGet([before, after]);
    expect(rows.map((row) => row?.pair_id)).toEqual([before, before]);
    const lost = await addPhoto(db, 'cleo', photo('x', { kind: 'after', pair_id: 'nobody' }));
    expect(lost).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });

  it('is refused when it is larger than what is kept', async () => {
    const huge = photo('x', { width: 4000 });
    expect(await addPhoto(db, 'cleo', huge)).toMatchObject({ error: { code: 'invalid' } });
    const heavy = photo('x', { data: new ArrayBuffer(5_242_881) });
    expect(await addPhoto(db, 'cleo', heavy)).toMatchObject({
      error: { code: 'payload_too_large' },
    });
  });
});

describe('deleting', () => {
  it('hides the picture at once and brings it back as it was', async () => {
    const id = await add('one');
    await db.blobs.update(id, { state: 'here' });
    const gone = await deletePhoto(db, id);
    expect([await db.rows('client_photos').get(id), await textOf(id)]).toEqual([undefined, null]);
    expect(gone).toMatchObject({ ok: true, value: { id } });
    if (gone.ok) await gone.value.undo();
    expect(await textOf(id)).toBe('one');
    expect((await photoPlaces(db)).here).toEqual(new Set([id]));
  });

  it('brings it back when it was already removed from the server, to be stored again', async () => {
    const id = await add('one');
    await db.rows('client_photos').update(id, { stored_at: TEST_NOW });
    const gone = await deletePhoto(db, id);
    await db.blobs.delete(id);
    if (gone.ok) await gone.value.undo();
    expect(await db.rows('client_photos').get(id)).toMatchObject({ stored_at: null });
    expect((await photoPlaces(db)).waiting).toEqual(new Set([id]));
  });

  it('says so when nobody has the picture any more', async () => {
    const id = await add('one');
    await db.blobs.delete(id);
    const gone = await deletePhoto(db, id);
    await db.blobs.delete(id);
    expect(gone.ok && (await gone.value.undo())).toMatchObject({ error: { code: 'undo_expired' } });
  });
});

it('erasing a client takes their pictures off this device at once', async () => {
  const id = await add('one');
  expect((await eraseClient(db, 'cleo')).ok).toBe(true);
  expect(await db.rows('client_photos').get(id)).toBeUndefined();
  expect(await db.blobs.get(id)).toMatchObject({ state: 'trash', data: null, due_at: TEST_NOW });
});

it('a refused picture is tried again when somebody asks for it', async () => {
  const id = await add('one');
  await db.blobs.update(id, { state: 'failed', error: 'not_allowed', tries: 3 });
  await retryUpload(db, id);
  expect(await db.blobs.get(id)).toMatchObject({ state: 'waiting', tries: 0, error: null });
});

describe('a PDF', () => {
  const pdf = (more: Partial<NewPhoto> = {}): NewPhoto =>
    photo('%PDF-1.7', {
      kind: 'document',
      media_type: 'application/pdf',
      width: null,
      height: null,
      file_name: 'scan.pdf',
      ...more,
    });

  it('is kept with its name, goes up like a picture, and comes back after it was deleted', async () => {
    const added = await addPhoto(db, 'cleo', pdf({ data: new ArrayBuffer(10_485_760) }));
    if (!added.ok) throw new Error(added.error.code);
    const id = added.value;
    expect((await photoPlaces(db)).waiting).toEqual(new Set([id]));
    const deleted = await deletePhoto(db, id);
    expect(await db.rows('client_photos').count()).toBe(0);
    if (deleted.ok) await deleted.value.undo();
    expect(await db.rows('client_photos').get(id)).toMatchObject({ file_name: 'scan.pdf' });
    expect((await db.blobs.get(id))?.media_type).toBe('application/pdf');
  });

  it.each([
    ['without a name', { file_name: null }],
    ['with the size of a picture', { width: 10, height: 10 }],
    ['as a before', { kind: 'before' as const }],
    ['that is a picture with a name', { media_type: 'image/webp' as const }],
  ])('is no file %s', async (_, wrong) => {
    expect(await addPhoto(db, 'cleo', pdf(wrong))).toMatchObject({ error: { code: 'invalid' } });
  });

  it('is refused when it is larger than 10 MB', async () => {
    const huge = pdf({ data: new ArrayBuffer(10_485_761) });
    expect(await addPhoto(db, 'cleo', huge)).toMatchObject({
      error: { code: 'payload_too_large' },
    });
  });
});
