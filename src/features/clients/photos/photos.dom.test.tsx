// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordConsent } from '#db/commands/consents.ts';
import { addPhoto } from '#db/commands/photos.ts';
import type { DaybookDb } from '#db/open.ts';
import { openSalon, TEST_NOW } from '#db/test-rows.ts';
import { pressToast, renderScreen, toasts } from '#tests/setup/screen.tsx';
import { ClientScreen } from '../client-screen.tsx';

const shrunk = vi.hoisted(() => ({ isReadable: true }));
// Pictures are drawn in a worker on a canvas, which only browsers have.
vi.mock('#platform/shrink-picture.ts', () => ({
  shrinkPicture: async (file: File) =>
    shrunk.isReadable
      ? {
          ok: true,
          picture: { data: await file.arrayBuffer(), mediaType: 'image/webp', width: 8, height: 8 },
        }
      : { ok: false, why: 'unreadable' },
}));

let db: DaybookDb;
beforeEach(async () => {
  shrunk.isReadable = true;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:picture');
  db = await openSalon();
});
afterEach(() => {
  vi.restoreAllMocks();
  db.close();
});

const openCleo = async (at = '/clients/cleo') => {
  renderScreen(db, { path: '/clients/:clientId', at, screen: <ClientScreen /> });
  await screen.findByRole('heading', { level: 1 });
  return userEvent.setup();
};
const card = () => within(screen.getByRole('region', { name: 'Photos and files' }));
const sheet = async () => within(await screen.findByRole('dialog'));
const photos = () => db.rows('client_photos').toArray();
const file = (name = 'cut.jpg', text = 'picture') => new File([text], name, { type: 'image/jpeg' });

const keep = async (
  kind: 'before' | 'after',
  more: { pair_id?: string; stored?: boolean } = {},
) => {
  const added = await addPhoto(db, 'cleo', {
    kind,
    pair_id: more.pair_id ?? null,
    appointment_id: null,
    taken_at: TEST_NOW,
    consent: 'granted',
    media_type: 'image/webp',
    width: 8,
    height: 8,
    data: new TextEncoder().encode(kind).buffer,
  });
  if (!added.ok) throw new Error(added.error.code);
  return added.value;
};

describe('adding', () => {
  it('keeps what was chosen, with the consent that was given', async () => {
    const user = await openCleo();
    await user.click(card().getByRole('button', { name: 'Add photos or files' }));
    const dialog = await sheet();
    await user.upload(dialog.getByLabelText('Pictures'), [file(), file('two.jpg', 'other')]);
    await dialog.findByRole('img', { name: 'Chosen 2' });
    await user.click(dialog.getByRole('checkbox', { name: 'The client agrees' }));
    await user.click(dialog.getByRole('button', { name: 'Add 2 photos' }));
    await waitFor(async () => expect(await photos()).toHaveLength(2));
    expect(await photos()).toMatchObject([
      { kind: 'before', consent: 'granted', author_name: 'Ana', stored_at: null },
      { kind: 'before', consent: 'granted' },
    ]);
    expect(await db.rows('consent_events').toArray()).toMatchObject([
      { purpose: 'photos', state: 'granted' },
    ]);
    expect(await card().findAllByText('Waiting to upload')).toHaveLength(2);
  });

  it('an after goes with the last before unless told otherwise', async () => {
    const before = await keep('before');
    const user = await openCleo('/clients/cleo?photo=new');
    const dialog = await sheet();
    await user.upload(dialog.getByLabelText('Camera'), file());
    await dialog.findByRole('img', { name: 'Chosen 1' });
    await user.click(dialog.getByRole('button', { name: 'Add photo' }));
    await waitFor(async () => expect(await photos()).toHaveLength(2));
    expect((await photos()).map(({ pair_id }) => pair_id)).toEqual([before, before]);
    await card().findByRole('button', { name: /^Look at Before, .* and After, / });
  });

  it('does not go against a no', async () => {
    await recordConsent(db, 'cleo', {
      purpose: 'photos',
      channel: null,
      state: 'denied',
      source: 'in_person',
      text_version: '2026-1',
      wording: null,
    });
    const user = await openCleo('/clients/cleo?photo=new');
    const dialog = await sheet();
    dialog.getByText('Said no to photos');
    await user.upload(dialog.getByLabelText('Camera'), file());
    await dialog.findByRole('img', { name: 'Chosen 1' });
    await user.click(dialog.getByRole('button', { name: 'Add photo' }));
    await dialog.findByText(/Ask them, and tick the box/);
    expect(await photos()).toEqual([]);
  });

  it('says which file it cannot take, and why', async () => {
    const user = await openCleo('/clients/cleo?photo=new');
    const dialog = await sheet();
    await user.upload(
      dialog.getByLabelText('Pictures'),
      new File([], 'none.jpg', { type: 'image/jpeg' }),
    );
    await dialog.findByText('none.jpg is empty.');
    const huge = file('huge.jpg');
    Object.defineProperty(huge, 'size', { value: 20_000_001 });
    await user.upload(dialog.getByLabelText('Pictures'), huge);
    await dialog.findByText('huge.jpg is larger than 20 MB.');
    shrunk.isReadable = false;
    await user.upload(dialog.getByLabelText('Pictures'), file('odd.heic'));
    await dialog.findByText(/^odd\.heic cannot be read on this device/);
  });

  it('loses nothing when the device is full', async () => {
    const user = await openCleo('/clients/cleo?photo=new');
    const dialog = await sheet();
    await user.upload(dialog.getByLabelText('Camera'), file());
    await dialog.findByRole('img', { name: 'Chosen 1' });
    const full = vi.spyOn(db.blobs, 'bulkPut').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await user.click(dialog.getByRole('button', { name: 'Add photo' }));
    await dialog.findByText(/^This device is out of space, so this was not kept/);
    dialog.getByRole('img', { name: 'Chosen 1' });
    expect(await photos()).toEqual([]);
    full.mockRestore();
  });
});

describe('looking', () => {
  it('deletes with a way back', async () => {
    const id = await keep('before');
    const user = await openCleo();
    await user.click(await card().findByRole('button', { name: /^Look at Before/ }));
    const dialog = await sheet();
    await user.click(dialog.getByRole('button', { name: /^Delete Before/ }));
    await waitFor(async () => expect(await photos()).toEqual([]));
    expect(toasts()).toContain('Photo deleted');
    pressToast();
    await waitFor(async () => expect(await photos()).toMatchObject([{ id }]));
  });

  it('says where a picture is that is not here', async () => {
    const elsewhere = await keep('before');
    await db.blobs.delete(elsewhere);
    await openCleo();
    await card().findByText('Still on the device that took it. It comes once that one is online.');
    db.fetchPhoto = async () => 'offline';
    await db.rows('client_photos').update(elsewhere, { stored_at: TEST_NOW });
    await card().findByText('Not on this device, and there is no connection.');
    db.fetchPhoto = async (id) => {
      await db.blobs.put({
        v: 1,
        id,
        state: 'here',
        media_type: 'image/webp',
        data: new ArrayBuffer(4),
        created_at: TEST_NOW,
        due_at: TEST_NOW,
        tries: 0,
        error: null,
      });
      return 'here';
    };
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(card().queryByText(/Not on this device/)).toBeNull());
  });

  it('offers another try for what the server would not have', async () => {
    const id = await keep('before');
    await db.blobs.update(id, { state: 'failed', error: 'not_allowed' });
    const user = await openCleo();
    await card().findByText('Not uploaded');
    await user.click(card().getByRole('button', { name: /^Look at Before/ }));
    await user.click((await sheet()).getByRole('button', { name: 'Try again' }));
    await waitFor(async () =>
      expect(await db.blobs.get(id)).toMatchObject({ state: 'waiting', error: null }),
    );
  });

  it('is not for changing by those who only look on', async () => {
    await keep('before');
    await db.rows('memberships').update('m-owner', { role: 'assistant' });
    const user = await openCleo();
    expect(card().queryByRole('button', { name: 'Add photos or files' })).toBeNull();
    await user.click(await card().findByRole('button', { name: /^Look at Before/ }));
    const dialog = await sheet();
    expect(dialog.queryByRole('button', { name: /^Delete/ })).toBeNull();
  });
});

describe('a PDF', () => {
  const LAB = '%PDF-1.7 planted';
  const pdf = (text = LAB, name = 'Lab results.pdf') =>
    new File([text], name, { type: 'application/pdf' });

  it('is kept as it is without being asked what it shows, opened, and deleted with a way back', async () => {
    const user = await openCleo('/clients/cleo?photo=new');
    const dialog = await sheet();
    await user.upload(dialog.getByLabelText('Pictures'), pdf());
    await dialog.findByText('Lab results.pdf');
    expect(dialog.queryByRole('radio', { name: 'Before' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Add file' }));
    await waitFor(async () =>
      expect(await photos()).toMatchObject([
        {
          kind: 'document',
          media_type: 'application/pdf',
          file_name: 'Lab results.pdf',
          width: null,
          bytes: LAB.length,
        },
      ]),
    );
    expect(toasts()).toContain('File added');
    const files = within(await screen.findByRole('list', { name: 'Files' }));
    files.getByText('Waiting to upload');

    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:file';
    });
    await user.click(files.getByRole('button', { name: 'Open Lab results.pdf' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(await saved[0]?.text()).toBe(LAB);

    await user.click(files.getByRole('button', { name: 'Delete Lab results.pdf' }));
    await waitFor(async () => expect(await photos()).toEqual([]));
    expect(toasts()).toContain('Lab results.pdf deleted');
    pressToast();
    await screen.findByRole('button', { name: 'Open Lab results.pdf' });
  });

  it('is only taken when it is one, and not too large', async () => {
    const user = await openCleo('/clients/cleo?photo=new');
    const dialog = await sheet();
    shrunk.isReadable = false;
    await user.upload(dialog.getByLabelText('Pictures'), pdf('<html>', 'page.pdf'));
    await dialog.findByText('page.pdf is no PDF.');
    const huge = pdf(LAB, 'huge.pdf');
    Object.defineProperty(huge, 'size', { value: 10_485_761 });
    await user.upload(dialog.getByLabelText('Pictures'), huge);
    await dialog.findByText('huge.pdf is larger than 10 MB.');
    await user.click(dialog.getByRole('button', { name: 'Add photo' }));
    expect(await photos()).toEqual([]);
  });

  it('of another device is fetched when it is opened, and says why it cannot be', async () => {
    const added = await addPhoto(db, 'cleo', {
      kind: 'document',
      pair_id: null,
      appointment_id: null,
      taken_at: TEST_NOW,
      consent: 'unasked',
      media_type: 'application/pdf',
      width: null,
      height: null,
      file_name: 'scan.pdf',
      data: new TextEncoder().encode(LAB).buffer,
    });
    if (!added.ok) throw new Error(added.error.code);
    await db.blobs.delete(added.value);
    const user = await openCleo();
    const open = await screen.findByRole('button', { name: 'Open scan.pdf' });
    await user.click(open);
    await waitFor(() => expect(toasts().at(-1)).toMatch(/^Still on the device/));
    await db.rows('client_photos').update(added.value, { stored_at: TEST_NOW });
    db.fetchPhoto = async () => 'missing';
    await waitFor(async () => {
      await user.click(open);
      expect(toasts().at(-1)).toBe('This is no longer there.');
    });
  });
});
