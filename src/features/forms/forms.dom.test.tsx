// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { createForm, publishForm } from '#db/commands/forms.ts';
import { fileSubmission } from '#db/commands/form-submissions.ts';
import type { DaybookDb } from '#db/open.ts';
import { valueOf } from '#db/test-rows.ts';
import { field } from '#domain/forms/form-cases.ts';
import type { FormInput } from '#domain/forms/form-schema.ts';
import { openSalon } from '#tests/fixtures/salon.ts';
import { pressToast, renderScreen } from '#tests/setup/screen.tsx';
import type { ClientPicker } from '#ui/client-picker.ts';
import { FormBuilderScreen } from './builder-screen.tsx';
import { FormsScreen } from './forms-screen.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});

const Picker: ClientPicker = ({ error, onChange }) => (
  <>
    {error && <p>{error}</p>}
    <button type="button" onClick={() => onChange('bob')}>
      Choose Bob
    </button>
  </>
);

const open = (at: string) =>
  renderScreen(db, {
    path: '*',
    at,
    screen: (
      <Routes>
        <Route path="/forms" element={<FormsScreen clientPicker={Picker} />} />
        <Route path="/forms/new" element={<FormBuilderScreen />} />
        <Route path="/forms/:formId/edit" element={<FormBuilderScreen />} />
      </Routes>
    ),
  });

const INPUT: FormInput = {
  name: 'Health',
  kind: 'intake',
  fields: [
    field('q1', 'yes_no', {
      label: 'Pregnant',
      required: true,
      flag: { op: 'eq', value: true, level: 'danger' },
    }),
    field('q2', 'short_text', {
      label: 'Since when',
      required: true,
      visible_if: { match: 'all', rules: [{ field: 'q1', op: 'eq', value: true }] },
    }),
    field('q3', 'page_break', { label: '' }),
    field('q4', 'signature', { label: 'Your signature', required: true }),
  ],
  public_link_on: false,
  wanted: 'before',
  offset_min: null,
  service_ids: [],
  frequency: 'once_per_version',
  every_months: 12,
  enforce: 'warn',
  countersign: false,
};
const make = async (more: Partial<FormInput> = {}) => {
  const { id } = valueOf(await createForm(db, { ...INPUT, ...more }));
  valueOf(await publishForm(db, id));
  return id;
};
const rows = () => db.rows('form_submissions').toArray();

test('a form is made: fields are added and moved, tried out, and published', async () => {
  open('/forms');
  await userEvent.click(await screen.findByRole('button', { name: 'Make the first form' }));
  await userEvent.type(await screen.findByLabelText('Name'), 'Allergies');
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText(/Add at least one question/)).toBeTruthy();

  const add = async (type: string, label: string) => {
    await userEvent.selectOptions(screen.getByLabelText('Add a field'), type);
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    await userEvent.type(screen.getByLabelText('Question'), label);
  };
  await add('yes_no', 'Any allergies');
  await add('short_text', 'Which ones');
  await userEvent.click(screen.getByRole('button', { name: 'Only if …' }));
  const preview = within(screen.getByRole('region', { name: 'Preview' }));
  expect(preview.queryByLabelText(/Which ones/)).toBeNull();
  await userEvent.click(preview.getByRole('radio', { name: 'Yes' }));
  expect(await preview.findByLabelText(/Which ones/)).toBeTruthy();

  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText('Version 1')).toBeTruthy();
  const [version] = await db.rows('form_versions').toArray();
  expect(version?.fields).toMatchObject([
    { id: 'q1', type: 'yes_no', label: 'Any allergies' },
    { id: 'q2', visible_if: { match: 'all', rules: [{ field: 'q1', op: 'eq', value: true }] } },
  ]);

  // A question cannot stand before what it depends on: said when it is published, not before.
  await userEvent.click(screen.getByRole('button', { name: 'Move Which ones up' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Changes not published');
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText('Unfinished')).toBeTruthy();
  expect(await db.rows('form_versions').count()).toBe(1);
});

test('a form is asked for at a time of its own, unless nobody books without it', async () => {
  open('/forms/new');
  await userEvent.type(await screen.findByLabelText('Name'), 'How it went');
  const asked = () => screen.queryByLabelText<HTMLSelectElement>('Asked for');
  expect(asked()?.selectedOptions[0]?.text).toBe('From the booking on, in its confirmation');
  await userEvent.selectOptions(asked()!, '2 days before the visit');
  expect(screen.getByText(/Clients get a mail then/)).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('When it is missing'), 'block_online');
  expect(asked()).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Wanted'), 'manual');
  expect(asked()).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Wanted'), 'payment');
  expect(asked()?.selectedOptions[0]?.text).toBe('As soon as it is paid');
  await userEvent.selectOptions(asked()!, '4 hours after the payment');
  await userEvent.selectOptions(screen.getByLabelText('How often'), 'Once');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(async () =>
    expect(await db.rows('forms').toArray()).toMatchObject([
      {
        name: 'How it went',
        wanted: 'payment',
        offset_min: 240,
        frequency: 'once',
        enforce: 'warn',
      },
    ]),
  );
});

test('a client fills it in on this device, page by page, signs, and it is sealed', async () => {
  const id = await make();
  open(`/forms?fill=${id}&client=ann&appointment=visit`);
  const kiosk = within(await screen.findByRole('dialog', { name: 'Health' }));
  await userEvent.click(kiosk.getByRole('button', { name: 'Next' }));
  expect(await kiosk.findByText('Please fill this in.')).toBeTruthy();
  await userEvent.click(kiosk.getByRole('radio', { name: 'Yes' }));
  await userEvent.type(await kiosk.findByLabelText('Since when'), 'May');
  await userEvent.click(kiosk.getByRole('button', { name: 'Next' }));
  expect(await kiosk.findByText('Page 2 of 2')).toBeTruthy();
  await userEvent.click(kiosk.getByRole('button', { name: 'Send' }));
  expect(await kiosk.findByText('Please fill this in.')).toBeTruthy();

  const pad = kiosk.getByTestId('signature');
  pad.getBoundingClientRect = () => new DOMRect(0, 0, 200, 100);
  fireEvent.pointerDown(pad, { clientX: 20, clientY: 20 });
  fireEvent.pointerMove(pad, { clientX: 100, clientY: 50 });
  fireEvent.pointerUp(pad);
  await userEvent.click(kiosk.getByRole('button', { name: 'Send' }));
  expect(await kiosk.findByRole('heading', { name: 'Thank you' })).toBeTruthy();
  expect(await rows()).toMatchObject([
    {
      client_id: 'ann',
      appointment_id: 'visit',
      answers: {
        q1: true,
        q2: 'May',
        q4: { strokes: [[100, 100, 500, 250]], name: '' },
      },
      flags: [{ field: 'q1', level: 'danger' }],
      state: 'complete',
    },
  ]);
});

test('leaving the device asks first, and nothing half is kept', async () => {
  const id = await make();
  open(`/forms?fill=${id}`);
  const kiosk = within(await screen.findByRole('dialog', { name: 'Health' }));
  await userEvent.click(kiosk.getByRole('button', { name: 'Stop' }));
  expect(await kiosk.findByText('Stop without saving?')).toBeTruthy();
  await userEvent.click(kiosk.getByRole('button', { name: 'Go on' }));
  expect(kiosk.queryByText('Stop without saving?')).toBeNull();
  await userEvent.click(kiosk.getByRole('button', { name: 'Stop' }));
  await userEvent.click(kiosk.getAllByRole('button', { name: 'Stop' }).at(-1)!);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await rows()).toEqual([]);
});

test('neither Escape, nor a press beside it, nor the browser closes it in the hands of a client', async () => {
  const id = await make({ fields: [field('q1', 'yes_no', { label: 'Well?' })] });
  open(`/forms?fill=${id}`);
  const dialog = await screen.findByRole<HTMLDialogElement>('dialog', { name: 'Health' });
  const kiosk = within(dialog);
  const tryAll = async () => {
    await userEvent.keyboard('{Escape}');
    await userEvent.keyboard('{Escape}');
    expect(dialog.open).toBe(true);
    fireEvent.mouseDown(dialog);
    expect(dialog.open).toBe(true);
    // What a second back gesture in a row does.
    dialog.close();
    await waitFor(() => expect(dialog.open).toBe(true));
  };
  await tryAll();
  expect(kiosk.getByText('Stop without saving?')).toBeTruthy();
  await userEvent.click(kiosk.getByRole('button', { name: 'Go on' }));
  await userEvent.click(kiosk.getByRole('button', { name: 'Send' }));
  expect(await kiosk.findByRole('heading', { name: 'Thank you' })).toBeTruthy();
  await tryAll();
  expect(kiosk.getByRole('heading', { name: 'Thank you' })).toBeTruthy();
  await userEvent.click(kiosk.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a reload in the middle loses nothing, and nobody else reads it', async () => {
  const id = await make();
  const at = `/forms?fill=${id}&client=ann`;
  const { unmount } = open(at);
  await userEvent.click(await screen.findByRole('radio', { name: 'Yes' }));
  await userEvent.type(await screen.findByLabelText('Since when'), 'May');
  const kept = Object.keys(sessionStorage).flatMap((key) => {
    const value = sessionStorage.getItem(key);
    return value?.includes('May') ? [{ key, value }] : [];
  });
  expect(kept).toHaveLength(1);
  // Leaving forgets; a reload does not ask.
  unmount();
  expect(sessionStorage.getItem(kept[0]!.key)).toBeFalsy();
  sessionStorage.setItem(kept[0]!.key, kept[0]!.value);
  const again = open(at);
  expect(await screen.findByDisplayValue('May')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Start over' }));
  expect(screen.queryByDisplayValue('May')).toBeNull();
  again.unmount();
  sessionStorage.setItem(kept[0]!.key, kept[0]!.value);
  open(`/forms?fill=${id}&client=bob`);
  expect(await screen.findByRole('button', { name: 'Next' })).toBeTruthy();
  expect(screen.queryByDisplayValue('May')).toBeNull();
  sessionStorage.clear();
});

test('what came in is read with its flags, signed by the staff, and made void with a reason', async () => {
  const id = await make({ countersign: true });
  const [version] = await db.rows('form_versions').toArray();
  const submission = valueOf(
    await fileSubmission(db, {
      versionId: version!.id,
      clientId: 'ann',
      appointmentId: null,
      answers: { q1: true, q2: '<b>May</b>', q4: { strokes: [], name: 'Ann Lee' } },
    }),
  );
  open(`/forms/${id}/edit`);
  await userEvent.click(await screen.findByRole('link', { name: /Ann Lee/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Health' }));
  expect(await sheet.findByText('<b>May</b>')).toBeTruthy();
  expect(sheet.getByText('Important')).toBeTruthy();
  await userEvent.type(sheet.getByLabelText(/Or type your name/), 'Mia');
  await userEvent.click(sheet.getByRole('button', { name: 'Sign' }));
  expect(await sheet.findByText(/Signed by Mia/)).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'Make void' }));
  const form = within(sheet.getByLabelText('Why it is void').closest('form')!);
  await userEvent.click(form.getByRole('button', { name: 'Make void' }));
  expect(await sheet.findByText('Please fill this in.')).toBeTruthy();
  await userEvent.type(sheet.getByLabelText('Why it is void'), 'Wrong person');
  await userEvent.click(form.getByRole('button', { name: 'Make void' }));
  expect(await sheet.findByText('Wrong person')).toBeTruthy();
  pressToast();
  await waitFor(async () =>
    expect(await db.rows('form_submissions').get(submission)).toMatchObject({ state: 'complete' }),
  );
});

test('what came in is corrected: asked again with what was said, and each leads to the other', async () => {
  await make();
  const [version] = await db.rows('form_versions').toArray();
  const first = valueOf(
    await fileSubmission(db, {
      versionId: version!.id,
      clientId: 'ann',
      appointmentId: null,
      answers: { q1: true, q2: 'May', q4: { strokes: [], name: 'Ann Lee' } },
    }),
  );
  open(`/forms?submission=${first}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Correct it' }));
  const since = await screen.findByLabelText<HTMLInputElement>('Since when');
  expect(since.value).toBe('May');
  await userEvent.clear(since);
  await userEvent.type(since, 'June');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  // Signed is what is sent: that is done anew.
  const name = await screen.findByLabelText<HTMLInputElement>(/Or type your name/);
  expect(name.value).toBe('');
  await userEvent.type(name, 'Ann Lee');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByRole('heading', { name: 'Thank you' });
  const second = (await rows()).find(({ supersedes }) => supersedes === first);
  expect(second).toMatchObject({ client_id: 'ann', answers: { q2: 'June' }, state: 'complete' });
  cleanup();

  open(`/forms?submission=${second!.id}`);
  await userEvent.click(await screen.findByRole('link', { name: /^what was filled in on / }));
  expect(await screen.findByText('May')).toBeTruthy();
  expect(screen.getByText('Corrected', { exact: true })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Correct it' })).toBeNull();
  const newer = screen.getByText(/^Corrected on/).querySelector('a');
  expect(newer?.getAttribute('href')).toContain(second!.id);
});

test('what belongs to nobody is given to a client, and taken back', async () => {
  await make();
  const [version] = await db.rows('form_versions').toArray();
  const submission = valueOf(
    await fileSubmission(db, {
      versionId: version!.id,
      clientId: null,
      appointmentId: null,
      answers: { q1: false, q4: { strokes: [], name: 'Bob Ray' } },
    }),
  );
  const whose = async () => (await db.rows('form_submissions').get(submission))?.client_id;
  open(`/forms?submission=${submission}`);
  const sheet = within(await screen.findByRole('dialog', { name: 'Health' }));
  await userEvent.click(await sheet.findByRole('button', { name: 'Say whose it is' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Put it with this client' }));
  expect(await sheet.findByText('Choose a client.')).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'Choose Bob' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Put it with this client' }));
  expect(await sheet.findByRole('link', { name: 'Bob Ray' })).toBeTruthy();
  expect(await whose()).toBe('bob');
  expect(sheet.queryByRole('button', { name: 'Say whose it is' })).toBeNull();
  pressToast();
  await waitFor(async () => expect(await whose()).toBeNull());
});

test('a form that is open to anybody has a link and its code, and gets another one', async () => {
  const id = await make({ public_link_on: true });
  const key = async () => (await db.rows('forms').get(id))?.public_key ?? '';
  const old = await key();
  open(`/forms/${id}/edit`);
  expect(await screen.findByRole('img', { name: 'QR code of the link' })).toBeTruthy();
  expect(screen.getByText(new RegExp(`/form/${old}$`))).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Make a new link' }));
  await waitFor(() => expect(screen.queryByText(new RegExp(`/form/${old}$`))).toBeNull());
  expect(await key()).toMatch(/^[\w-]{32}$/);
  expect(await screen.findByText(new RegExp(`/form/${await key()}$`))).toBeTruthy();
});

test('a client is asked by mail to fill a form in, and asked again', async () => {
  await make({ wanted: 'manual' });
  await db.rows('clients').update('bob', { email: 'bob@example.com' });
  open('/forms?send=bob');
  const sheet = await screen.findByRole('dialog', { name: 'Send a form' });
  await within(sheet).findByText('Never filled in');
  await userEvent.click(within(sheet).getByRole('button', { name: 'Send by mail: Health' }));
  await within(sheet).findByRole('button', { name: 'Send again by mail: Health' });
  expect(await db.rows('form_requests').toArray()).toMatchObject([
    { client_id: 'bob', appointment_id: null, channel: 'email' },
  ]);
});

test('from a phone only the open link can be sent, in the words of the business', async () => {
  await make({ wanted: 'manual', public_link_on: true });
  await db.rows('clients').update('bob', { phone: '+17185550199' });
  open('/forms?send=bob');
  const link = await screen.findByRole('link', { name: /^Text / });
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toMatch(
    /^sms:\+17185550199.*please fill in this form for .*\/form\//,
  );
});
