// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { openSalon } from '#db/test-rows.ts';
import { pressToast, toasts } from '#tests/setup/screen.tsx';
import { openDialog, openStaff, sheet } from '#tests/setup/staff-screen.tsx';

// Pictures are drawn in a worker on a canvas, which only browsers have.
vi.mock('#platform/shrink-picture.ts', () => ({
  shrinkPicture: async (file: File) => ({
    ok: true,
    picture: { data: await file.arrayBuffer(), mediaType: 'image/webp', width: 8, height: 8 },
  }),
}));

let db: DaybookDb;
beforeEach(async () => {
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:face');
  db = await openSalon();
});
afterEach(() => {
  vi.restoreAllMocks();
  db.close();
});

const choosePicture = (inside: Awaited<ReturnType<typeof sheet>>): void => {
  const files = [new File(['face'], 'face.jpg', { type: 'image/jpeg' })];
  fireEvent.change(inside.getByLabelText('Picture: file'), { target: { files } });
};

it('gives somebody a picture, and takes it back', async () => {
  const user = await openStaff(db);
  await user.click(screen.getByRole('button', { name: 'More for Ben' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Edit/ }));
  choosePicture(await sheet());
  await waitFor(() => expect(toasts()).toEqual(['Picture saved']));
  await waitFor(() => expect(openDialog().querySelector('img')?.src).toBe('blob:face'));
  const ben = await db.rows('staff').get('ben');
  expect(ben?.photo_path).toMatch(new RegExp(`^${db.businessId}/staff/.*-8x8$`));
  pressToast();
  await waitFor(() => expect(openDialog().querySelector('img')).toBeNull());
  expect((await db.rows('staff').get('ben'))?.photo_path).toBeNull();
});

it('lets everybody change their own picture, and nobody else’s', async () => {
  await db.rows('memberships').update('m-owner', { role: 'practitioner' });
  const user = await openStaff(db);
  expect(screen.queryByRole('button', { name: /^More for/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Change your picture' }));
  const own = await sheet();
  await own.findByLabelText('Picture: file');
  choosePicture(own);
  await waitFor(() => expect(toasts()).toEqual(['Picture saved']));
  const pathOf = async (id: string) => (await db.rows('staff').get(id))?.photo_path ?? null;
  expect(await pathOf('ana')).toMatch(new RegExp(`^${db.businessId}/staff/.*-8x8$`));
  expect(await pathOf('ben')).toBeNull();
  pressToast();
  await waitFor(async () => expect(await pathOf('ana')).toBeNull());
});

it('gives somebody new the picture that was chosen before they were there', async () => {
  const user = await openStaff(db);
  await user.click(screen.getByRole('button', { name: 'Add person' }));
  choosePicture(await sheet());
  await waitFor(() => expect(openDialog().querySelector('img')?.src).toBe('blob:face'));
  expect(await db.blobs.count()).toBe(0);
  await user.type((await sheet()).getByLabelText('Name'), 'Noor');
  await user.click((await sheet()).getByRole('button', { name: 'Add person' }));
  await screen.findByRole('heading', { name: 'Noor' });
  await waitFor(async () => {
    const noor = (await db.rows('staff').toArray()).find((one) => one.display_name === 'Noor');
    expect(noor?.photo_path).toMatch(/-8x8$/);
  });
  expect(await db.blobs.count()).toBe(1);
});
