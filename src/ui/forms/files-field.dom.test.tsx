import 'fake-indexeddb/auto';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { field, formFile } from '#domain/forms/form-cases.ts';
import type { FormAnswers, FormField, FormFile } from '#domain/rows.ts';
import type { ChosenFile } from '#platform/choose-files.ts';
import { dropAllKeptFiles, keepFile, readKeptFile } from '#platform/kept-files.ts';
import { nowMs } from '#platform/clock.ts';
import { FormFill } from './form-fill.tsx';

/** What becomes of a file of this name; it waits until it may. */
let outcomes: Map<string, ChosenFile>;
let mayRead: Promise<void>;
vi.mock('#platform/choose-files.ts', () => ({
  chooseFiles: async (files: readonly File[]): Promise<ChosenFile[]> => {
    await mayRead;
    return files.map(({ name }) => outcomes.get(name) ?? good(name));
  },
}));

const good = (name: string, more: Partial<FormFile> = {}): ChosenFile => {
  const { id: _, ...file } = formFile(1, { name, ...more });
  return { kind: 'file', file, data: new TextEncoder().encode(name).buffer };
};
const PLACE: FormField = field('q1', 'photo', { label: 'The place', max: 2, required: true });

beforeEach(async () => {
  outcomes = new Map();
  mayRead = Promise.resolve();
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:photo');
  await dropAllKeptFiles();
});

let sent: FormAnswers[];
const open = (fields: FormField[] = [PLACE], initial: Record<string, unknown> = {}) => {
  sent = [];
  return render(
    <FormFill
      fields={fields}
      initial={initial}
      submitLabel="Send"
      ruleWords={(rule) => `Wrong: ${rule}.`}
      onSubmit={(answers) => sent.push(answers)}
    />,
  );
};
const hand = async (...names: string[]): Promise<void> =>
  userEvent.upload(
    await screen.findByLabelText<HTMLInputElement>('The place: photos'),
    names.map((name) => new File([name], name, { type: 'image/jpeg' })),
  );
const chosen = async () => within(await screen.findByRole('list', { name: 'The place: chosen' }));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('photos are kept on the device, named by the answer, and can be removed', async () => {
  open();
  await hand('a.jpg', 'b.jpg');
  await (await chosen()).findByText('b.jpg');
  await press('Remove a.jpg');
  expect((await chosen()).queryByText('a.jpg')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose photos' }));
  await press('Send');
  const [file] = (sent[0]?.['q1'] ?? []) as FormFile[];
  expect(sent).toEqual([{ q1: [{ ...formFile(1, { name: 'b.jpg' }), id: file?.id }] }]);
  expect(new TextDecoder().decode((await readKeptFile(file!.id))!)).toBe('b.jpg');
});

test('nothing is sent while photos are made ready, and what is typed meanwhile stays', async () => {
  let goOn = (): void => undefined;
  mayRead = new Promise((resolve) => {
    goOn = resolve;
  });
  open([PLACE, field('q2', 'short_text', { label: 'Anything else' })]);
  await hand('a.jpg');
  await userEvent.type(screen.getByLabelText(/Anything else/), 'The dog is friendly');
  await press('Send');
  expect(sent).toEqual([]);
  goOn();
  await (await chosen()).findByText('a.jpg');
  await press('Send');
  expect(sent).toMatchObject([{ q1: [{ name: 'a.jpg' }], q2: 'The dog is friendly' }]);
});

test('what cannot be used is said in words that help, and the others stay', async () => {
  outcomes.set('a.pdf', { kind: 'problem', name: 'a.pdf', why: 'no_picture' });
  open();
  await hand('a.pdf', 'b.jpg', 'c.jpg');
  await (await chosen()).findByText('b.jpg');
  const told = screen.getAllByRole('alert').map(({ textContent }) => textContent);
  expect(told.join()).toContain('a.pdf is a document. Only photos can be added here.');
  expect(told.join()).toContain('Only 2 photos can be added here. Remove one to add another.');
  expect((await chosen()).queryByText('c.jpg')).toBeNull();
});

test('all files of a form together have a limit', async () => {
  const large = { bytes: 10_000_000, media_type: 'application/pdf' } as const;
  outcomes.set('b.jpg', good('b.jpg', { bytes: 9_000_000 }));
  open([PLACE, field('q2', 'file', { label: 'Papers' })], {
    q2: [formFile(2, large), formFile(3, { ...large, name: 'other.pdf' })],
  });
  await hand('b.jpg');
  await screen.findByText(/^b.jpg is too much: all files of a form together can be 25 MB/);
});

test('whoever leaves them out is taken to where they are chosen, and told why', async () => {
  open();
  await screen.findByLabelText('The place: photos');
  await press('Send');
  const choose = screen.getByRole('button', { name: 'Choose photos' });
  expect(document.activeElement).toBe(choose);
  const told = (choose.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);
  expect(told[0]).toBe('Wrong: required.');
  expect(told[1]).toContain('At most 2 photos.');
  expect(sent).toEqual([]);
});

test('after a reload they are still there; one that the browser let go says so', async () => {
  const [here, gone] = [formFile(1, { name: 'here.webp' }), formFile(2, { name: 'gone.webp' })];
  await keepFile(here.id, new ArrayBuffer(3), nowMs());
  open([PLACE], { q1: [here, gone] });
  const list = await chosen();
  const line = list.getByText('here.webp').closest('li');
  await waitFor(() => expect(line?.querySelector('img')).toBeTruthy());
  await list.findByText('This is not on this device any more. Remove it and choose it again.');
  expect(list.getAllByText(/not on this device/)).toHaveLength(1);
});

test('a device without room says so', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('Full', 'QuotaExceededError');
    },
  });
  open();
  await hand('a.jpg');
  await screen.findByText(/^a.jpg could not be kept/);
  vi.unstubAllGlobals();
});
