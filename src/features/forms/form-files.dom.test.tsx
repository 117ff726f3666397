// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { eraseClient } from '#db/commands/erase-client.ts';
import { fileSubmission } from '#db/commands/form-submissions.ts';
import { createForm, publishForm } from '#db/commands/forms.ts';
import type { DaybookDb } from '#db/open.ts';
import { TEST_NOW, valueOf } from '#db/test-rows.ts';
import { filesOf } from '#domain/forms/files.ts';
import { field, formFile } from '#domain/forms/form-cases.ts';
import type { FormFile } from '#domain/rows.ts';
import type { ChosenFile } from '#platform/choose-files.ts';
import { dropAllKeptFiles, readKeptFile } from '#platform/kept-files.ts';
import { openSalon } from '#tests/fixtures/salon.ts';
import { renderScreen } from '#tests/setup/screen.tsx';
import { FormsScreen } from './forms-screen.tsx';

vi.mock('#platform/choose-files.ts', () => ({
  chooseFiles: async (files: readonly File[]): Promise<ChosenFile[]> =>
    files.map(({ name }) => {
      const { id: _, ...file } = formFile(1, { name });
      return { kind: 'file', file, data: new ArrayBuffer(3) };
    }),
}));

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
  await dropAllKeptFiles();
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:photo');
});

const open = (at: string) =>
  renderScreen(db, {
    path: '*',
    at,
    screen: (
      <Routes>
        <Route path="/forms" element={<FormsScreen clientPicker={() => null} />} />
      </Routes>
    ),
  });
const make = async (): Promise<string> => {
  const { id } = valueOf(
    await createForm(db, {
      name: 'Health',
      kind: 'intake',
      fields: [field('q1', 'file', { label: 'Papers', required: true, max: 3 })],
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
  return id;
};
const fill = async (files: FormFile[]): Promise<string> => {
  const id = await make();
  const [version] = await db.rows('form_versions').where('form_id').equals(id).toArray();
  return valueOf(
    await fileSubmission(db, {
      versionId: version!.id,
      clientId: 'ann',
      appointmentId: null,
      answers: { q1: files },
      files: new Map(files.map((file) => [file.id, new ArrayBuffer(3)])),
    }),
  );
};
const papers = async (): Promise<HTMLElement> => screen.findByLabelText('Papers: files');
const hand = async (name: string) =>
  userEvent.upload(await papers(), new File([name], name, { type: 'image/webp' }));

test('a client hands over photos on this device: they are sealed with the form and wait for the server', async () => {
  const id = await make();
  open(`/forms?fill=${id}&client=ann`);
  await hand('scan.webp');
  await screen.findByText('scan.webp');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Thank you');
  const [submission] = await db.rows('form_submissions').toArray();
  const [file] = filesOf(submission!.answers);
  expect(file).toMatchObject({ name: 'scan.webp' });
  expect(await db.blobs.get(file!.id)).toMatchObject({
    state: 'waiting',
    named_by: { table: 'form_submissions', id: submission!.id },
  });
  await waitFor(async () => expect(await readKeptFile(file!.id)).toBeNull());
});

test('what was handed over is there after a reload, and gone when somebody stops', async () => {
  const id = await make();
  const { unmount } = open(`/forms?fill=${id}&client=ann`);
  await hand('scan.webp');
  await screen.findByText('scan.webp');
  const key = Object.keys(sessionStorage).find((name) => name.includes('kiosk'))!;
  const draft = sessionStorage.getItem(key)!;
  const { changed } = JSON.parse(draft) as { changed: { answers: Record<string, unknown> } };
  const [file] = filesOf(changed.answers);
  expect(await readKeptFile(file!.id)).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await screen.findByText('Stop without saving?');
  await userEvent.click(screen.getAllByRole('button', { name: 'Stop' }).at(-1)!);
  await waitFor(async () => expect(await readKeptFile(file!.id)).toBeNull());
  unmount();
});

test('the professional looks at them, saves them, and sees which have not gone up', async () => {
  const photo = formFile(1, { name: 'place.webp' });
  const paper = formFile(2, { name: 'X-ray.pdf', media_type: 'application/pdf' });
  const id = await fill([photo, paper]);
  open(`/forms?submission=${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Look at place.webp' }));
  const view = await screen.findByRole('dialog', { name: 'place.webp' });
  expect(within(view).getByRole('img', { name: 'place.webp' })).toBeTruthy();
  expect(screen.getAllByText('Waiting to upload')).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Save X-ray.pdf' })).toBeTruthy();
  await db.blobs.update(paper.id, { state: 'failed', error: 'not_allowed' });
  await screen.findByText(/The server did not take this/);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(async () =>
    expect(await db.blobs.get(paper.id)).toMatchObject({ state: 'waiting' }),
  );
});

test('one that is on another device comes when somebody looks at it', async () => {
  const photo = formFile(1, { name: 'place.webp' });
  const id = await fill([photo]);
  await db.blobs.delete(photo.id);
  const asked: unknown[] = [];
  db.fetchPhoto = async (...which) => {
    asked.push(which);
    return 'missing';
  };
  open(`/forms?submission=${id}`);
  await screen.findByText(/Still on the device where the form was filled in/);
  expect(asked).toEqual([[photo.id, id]]);
  db.fetchPhoto = async () => {
    await db.blobs.put({
      v: 1,
      id: photo.id,
      named_by: { table: 'form_submissions', id },
      state: 'here',
      media_type: 'image/webp',
      data: new ArrayBuffer(3),
      created_at: TEST_NOW,
      due_at: TEST_NOW,
      tries: 0,
      error: null,
    });
    return 'here';
  };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Look at place.webp' });
});

test('an erased client takes them along', async () => {
  const photo = formFile(1);
  await fill([photo]);
  valueOf(await eraseClient(db, 'ann'));
  expect(await db.blobs.get(photo.id)).toBeUndefined();
});
