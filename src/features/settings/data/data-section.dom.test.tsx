// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TEST_BUSINESS } from '#db/memory-db.ts';
import type { DaybookDb } from '#db/open.ts';
import { openSalon, putAppointment, segmentOf, TEST_NOW, valueOf } from '#db/test-rows.ts';
import { changeAppointmentStatus } from '#db/commands/appointment-status.ts';
import { createClient } from '#db/commands/clients.ts';
import { fileSubmission } from '#db/commands/form-submissions.ts';
import { createForm, publishForm } from '#db/commands/forms.ts';
import { addPhoto } from '#db/commands/photos.ts';
import { setPicture } from '#db/commands/pictures.ts';
import type { HistoryLine } from '#domain/appointments/history-line.ts';
import { EMPTY_CLIENT } from '#domain/clients/schema.ts';
import { must } from '#domain/errors/assert.ts';
import { field, formFile } from '#domain/forms/form-cases.ts';
import { readPicturePath } from '#domain/pictures/path.ts';
import { TABLES } from '#domain/rows.ts';
import { unzip } from '#tests/harness/unzip.ts';
import { renderScreen } from '#tests/setup/screen.tsx';
import { DataSection } from './data-section.tsx';
import { exportEverything } from './export-everything.ts';
import { exportInWorker } from './in-worker.ts';
import { runStore } from './run.ts';

let db: DaybookDb;
let saved: Blob[];
beforeEach(async () => {
  runStore.set(() => null);
  saved = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:saved';
  });
  db = await openSalon();
});
afterEach(() => {
  vi.restoreAllMocks();
  db.close();
});

const open = async (mayExport = true) => {
  const business = must(await db.rows('businesses').get(TEST_BUSINESS), 'the salon is there');
  renderScreen(db, {
    path: '/settings',
    screen: <DataSection business={business} mayExport={mayExport} />,
  });
  const card = within(screen.getByRole('region', { name: 'Your data' }));
  return { card, user: userEvent.setup() };
};
const savedFiles = async (): Promise<Map<string, string>> =>
  unzip(new Uint8Array(await must(saved[0], 'a file was saved').arrayBuffer()));
const exportButton = { name: 'Export everything' };

it('saves every row of every table, changes that nobody has seen yet included', async () => {
  await putAppointment(db, 'a1', [segmentOf('seg', 'ana', '2027-03-10T15:00:00+00:00')]);
  const made = await createClient(db, { ...EMPTY_CLIENT, first_name: '=Dora', last_name: 'New' });
  expect(made.ok).toBe(true);
  const { card, user } = await open();
  await card.findByText(/One change has not reached the server yet/);
  await user.click(card.getByRole('button', exportButton));
  await card.findByText('Your file is in the downloads');
  card.getByText(/^test-salon 2027-03-09\.zip, .* kB, with 1\d rows\.$/);

  const files = await savedFiles();
  for (const table of TABLES) {
    const rows = JSON.parse(files.get(`data/${table}.json`) ?? '') as unknown[];
    expect(rows, table).toEqual(await db.rows(table).toArray());
  }
  expect(files.get('clients.csv')).toContain("'=Dora,New");
  expect(files.get('appointments.csv')).toContain('2027-03-10 10:00,2027-03-10 10:45');
  expect(files.get('calendar.ics')).toContain('SUMMARY:Cleo Adams: Haircut');
  expect(JSON.parse(files.get('manifest.json') ?? '')).toMatchObject({
    made_at: TEST_NOW,
    unsent_changes: 1,
    complete: true,
    changed_while_written: false,
    counts: { clients: 2, appointments: 1, services: 2 },
  });
});

it('says what is only on the server, before and in the file', async () => {
  await db.meta.put({
    key: 'coverage',
    v: 1,
    from: '2026-12-01T05:00:00+00:00',
    to: '2027-06-01T00:00:00+00:00',
    months: [],
    missing: [{ month: '2026-11', rows: 40 }],
    clients: 'some',
    clients_after: null,
    total_rows: 400,
    clients_left: 1200,
    dropped: [],
  });
  const { card, user } = await open();
  await card.findByText(
    /Only on the server so far: appointments before December 1, 2026 and 1,200 clients\./,
  );
  await user.click(card.getByRole('button', exportButton));
  await card.findByText('Your file is in the downloads');
  const files = await savedFiles();
  expect(JSON.parse(files.get('manifest.json') ?? '')).toMatchObject({
    complete: false,
    not_on_this_device: { clients: 1200, months: [{ month: '2026-11', rows: 40 }] },
  });
});

it('says so when something changes while the file is made', async () => {
  let isFirst = true;
  const result = await exportEverything(db, {
    signal: new AbortController().signal,
    onProgress: () => {
      if (!isFirst) return;
      isFirst = false;
      void db.rows('clients').delete('cleo');
    },
  });
  expect(result).toMatchObject({ ok: true, value: { facts: { changedMeanwhile: true } } });
});

it('stops when asked, without a file', async () => {
  const stopper = new AbortController();
  const result = await exportEverything(db, {
    signal: stopper.signal,
    onProgress: ({ done }) => {
      if (done > 0) stopper.abort();
    },
  });
  expect(result).toEqual({ ok: true, value: null });
});

it('says that there is no room instead of breaking', async () => {
  const { card, user } = await open();
  const button = await card.findByRole('button', exportButton);
  const noRoom = vi.spyOn(Blob.prototype, 'slice').mockImplementation(() => {
    throw new DOMException('no room', 'NotReadableError');
  });
  await user.click(button);
  await card.findByText(/not enough room or memory/);
  expect(saved).toEqual([]);
  noRoom.mockRestore();
  await user.click(card.getByRole('button', exportButton));
  await card.findByText('Your file is in the downloads');
});

/** A worker that never answers, and one that cannot even start. */
class FakeWorker extends EventTarget {
  terminate = vi.fn<() => void>();
  postMessage(): void {}
}

it('is made by the window where no worker starts', async () => {
  const dead = new FakeWorker();
  queueMicrotask(() => dead.dispatchEvent(new Event('error', { cancelable: true })));
  const options = { signal: new AbortController().signal, onProgress: () => undefined };
  const result = await exportInWorker(db, options, () => dead as unknown as Worker);
  expect(result).toMatchObject({ ok: true, value: { facts: { counts: { clients: 1 } } } });
  expect(dead.terminate).toHaveBeenCalledOnce();
});

it('ends its worker when somebody stops it', async () => {
  const busy = new FakeWorker();
  const stopper = new AbortController();
  const options = { signal: stopper.signal, onProgress: () => undefined };
  const made = exportInWorker(db, options, () => busy as unknown as Worker);
  stopper.abort();
  expect(await made).toEqual({ ok: true, value: null });
  expect(busy.terminate).toHaveBeenCalledOnce();
});

it('takes the pictures of this device along, and says how many it has not', async () => {
  const photo = {
    kind: 'before' as const,
    pair_id: null,
    appointment_id: null,
    taken_at: TEST_NOW,
    consent: 'granted' as const,
    media_type: 'image/webp' as const,
    width: 8,
    height: 8,
  };
  for (const text of ['here', 'there']) {
    const data = new TextEncoder().encode(text).buffer;
    expect((await addPhoto(db, 'cleo', { ...photo, data })).ok).toBe(true);
  }
  const [, second] = await db.rows('client_photos').toArray();
  await db.blobs.delete(must(second, 'the second photo').id);
  const { card, user } = await open();
  await user.click(await card.findByRole('button', exportButton));
  await card.findByText(/^One picture is not in it: this device does not have it/);
  const files = await savedFiles();
  const pictures = [...files].filter(([path]) => path.startsWith('photos/'));
  expect(pictures).toEqual([
    [expect.stringMatching(/^photos\/Cleo Adams .*\/2027-03-09 before .{6}\.webp$/), 'here'],
  ]);
  expect(JSON.parse(files.get('manifest.json') ?? '')).toMatchObject({
    complete: false,
    not_on_this_device: { photos: 1, pictures: ['Photo of Cleo Adams, before, 2027-03-09'] },
    counts: { client_photos: 2 },
  });
});

it('takes along what clients handed over with forms, and says what it has not', async () => {
  const { id } = valueOf(
    await createForm(db, {
      name: 'Health',
      kind: 'intake',
      fields: [field('q1', 'file', { max: 3 })],
      public_link_on: false,
      wanted: 'before',
      offset_min: null,
      service_ids: [],
      frequency: 'once_per_version',
      every_months: 12,
      enforce: 'none',
      countersign: false,
    }),
  );
  valueOf(await publishForm(db, id));
  const [version] = await db.rows('form_versions').toArray();
  const [here, there] = [formFile(1, { name: 'here.webp' }), formFile(2, { name: 'there.webp' })];
  const bytes = new TextEncoder().encode('here').buffer;
  valueOf(
    await fileSubmission(db, {
      versionId: must(version, 'a version').id,
      clientId: 'cleo',
      appointmentId: null,
      answers: { q1: [here, there] },
      files: new Map([
        [here.id, bytes],
        [there.id, bytes],
      ]),
    }),
  );
  await db.blobs.delete(there.id);
  const { card, user } = await open();
  await user.click(await card.findByRole('button', exportButton));
  await card.findByText(/^One picture is not in it/);
  const files = await savedFiles();
  const forms = [...files].filter(([path]) => path.startsWith('forms/'));
  expect(forms).toEqual([
    [expect.stringMatching(/^forms\/Cleo Adams .*\/2027-03-09 .{6} here\.webp$/), 'here'],
  ]);
  expect(JSON.parse(files.get('manifest.json') ?? '')).toMatchObject({
    complete: false,
    not_on_this_device: {
      form_files: 1,
      pictures: ['there.webp of a form of Cleo Adams, 2027-03-09'],
    },
  });
});

it('takes along the pictures that clients see, and names those that it has not', async () => {
  const picture = { width: 8, height: 8, mediaType: 'image/webp' as const };
  for (const owner of [
    { table: 'businesses', id: TEST_BUSINESS },
    { table: 'staff', id: 'ana' },
    { table: 'staff', id: 'ben' },
    { table: 'services', id: 's-cut' },
  ] as const) {
    const data = new TextEncoder().encode(`of ${owner.id}`).buffer;
    expect((await setPicture(db, owner, { ...picture, data })).ok, owner.id).toBe(true);
  }
  const ben = must(await db.rows('staff').get('ben'), 'Ben is there');
  await db.blobs.delete(must(readPicturePath(ben.photo_path), 'he has a picture').id);
  const { card, user } = await open();
  await user.click(await card.findByRole('button', exportButton));
  await card.findByText(/^One picture is not in it/);
  const files = await savedFiles();
  const pictures = [...files].filter(([path]) => path.startsWith('pictures/'));
  expect(pictures).toEqual([
    [expect.stringMatching(/^pictures\/logo\/.* .{6}\.webp$/), `of ${TEST_BUSINESS}`],
    [expect.stringMatching(/^pictures\/team\/Ana.* .{6}\.webp$/), 'of ana'],
    [expect.stringMatching(/^pictures\/services\/Haircut .{6}\.webp$/), 'of s-cut'],
  ]);
  expect(JSON.parse(files.get('manifest.json') ?? '')).toMatchObject({
    complete: false,
    not_on_this_device: { photos: 0, pictures: [`Picture of ${ben.display_name}`] },
  });
  expect(files.get('README.txt')).toContain(`- Picture of ${ben.display_name}`);
});

it('takes along the history that this device keeps, with what waits here', async () => {
  await putAppointment(db, 'a1', [segmentOf('seg', 'ana', '2027-03-09T15:30:00+00:00')]);
  const line: HistoryLine = {
    id: 7,
    rev: 3,
    kind: 'booked',
    segment_id: null,
    service: null,
    changes: { status: [null, 'booked'] },
    by: 'client',
    user_id: null,
    who: null,
    device: null,
    mutation: null,
    made_at: null,
    at: '2027-03-08T10:00:00+00:00',
  };
  await db.meta.put({
    key: 'history',
    v: 1,
    list: [{ id: 'a1', at: '2027-03-08T11:00:00+00:00', lines: [line], more: true }],
  });
  expect((await changeAppointmentStatus(db, 'a1', 'arrived')).ok).toBe(true);
  const { card, user } = await open();
  await user.click(await card.findByRole('button', exportButton));
  await card.findByText('Your file is in the downloads');
  const history = (await savedFiles()).get('data/history.json') ?? '';
  expect(JSON.parse(history)).toMatchObject([
    {
      appointment_id: 'a1',
      older_on_server: true,
      lines: [{ id: 7, by: 'client' }],
      waiting: [{ id: null, kind: 'changed' }],
    },
  ]);
});

it('is only for those who may', async () => {
  await db.rows('memberships').update('m-owner', { role: 'front_desk' });
  const { card } = await open(false);
  card.getByText('Your role does not allow exporting. Ask an owner or a manager.');
  expect(card.queryByRole('button')).toBeNull();
  const result = await exportEverything(db, {
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  expect(result).toMatchObject({ ok: false, error: { code: 'not_allowed' } });
});
