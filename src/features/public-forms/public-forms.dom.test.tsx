import 'fake-indexeddb/auto';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { field, formFile } from '#domain/forms/form-cases.ts';
import type { FormField, FormFile } from '#domain/rows.ts';
import type { ChosenFile } from '#platform/choose-files.ts';
import { readKeptFile } from '#platform/kept-files.ts';
import { openDraft, saveDraft } from './draft-store.ts';
import { FormSubmittedScreen } from './form-submitted-screen.tsx';
import { PublicFormScreen } from './public-form-screen.tsx';

type Args = Record<string, unknown>;

vi.mock('#platform/choose-files.ts', () => ({
  chooseFiles: async (files: readonly File[]): Promise<ChosenFile[]> =>
    files.map(({ name }) => {
      const { id: _, ...file } = formFile(1, { name });
      return { kind: 'file', file, data: new ArrayBuffer(3) };
    }),
}));

const FIELDS: FormField[] = [
  field('q1', 'yes_no', { label: 'Pregnant', required: true }),
  field('q2', 'short_text', {
    label: 'Since when',
    visible_if: { match: 'all', rules: [{ field: 'q1', op: 'eq', value: true }] },
  }),
  field('q3', 'consent', { label: 'I agree', required: true }),
  field('q4', 'signature', { label: 'Your signature', required: true }),
];

let fields: FormField[];
let version: number;
let calls: { name: string; args: Args }[];
let lostAnswers: number;
let isDown: boolean;
/** What sending is answered with instead. */
let refusal: Args | null;
/** The link leads nowhere. */
let isDead: boolean;

const answer = (name: string): Args => {
  if (isDead) return { ok: false, code: 'not_found' };
  if (name === 'offer_form_file') return { ok: true, upload: 'secret', is_stored: true };
  if (name === 'submit_form') {
    return refusal ?? { ok: true, submitted_at: '2026-11-22T12:00:00+00:00' };
  }
  return {
    ok: true,
    server_time: new Date().toISOString(),
    form: { name: 'Health', version, fields },
    business: {
      name: 'Studio Lumen',
      slug: 'studio-lumen',
      logo_path: null,
      brand_colour: 'teal',
      email: 'hello@studio-lumen.example',
      phone: null,
      address: null,
    },
  };
};

const opened = () => calls.flatMap(({ name, args }) => (name === 'form_opened' ? [args] : []));

beforeEach(() => {
  localStorage.clear();
  fields = FIELDS;
  version = 1;
  calls = [];
  lostAnswers = 0;
  isDown = false;
  refusal = null;
  isDead = false;
  vi.stubGlobal('fetch', (url: string, init: { body: string }) => {
    const name = url.split('/rpc/')[1] ?? '';
    calls.push({ name, args: JSON.parse(init.body) as Args });
    if (isDown) return Promise.reject(new TypeError('Failed to fetch'));
    if (name === 'submit_form' && lostAnswers > 0) {
      lostAnswers -= 1;
      return Promise.reject(new TypeError('Failed to fetch'));
    }
    return Promise.resolve(Response.json(answer(name)));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const open = (at = '/form/key-1?token=tok') =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Routes>
        <Route path="/form/submitted" element={<FormSubmittedScreen />} />
        <Route path="/form/:publicKey" element={<PublicFormScreen />} />
      </Routes>
    </MemoryRouter>,
  );
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const sent = () => calls.filter(({ name }) => name === 'submit_form').map(({ args }) => args);

const fillIn = async (): Promise<void> => {
  await heading('Health');
  await userEvent.click(screen.getByRole('radio', { name: 'Yes' }));
  await userEvent.type(await screen.findByLabelText(/Since when/), 'May');
  await userEvent.click(screen.getByRole('checkbox', { name: 'I agree' }));
  const pad = screen.getByTestId('signature');
  pad.getBoundingClientRect = () => new DOMRect(0, 0, 200, 100);
  fireEvent.pointerDown(pad, { clientX: 20, clientY: 20 });
  fireEvent.pointerMove(pad, { clientX: 100, clientY: 50 });
  fireEvent.pointerUp(pad);
};
const ANSWERS = {
  q1: true,
  q2: 'May',
  q3: true,
  q4: { strokes: [[100, 100, 500, 250]], name: '' },
};

test('the business is told once that its form was opened, when somebody looks at it', async () => {
  const look = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  open();
  await heading('Health');
  expect(opened()).toEqual([]);
  look.mockReturnValue('visible');
  await waitFor(() => {
    fireEvent(document, new Event('visibilitychange'));
    expect(opened()).toEqual([{ key: 'key-1', token: 'tok' }]);
  });
  fireEvent(document, new Event('visibilitychange'));
  expect(opened()).toHaveLength(1);
  look.mockRestore();
});

test('whoever comes by the open link is nobody in particular, and a dead link tells nothing', async () => {
  open('/form/key-1');
  await heading('Health');
  isDead = true;
  open();
  await heading('This link does not work any more');
  expect(opened()).toEqual([]);
});

test('a form is filled in, signed and sent once, and leads back to the visit', async () => {
  open();
  await heading('Health');
  await press('Send');
  expect(screen.getAllByText('Please fill this in.')).toHaveLength(3);
  expect(sent()).toEqual([]);
  await fillIn();
  await press('Send');
  await heading('Thank you');
  expect(sent()).toEqual([
    { key: 'key-1', token: 'tok', version: 1, answers: ANSWERS, op_id: expect.any(String) },
  ]);
  expect(screen.getByText(/Studio Lumen has your answers to “Health”/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See your appointment' }).getAttribute('href')).toBe(
    '/cancel-appointment?token=tok',
  );
  expect(Object.keys(localStorage)).toEqual([]);
});

test('without a visit nothing leads back to one', async () => {
  open('/form/key-1');
  await fillIn();
  await press('Send');
  await heading('Thank you');
  expect(sent()).toMatchObject([{ token: null }]);
  expect(screen.queryByRole('link', { name: 'See your appointment' })).toBeNull();
});

test('answers stay on the device until they are sent, or somebody starts over', async () => {
  const { unmount } = open();
  await fillIn();
  unmount();
  const again = open();
  expect(await screen.findByText('Your answers of before are still here.')).toBeTruthy();
  expect(screen.getByDisplayValue('May')).toBeTruthy();
  await press('Start over');
  expect(screen.queryByDisplayValue('May')).toBeNull();
  again.unmount();
  open();
  await heading('Health');
  expect(screen.queryByText('Your answers of before are still here.')).toBeNull();
  expect(sent()).toEqual([]);
});

test('an answer that gets lost is asked for again, also after a reload, with the same id', async () => {
  const { unmount } = open();
  await fillIn();
  isDown = true;
  await press('Send');
  expect(await screen.findByText(/It is not done yet as far as we know/)).toBeTruthy();
  await heading('Sending your answers');
  unmount();
  isDown = false;
  lostAnswers = 1;
  open();
  await heading('Sending your answers');
  await press('Try again now');
  await heading('Thank you');
  expect(new Set(sent().map(({ op_id }) => op_id)).size).toBe(1);
  expect(sent().at(-1)).toMatchObject({ version: 1, answers: ANSWERS });
});

describe('what the server refuses', () => {
  test('is said with the question, and nothing is lost', async () => {
    refusal = { ok: false, code: 'invalid', field: 'q2', rule: 'too_long' };
    open();
    await fillIn();
    await press('Send');
    expect(await screen.findByText('Since when: This is too long.')).toBeTruthy();
    expect(screen.getByDisplayValue('May')).toBeTruthy();
    refusal = null;
    await press('Send');
    await heading('Thank you');
    expect(new Set(sent().map(({ op_id }) => op_id)).size).toBe(2);
  });

  test('because the form was closed meanwhile leads to the business', async () => {
    refusal = { ok: false, code: 'not_found' };
    open();
    await fillIn();
    await press('Send');
    expect(await screen.findByText(/This form is not open any more/)).toBeTruthy();
  });

  test('because that version is gone asks again what was agreed to and signed', async () => {
    refusal = { ok: false, code: 'stale', field: 'version' };
    open();
    await fillIn();
    version = 2;
    await press('Send');
    expect(await screen.findByText('This form has changed')).toBeTruthy();
    expect(screen.getByDisplayValue('May')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'I agree' }).checked).toBe(false);
    expect(screen.getByRole('img', { name: 'Your signature: empty' })).toBeTruthy();
  });
});

test('a link that leads nowhere says so, whatever is wrong with it', async () => {
  isDead = true;
  open();
  await heading('This link does not work any more');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('without a connection the form is asked for again', async () => {
  isDown = true;
  open();
  await heading('The form could not be loaded');
  isDown = false;
  await press('Try again');
  await heading('Health');
});

test('the page after a form says nothing was sent when nothing was', async () => {
  open('/form/submitted');
  await heading('No form was sent from here');
});

describe('photos', () => {
  beforeEach(() => {
    fields = [field('q1', 'photo', { label: 'The place', required: true })];
    vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:photo');
  });
  const hand = async (): Promise<void> => {
    await heading('Health');
    await userEvent.upload(
      await screen.findByLabelText('The place: photos'),
      new File(['x'], 'place.webp', { type: 'image/webp' }),
    );
    await screen.findByText('place.webp');
  };
  const offers = () => calls.filter(({ name }) => name === 'offer_form_file');

  test('stay on the device over a reload, go before the form, and leave nothing behind', async () => {
    const { unmount } = open();
    await hand();
    expect(offers()).toEqual([]);
    unmount();
    open();
    await screen.findByText('Your answers of before are still here.');
    await screen.findByText('place.webp');
    await press('Send');
    await heading('Thank you');
    const [offer] = offers();
    const file = offer!.args['file'] as FormFile;
    expect(offer!.args).toMatchObject({ key: 'key-1', token: 'tok', version: 1, field: 'q1' });
    expect(sent()).toMatchObject([{ answers: { q1: [file] } }]);
    expect(calls.map(({ name }) => name).slice(-2)).toEqual(['offer_form_file', 'submit_form']);
    await waitFor(async () => expect(await readKeptFile(file.id)).toBeNull());
  });

  test('wait for the network with the form, and go out once', async () => {
    open();
    await hand();
    isDown = true;
    await press('Send');
    expect(await screen.findByText(/It is not done yet as far as we know/)).toBeTruthy();
    expect(sent()).toEqual([]);
    isDown = false;
    await press('Try again now');
    await heading('Thank you');
    expect(sent()).toHaveLength(1);
  });

  test('are gone when somebody starts over', async () => {
    const { unmount } = open();
    await hand();
    const [key] = Object.keys(localStorage);
    const { draft } = JSON.parse(localStorage.getItem(key!)!) as {
      draft: { answers: { q1: FormFile[] } };
    };
    unmount();
    open();
    await press('Start over');
    expect(screen.queryByText('place.webp')).toBeNull();
    await waitFor(async () => expect(await readKeptFile(draft.answers.q1[0]!.id)).toBeNull());
  });

  test('that the server does not know any more are asked for again, by their question', async () => {
    refusal = { ok: false, code: 'file_missing', field: 'q1' };
    open();
    await hand();
    await press('Send');
    await screen.findByText(/^The place: A photo or file did not arrive/);
    await screen.findByText('place.webp');
  });
});

describe('a draft', () => {
  const link = { key: 'key-1', token: null };
  const form = { version: 1, fields: FIELDS };
  const kept = { version: 1, answers: { q2: 'May' }, attempt: null };

  test('is gone after a week, whichever form is opened then', () => {
    saveDraft(link, kept, 0);
    const week = 7 * 86_400_000;
    expect(openDraft(link, form, week).isRestored).toBe(true);
    openDraft({ key: 'key-2', token: null }, form, week + 1);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  test('belongs to one link', () => {
    saveDraft(link, kept, 0);
    expect(openDraft({ ...link, token: 'tok' }, form, 0).isRestored).toBe(false);
  });

  test.each(['not json', 'null', '[]', '{"savedAtMs":0}', '{"savedAtMs":0,"draft":{"version":1}}'])(
    'of %s is none',
    (stored) => {
      saveDraft(link, kept, 0);
      for (const key of Object.keys(localStorage)) localStorage.setItem(key, stored);
      expect(openDraft(link, form, 0)).toEqual({
        draft: { version: 1, answers: {}, attempt: null },
        isRestored: false,
        isOlder: false,
      });
    },
  );
});

test('nothing is sent while the form is only looked at', async () => {
  open();
  await heading('Health');
  await waitFor(() => expect(calls.filter(({ name }) => name === 'public_form')).toHaveLength(1));
  expect(calls[0]).toMatchObject({ name: 'public_form', args: { key: 'key-1', token: 'tok' } });
});
