import 'fake-indexeddb/auto';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { field } from '#domain/forms/form-cases.ts';
import { FIELD_TYPES, hasOptions } from '#domain/forms/field-types.ts';
import type { FormField } from '#domain/rows.ts';
import { BookingLayout } from '#features/booking/booking-layout.tsx';
import { BookingScreen } from '#features/booking/booking-screen.tsx';
import { fakePublicServer } from '#features/booking/fake-public-server.ts';
import { GiftCardScreen } from '#features/booking/gift-card-screen.tsx';
import { GiftDeposit } from '#features/booking/gift-deposit.tsx';
import { profileFixture } from '#features/booking/profile-fixture.ts';
import { WaitlistConfirmationScreen } from '#features/booking/waitlist-confirmation-screen.tsx';
import { CancelScreen } from '#features/cancel/cancel-screen.tsx';
import { statusFixture } from '#features/cancel/status-fixture.ts';
import { PublicFormScreen } from '#features/public-forms/public-form-screen.tsx';
import type { BookRequest } from '#remote/public-booking.ts';
import type { WaitEntry } from '#remote/public-waitlist.ts';
import { faultsOfFields, fieldsIn, HOSTILE, nameOf } from '#tests/harness/hostile-fields.ts';

/** Whatever is typed into whatever field a client meets (reliability.md 9.2). Fields are found on the page. */

let server: ReturnType<typeof fakePublicServer>;
let slug: string;
let count = 0;

const serve = (changes: (profile: ReturnType<typeof profileFixture>) => void = () => {}): void => {
  const profile = profileFixture();
  profile.rules.allow_waitlist = true;
  changes(profile);
  server = fakePublicServer(profile);
  vi.stubGlobal('fetch', server.fetch);
};

beforeEach(() => {
  slug = `hostile-${(count += 1)}`;
  localStorage.clear();
  serve();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const open = (path: string): void => {
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/book/:proUrl" element={<BookingLayout />}>
          <Route index element={<BookingScreen />} />
          <Route path="gift-card" element={<GiftCardScreen />} />
          <Route path="waitlist-confirmation" element={<WaitlistConfirmationScreen />} />
        </Route>
        <Route path="/cancel-appointment" element={<CancelScreen />} />
        <Route path="/form/:publicKey" element={<PublicFormScreen />} />
      </Routes>
    </MemoryRouter>,
  );
};
const heading = (name: RegExp | string) => screen.findByRole('heading', { level: 1, name });
const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }));
/** Looked up anew only when it is not on the page any more: looking takes longer than all the rest. */
const held = (find: () => HTMLElement): (() => HTMLElement) => {
  let found: HTMLElement | null = null;
  return () => (found?.isConnected ? found : (found = find()));
};
const mainPart = () => held(() => screen.getByRole('main'));
const formOf = (label: RegExp | string) =>
  held(() => screen.getByLabelText(label).closest('form')!);
const pressing = (name: RegExp | string) => {
  const button = held(() => screen.getByRole('button', { name }));
  return () => void fireEvent.click(button());
};
const typed = (label: RegExp | string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } });

const toTimes = async () => {
  open(`/book/${slug}?service=cut-long`);
  await press('Continue');
  await heading('Who would you like?');
  await press('Continue');
  await heading('Choose a time');
};
const toDetails = async () => {
  await toTimes();
  await userEvent.click((await screen.findAllByRole('button', { name: /^9:00 AM/ }))[0]!);
  await heading('Your details');
};
const namesShown = (): string[] => fieldsIn(screen.getByRole('main')).map(nameOf);

/** A file with a field of its own stands here with the test below that comes to it. */
const PAGES: Readonly<Record<string, string>> = {
  'booking/change-wish': 'when somebody on the waitlist can come',
  'booking/detail-fields': 'who somebody is, with a note',
  'booking/forms-step': 'a form, with every kind of question',
  'booking/gift-card-form': 'a gift card',
  'booking/gift-check-screen': 'what is left on a gift card',
  'booking/gift-deposit': 'a gift card toward what is paid',
  'booking/guests-part': 'how a guest is called',
  'booking/known-client': 'a code for who has been here before',
  'booking/services-step': 'looking for a service',
  'booking/visit-address': 'an address that somebody comes to',
  'booking/waitlist-step': 'the waitlist: when, who, and what else',
  'cancel/cancel-page': 'why somebody does not come',
  'public-forms/public-form-screen': 'a form, with every kind of question',
};

test('every page of clients that has a field to type into is tried', () => {
  const files = import.meta.glob<string>('../features/{booking,cancel,public-forms}/*.tsx', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const typing =
    /<(Text|Money|Date|Time|Number|Search)(Field|Area)\b|<(FormFill|WindowFields)\b|type="search"/;
  const found = Object.entries(files).flatMap(([path, text]) =>
    typing.test(text) && !path.includes('.test.')
      ? [path.replace('../features/', '').replace('.tsx', '')]
      : [],
  );
  expect(found.toSorted()).toEqual(Object.keys(PAGES).toSorted());
});

describe('booking', () => {
  test('who somebody is, with a note', async () => {
    await toDetails();
    expect(namesShown()).toHaveLength(5);
    // Nobody goes on without either of them; each is tried while the other one is missing.
    const form = formOf('First name');
    const goOn = pressing('Continue');
    expect(await faultsOfFields({ root: form, goOn })).toEqual([]);
    // As messengers hand numbers on.
    typed('Phone', '\u202a+1 718 555 0199\u202c');
    goOn();
    const phone = screen.getByLabelText<HTMLInputElement>('Phone');
    expect([phone.value, phone.getAttribute('aria-invalid')]).toEqual(['+1 718 555 0199', null]);
  });

  test('a code for who has been here before', async () => {
    open(`/book/${slug}`);
    await press('Been here before?');
    await screen.findByLabelText('Your email address');
    const form = held(() => screen.getByRole('form', { name: 'Been here before?' }));
    const goOn = pressing('Send me a code');
    const further = {
      hasLeft: () => screen.queryByLabelText('Code from the mail') !== null,
      back: async () => {
        await press('Ask for another code');
      },
    };
    expect(await faultsOfFields({ root: form, goOn, further })).toEqual([]);
    typed('Your email address', 'ann@example.com');
    goOn();
    await screen.findByLabelText('Code from the mail');
    expect(await faultsOfFields({ root: form, goOn: pressing('Use the code') })).toEqual([]);
  });

  test('an address that somebody comes to', async () => {
    serve((profile) => {
      for (const service of profile.services) service.location_types = ['client'];
      profile.rules.visit_postal_codes = ['112'];
    });
    open(`/book/${slug}?service=cut-long`);
    await press('Continue');
    await screen.findByLabelText('Street and number');
    expect(namesShown()).toHaveLength(5);
    expect(await faultsOfFields({ root: mainPart(), goOn: pressing('Continue') })).toEqual([]);
  });

  test('how a guest is called is shown as it was typed, and nothing of it acts', async () => {
    serve((profile) => {
      profile.rules.group_max = 3;
    });
    open(`/book/${slug}?service=cut-long`);
    await press('Bring somebody along');
    const list = held(() => screen.getByLabelText('What they have').closest('fieldset')!);
    for (const [what, text] of HOSTILE) {
      const [name] = fieldsIn(list());
      fireEvent.change(name!, { target: { value: text.slice(0, 120) } });
      const legend = list().querySelector('legend')!;
      const shown = fieldsIn(list())[0]!.value.trim();
      expect([what, legend.textContent]).toEqual([what, shown || 'Guest 1']);
      expect(legend.children).toHaveLength(0);
    }
  });

  test('the waitlist: when, who, and what else', async () => {
    await toTimes();
    await press('Join the waitlist');
    await heading('Join the waitlist');
    const form = formOf('First name');
    expect(fieldsIn(form()).length).toBeGreaterThan(6);
    expect(await faultsOfFields({ root: form, goOn: pressing('Join the waitlist') })).toEqual([]);
    expect(server.callsOf('join_waitlist')).toEqual([]);
  });

  test('a gift card', async () => {
    open(`/book/${slug}/gift-card`);
    await heading('Buy a gift card');
    expect(namesShown()).toHaveLength(7);
    const goOn = pressing('Continue to payment');
    expect(await faultsOfFields({ root: mainPart(), goOn })).toEqual([]);
    expect(server.callsOf('start_gift_card')).toEqual([]);
  });

  test('what is left on a gift card', async () => {
    open(`/book/${slug}/gift-card?check`);
    await screen.findByLabelText('Code');
    expect(await faultsOfFields({ root: mainPart(), goOn: pressing('Check') })).toEqual([]);
    expect(server.callsOf('gift_card_balance')).toEqual([]);
  });

  test('a gift card toward what is paid', async () => {
    render(<GiftDeposit slug={slug} request={{} as BookRequest} onKept={() => {}} />);
    await press('Use a gift card');
    const form = held(() => screen.getByRole('form', { name: 'Gift card' }));
    expect(await faultsOfFields({ root: form, goOn: pressing('Use gift card') })).toEqual([]);
    expect(server.callsOf('keep_gift_card')).toEqual([]);
  });

  test('when somebody on the waitlist can come', async () => {
    const entry: WaitEntry = {
      state: 'waiting',
      items: [],
      windows: [
        { from_day: '2027-03-01', to_day: '2027-03-05', weekdays: [], from_min: 0, to_min: 1440 },
      ],
      flexible_min: 0,
      location_type: null,
      expires_at: '2099-01-01T05:00:00+00:00',
      time_zone: 'America/New_York',
    };
    server.state.waits.set('wait-1', entry);
    open(`/book/${slug}/waitlist-confirmation?token=wait-1`);
    await press('Change when I can come');
    await screen.findByRole('form', { name: 'When you can come' });
    const form = held(() => screen.getByRole('form', { name: 'When you can come' }));
    const further = {
      hasLeft: () => screen.queryByRole('form', { name: 'When you can come' }) === null,
      back: async () => {
        await press('Change when I can come');
        await screen.findByRole('form', { name: 'When you can come' });
      },
    };
    expect(await faultsOfFields({ root: form, goOn: pressing('Save'), further })).toEqual([]);
  });

  test('looking for a service', async () => {
    serve((profile) => {
      const [one] = profile.services;
      const [option] = profile.variants;
      for (let at = 0; at < 30; at += 1) {
        profile.services.push({ ...one!, id: `more-${at}`, name: `More ${at}` });
        profile.variants.push({ ...option!, id: `more-${at}-a`, service_id: `more-${at}` });
      }
    });
    open(`/book/${slug}`);
    const search = await screen.findByRole('searchbox');
    for (const [, text] of HOSTILE) {
      fireEvent.change(search, { target: { value: text } });
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Choose your services');
    }
    expect('hurt' in window).toBe(false);
  });
});

test('why somebody does not come is sent as it was typed', async () => {
  const status = statusFixture({}, new Date(Date.now() + 20 * 86_400_000).toISOString());
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    if (url.endsWith('cancel_booking')) {
      sent.push((JSON.parse(body) as { reason: unknown }).reason);
      return Promise.resolve(Response.json({ ok: false, code: 'too_late' }));
    }
    return Promise.resolve(Response.json({ ok: true, ...status }));
  });
  open('/cancel-appointment?token=tok&do=cancel');
  const reason = await screen.findByRole('textbox');
  const goOn = pressing('Cancel the appointment');
  for (const [place, [, text]] of HOSTILE.entries()) {
    fireEvent.change(reason, { target: { value: text.slice(0, 500) } });
    goOn();
    await waitFor(() => expect(sent).toHaveLength(place + 1));
    await screen.findByText(/too late/);
  }
});

test('a form, with every kind of question', async () => {
  const fields: FormField[] = FIELD_TYPES.filter((type) => type !== 'page_break').map((type) =>
    field(`q-${type}`, type, {
      label: `About ${type}`,
      required: true,
      ...(hasOptions(type) && { options: ['Yes', 'No'] }),
    }),
  );
  const calls: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    calls.push(url);
    return Promise.resolve(
      Response.json({
        ok: true,
        server_time: new Date().toISOString(),
        form: { name: 'Health', version: 1, fields },
        business: { ...profileFixture().business, slug },
      }),
    );
  });
  open('/form/key-1');
  await heading('Health');
  const form = held(() => screen.getByRole('button', { name: 'Send' }).closest('form')!);
  expect(fieldsIn(form()).length).toBeGreaterThan(6);
  const faults = await faultsOfFields({ root: form, goOn: pressing('Send') });
  await act(() => Promise.resolve());
  expect(faults).toEqual([]);
  expect(calls.filter((url) => url.endsWith('submit_form'))).toEqual([]);
});
