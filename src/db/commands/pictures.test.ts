import { afterEach, beforeEach, expect, it } from 'vitest';
import { must } from '#domain/errors/assert.ts';
import { readPicturePath } from '#domain/pictures/path.ts';
import type { PictureOwner } from '#domain/pictures/picture.ts';
import type { DaybookDb } from '../open.ts';
import { pictureOf } from '../queries/pictures.ts';
import { openSalon, valueOf } from '../test-rows.ts';
import { setPicture } from './pictures.ts';
import type { NewPicture } from './pictures.ts';
import { createCategory, deleteCategory } from './services.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

const ANA: PictureOwner = { table: 'staff', id: 'ana' };
const picture = (text: string): NewPicture => ({
  data: new TextEncoder().encode(text).buffer,
  mediaType: 'image/webp',
  width: 512,
  height: 512,
});
const set = async (next: NewPicture | null, owner = ANA) => {
  const done = await setPicture(db, owner, next);
  if (!done.ok) throw new Error(done.error.code);
  return done.value;
};
const pathOfAna = async () => (await db.rows('staff').get('ana'))?.photo_path ?? null;
const idOf = (path: string | null) => must(readPicturePath(path), 'a path').id;
/** What is shown of Ana. */
const shown = async (): Promise<string | null> => {
  const path = await pathOfAna();
  const found = path === null ? null : await pictureOf(db, idOf(path));
  return found && new TextDecoder().decode(found.data);
};
const outbox = async () => (await db.outbox.toArray()).map(({ name, ops }) => [name, ops.length]);

it('is there at once, waits for the server, and its row says how large it is', async () => {
  await set(picture('one'));
  expect(await shown()).toBe('one');
  expect(readPicturePath(await pathOfAna())).toMatchObject({ width: 512, height: 512 });
  expect(await db.blobs.toArray()).toMatchObject([{ state: 'waiting' }]);
  expect(await outbox()).toEqual([['picture.set', 1]]);
});

it.each([
  [{ table: 'services', id: 's-cut' }, 'image_path'],
  [{ table: 'businesses', id: null }, 'logo_path'],
] as const)('%j is named by %s, in its own folder', async ({ table, id }, field) => {
  const owner = { table, id: id ?? db.businessId };
  await set(picture('one'), owner);
  const row: Record<string, unknown> | undefined = await db.table(table).get(owner.id);
  expect(row?.[field]).toMatch(new RegExp(`^${db.businessId}/${table}/`));
});

it('goes with its category, and comes back with the one that undo makes', async () => {
  const id = valueOf(
    await createCategory(db, { name: 'Hair', colour: 'rose', visible_online: true }),
  );
  await set(picture('one'), { table: 'service_categories', id });
  const path = (await db.rows('service_categories').get(id))?.image_path;
  expect(path).toMatch(new RegExp(`^${db.businessId}/service_categories/`));
  const gone = valueOf(await deleteCategory(db, id));
  expect(await db.blobs.toArray()).toMatchObject([{ state: 'trash' }]);

  const again = valueOf(await gone.undo());
  expect((await db.rows('service_categories').get(again))?.image_path).toBe(path);
  expect(await db.blobs.toArray()).toMatchObject([
    { state: 'waiting', named_by: { table: 'service_categories', id: again, path } },
  ]);
});

it('gives its place to another one, which gives it back', async () => {
  await set(picture('one'));
  const first = idOf(await pathOfAna());
  const { undo } = await set(picture('two'));
  expect(await shown()).toBe('two');
  expect(await db.blobs.get(first)).toMatchObject({ state: 'trash' });
  expect((await undo()).ok).toBe(true);
  expect(await shown()).toBe('one');
  expect(await db.blobs.get(first)).toMatchObject({ state: 'waiting' });
});

it('is taken away and comes back, also when it has left the server meanwhile', async () => {
  await set(picture('one'));
  const id = idOf(await pathOfAna());
  const { undo } = await set(null);
  expect([await pathOfAna(), await pictureOf(db, id)]).toEqual([null, null]);
  await db.blobs.delete(id);
  expect((await undo()).ok).toBe(true);
  expect(await shown()).toBe('one');
  expect(await db.blobs.get(id)).toMatchObject({ state: 'waiting' });
});

it('that this device never had comes back while the server has it, and then no more', async () => {
  await set(picture('one'));
  const path = await pathOfAna();
  await db.blobs.clear();
  const soon = await set(null);
  expect((await soon.undo()).ok).toBe(true);
  expect([await pathOfAna(), await db.blobs.count()]).toEqual([path, 0]);
  const late = await set(null);
  await db.blobs.clear();
  expect(await late.undo()).toMatchObject({ ok: false, error: { code: 'undo_expired' } });
  expect(await pathOfAna()).toBeNull();
});

it('changes nothing when there is no room, no such row, or too much of it', async () => {
  const tooLarge = { ...picture(''), data: new ArrayBuffer(524_289) };
  expect(await setPicture(db, ANA, tooLarge)).toMatchObject({
    error: { code: 'payload_too_large' },
  });
  expect(await setPicture(db, { ...ANA, id: 'nobody' }, picture('one'))).toMatchObject({
    error: { code: 'not_found' },
  });
  expect(await db.blobs.count()).toBe(0);
  db.blobs.hook('creating', () => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(await setPicture(db, ANA, picture('one'))).toMatchObject({
    error: { code: 'storage_full' },
  });
  expect([await pathOfAna(), await outbox()]).toEqual([null, []]);
});
