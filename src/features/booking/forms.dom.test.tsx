import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { field, formFile } from '#domain/forms/form-cases.ts';
import type { FormFile } from '#domain/rows.ts';
import type { ChosenFile } from '#platform/choose-files.ts';
import { readKeptFile } from '#platform/kept-files.ts';
import { BookingLayout } from './booking-layout.tsx';
import { BookingScreen } from './booking-screen.tsx';
import { ConfirmationScreen } from './confirmation-screen.tsx';
import { fakePublicServer } from './fake-public-server.ts';
import { profileFixture } from './profile-fixture.ts';

vi.mock('#platform/choose-files.ts', () => ({
  chooseFiles: async (files: readonly File[]): Promise<ChosenFile[]> =>
    files.map(({ name }) => {
      const { id: _, ...file } = formFile(1, { name });
      return { kind: 'file', file, data: new ArrayBuffer(3) };
    }),
}));

const KEY = 'health-form';
const health = (version: number) => ({
  name: 'Health',
  version,
  fields: [
    field('q1', 'short_text', { label: 'Allergies', required: true }),
    field('q2', 'short_text', { label: 'Name', map_to: 'first_name' }),
    field('q3', 'consent', { label: 'I agree', required: true }),
  ],
});

let server: ReturnType<typeof fakePublicServer>;
let slug: string;
let count = 0;

beforeEach(() => {
  slug = `asking-${(count += 1)}`;
  localStorage.clear();
  const forms = [{ key: KEY, name: 'Health', service_ids: ['cut'] }];
  server = fakePublicServer(profileFixture({ forms }));
  server.state.forms.set(KEY, health(1));
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const open = (path = '') =>
  render(
    <MemoryRouter initialEntries={[`/book/${slug}${path}`]}>
      <Routes>
        <Route path="/book/:proUrl" element={<BookingLayout />}>
          <Route index element={<BookingScreen />} />
          <Route path="confirmation" element={<ConfirmationScreen />} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
const heading = (name: RegExp | string) => screen.findByRole('heading', { level: 1, name });
const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }));

const toDetails = async (service = 'cut-long') => {
  open(`?service=${service}`);
  await heading('Choose your services');
  await press('Continue');
  await heading('Who would you like?');
  await press('Continue');
  await heading('Choose a time');
  await userEvent.click((await screen.findAllByRole('button', { name: /^9:00 AM/ }))[0]!);
  await heading('Your details');
  await userEvent.type(await screen.findByLabelText('First name'), 'Ann');
  await userEvent.type(screen.getByLabelText('Email'), 'ann@example.com');
  await userEvent.type(screen.getByLabelText('Phone'), '718 555 0199');
  await press('Continue');
};
const fillIn = async () => {
  await userEvent.type(await screen.findByLabelText(/Allergies/), 'Latex');
  await userEvent.click(screen.getByRole('checkbox', { name: /I agree/ }));
  await press('Continue');
};

describe('a form without which nothing is booked', () => {
  test('is asked for before the commitment, with the name that is known, and comes with the booking', async () => {
    await toDetails();
    await heading('Health');
    await screen.findByText(/is kept for you/);
    await press('Continue');
    expect(await screen.findAllByText('Please fill this in.')).toHaveLength(2);
    await fillIn();
    await heading('Check and book');
    await press('Book now');
    await heading('You’re booked');
    expect(server.callsOf('book')[0]!.args['request']).toMatchObject({
      answers: [{ key: KEY, version: 1, answers: { q1: 'Latex', q2: 'Ann', q3: true } }],
    });
    expect(localStorage.getItem(`daybook-booking:${slug}`)).toBeNull();
  });

  test('keeps what was answered over a reload; what was agreed to is asked again in a new version', async () => {
    await toDetails();
    await userEvent.type(await screen.findByLabelText(/Allergies/), 'Latex');
    await userEvent.click(screen.getByRole('checkbox', { name: /I agree/ }));
    cleanup();
    server.state.forms.set(KEY, health(2));
    open('?step=review');
    await heading('Health');
    await screen.findByText('This form has changed');
    expect(await screen.findByDisplayValue('Latex')).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: /I agree/ })).not.toHaveProperty('checked', true);
  });

  test('that the server wants and this page did not know is asked for then', async () => {
    server.state.profile = profileFixture();
    await toDetails();
    await heading('Check and book');
    server.state.profile = profileFixture({
      forms: [{ key: KEY, name: 'Health', service_ids: [] }],
    });
    server.state.refuseNext.set('book', { ok: false, code: 'form_required', field: KEY });
    await press('Book now');
    await heading('Health');
    await screen.findByText('Please look through this form once more');
    await fillIn();
    await heading('Check and book');
    await press('Book now');
    await heading('You’re booked');
  });

  test('says so when it cannot be loaded, and is there once it can', async () => {
    server.state.refuseNext.set('public_form', { ok: false, code: 'rate_limited' });
    await toDetails();
    await screen.findByText('The form could not be loaded');
    await press('Try again');
    await screen.findByLabelText(/Allergies/);
  });

  test('that is gone by then keeps nobody from booking', async () => {
    server.state.forms.delete(KEY);
    await toDetails();
    await screen.findByText('The form could not be loaded');
    server.state.profile = profileFixture();
    await press('Try again');
    await heading('Check and book');
  });

  test('that is gone while the one before it was filled in keeps nobody from booking', async () => {
    const forms = [{ key: KEY, name: 'Health', service_ids: [] }];
    server.state.profile = profileFixture({
      forms: [...forms, { key: 'photos', name: 'Photos', service_ids: [] }],
    });
    await toDetails();
    await heading('Health');
    await fillIn();
    await heading('Photos');
    await screen.findByText('The form could not be loaded');
    server.state.profile = profileFixture({ forms });
    await press('Try again');
    await heading('Check and book');
  });

  describe('with photos', () => {
    beforeEach(() => {
      vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:photo');
      server.state.forms.set(KEY, {
        name: 'Health',
        version: 1,
        fields: [field('q1', 'photo', { label: 'The place', required: true })],
      });
    });
    const hand = async () =>
      userEvent.upload(
        await screen.findByLabelText('The place: photos'),
        new File(['x'], 'place.webp', { type: 'image/webp' }),
      );

    test('sends them when somebody continues, names them in the booking, and lets them go', async () => {
      await toDetails();
      await heading('Health');
      await hand();
      const list = await screen.findByRole('list', { name: 'The place: chosen' });
      await within(list).findByText('place.webp');
      expect(server.callsOf('offer_form_file')).toEqual([]);
      await press('Continue');
      await heading('Check and book');
      const [offer] = server.callsOf('offer_form_file');
      const file = offer!.args['file'] as FormFile;
      expect(offer!.args).toMatchObject({ key: KEY, token: null, version: 1, field: 'q1' });
      await press('Book now');
      await heading('You’re booked');
      expect(server.callsOf('book')[0]!.args['request']).toMatchObject({
        answers: [{ key: KEY, version: 1, answers: { q1: [file] } }],
      });
      await waitFor(async () => expect(await readKeptFile(file.id)).toBeNull());
    });

    test('stays where it is when they cannot be sent, and goes on once they can', async () => {
      await toDetails();
      await heading('Health');
      await hand();
      await screen.findByText('place.webp');
      server.state.refuseNext.set('offer_form_file', { ok: false, code: 'file_type' });
      await press('Continue');
      await screen.findByText('The place: This kind of file is not supported.');
      await press('Continue');
      await heading('Check and book');
    });
  });

  test('is nothing for other services', async () => {
    server.state.profile = profileFixture({
      forms: [{ key: KEY, name: 'Health', service_ids: ['colour'] }],
    });
    await toDetails();
    await heading('Check and book');
  });
});
