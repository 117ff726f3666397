// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { BundleRow, WaitlistEntryRow, WaitlistOffer } from '#domain/rows.ts';
import type { OfferServer } from '#domain/waitlist/offer-server.ts';
import { SALON_DAY, openSalon, put, salonTime } from '#tests/fixtures/salon.ts';
import { place, pressToast, renderScreen, toasts } from '#tests/setup/screen.tsx';
import type { ClientPicker } from '#ui/client-picker.ts';
import { WaitlistScreen } from './waitlist-screen.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const entryRow = (id: string, more: Partial<WaitlistEntryRow> = {}) =>
  put(db, 'waitlist_entries', {
    id,
    client_id: 'ann',
    items: [{ variant_id: 'cut-variant', staff_ids: ['mia'], add_on_ids: [] }],
    windows: [
      { from_day: SALON_DAY, to_day: SALON_DAY, weekdays: [], from_min: 720, to_min: 1020 },
    ],
    note: null,
    priority: 0,
    source: 'public',
    state: 'waiting',
    appointment_id: null,
    expires_at: salonTime(1020),
    fits_at: null,
    ...more,
  });

const Picker: ClientPicker = ({ onChange }) => (
  <button type="button" onClick={() => onChange('bob')}>
    Choose Bob
  </button>
);

/** As it is without a connection. */
const unreachable: OfferServer = {
  offer: () => Promise.resolve(fail('offline')),
  takeBack: () => Promise.resolve(fail('offline')),
};

const open = async (at = '/waitlist', offers = unreachable) => {
  renderScreen(db, {
    path: '/waitlist',
    at,
    screen: (
      <WaitlistScreen
        clientPicker={Picker}
        offers={offers}
        renderBooking={({ entryId, startsAt, isOpen }) =>
          isOpen ? <p>{`Booking ${entryId} at ${startsAt ?? 'any time'}`}</p> : null
        }
      />
    ),
  });
  await screen.findByRole('heading', { name: 'Waitlist' });
};
const card = (name = 'Ann Lee') => screen.findByRole('article', { name });

test('nobody waits: it says what the list is for and adds somebody', async () => {
  await open();
  expect(await screen.findByText('Nobody waits')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add somebody' }));
  const sheet = within(await screen.findByRole('dialog'));
  await userEvent.click(sheet.getByRole('button', { name: 'Add' }));
  expect(await sheet.findByText('Choose a service.')).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'Choose Bob' }));
  await userEvent.selectOptions(sheet.getByLabelText('Service'), 'Beard trim');
  await userEvent.click(sheet.getByRole('button', { name: 'Leo' }));
  await userEvent.selectOptions(sheet.getByLabelText('Time of day'), 'evening');
  await userEvent.selectOptions(sheet.getByLabelText('Earlier or later'), '30');
  await userEvent.click(sheet.getByRole('button', { name: 'Add' }));
  expect((await card('Bob Ray')).textContent).toMatch(/Also 30 min.* earlier or later/);
  expect(await db.rows('waitlist_entries').toArray()).toMatchObject([
    {
      client_id: 'bob',
      items: [{ variant_id: 'beard-variant', staff_ids: ['leo'], add_on_ids: [] }],
      windows: [{ from_day: SALON_DAY, from_min: 1020, to_min: 1440 }],
      flexible_min: 30,
      state: 'waiting',
    },
  ]);
  expect((await db.outbox.toArray()).map(({ name }) => name)).toEqual(['waitlist.add']);
});

test('each entry shows the free times that fit, and a press books one of them', async () => {
  await entryRow('w1', { note: 'After lunch' });
  await put(db, 'clients', { ...(await db.rows('clients').get('ann'))!, phone: '+17185550100' });
  await open();
  const ann = within(await card());
  expect(ann.getByText('Cut and finish with Mia')).toBeTruthy();
  expect(ann.getByText('Tue, Nov 24, 12:00 PM – 5:00 PM')).toBeTruthy();
  expect(ann.getByText('“After lunch”')).toBeTruthy();
  expect(ann.getByText(/joined online/)).toBeTruthy();
  expect(ann.getByRole('link', { name: 'Call Ann Lee' }).getAttribute('href')).toBe(
    'tel:+17185550100',
  );
  await ann.findByRole('list', { name: 'Free times that fit' });
  const text = ann.getByRole('link', { name: 'Text Ann Lee' }).getAttribute('href') ?? '';
  expect(decodeURIComponent(text)).toContain('a time came free for Cut and finish: Tue, Nov 24');
  await userEvent.click(ann.getByRole('button', { name: /12:00 PM/ }));
  expect(await screen.findByText(`Booking w1 at ${salonTime(720)}`)).toBeTruthy();
  expect(place()).toContain('book=w1');
});

test('somebody is taken off the list and comes back by undo, or from those who are off', async () => {
  await entryRow('w1');
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Take Ann Lee off the list' }));
  expect(await screen.findByText('Nobody waits at the moment.')).toBeTruthy();
  expect(toasts()).toEqual(['Ann Lee is off the waitlist']);
  pressToast();
  await card();
  await userEvent.click(screen.getByRole('button', { name: 'Take Ann Lee off the list' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Off the list' }));
  await userEvent.click(
    await screen.findByRole('button', { name: 'Put Ann Lee back on the list' }),
  );
  await waitFor(async () =>
    expect(await db.rows('waitlist_entries').get('w1')).toMatchObject({ state: 'waiting' }),
  );
});

test('a time that came free shows only those whom it fits', async () => {
  await entryRow('w1');
  await entryRow('w2', {
    client_id: 'bob',
    items: [{ variant_id: 'cut-variant', staff_ids: ['leo'], add_on_ids: [] }],
  });
  await open(`/waitlist?freed=${encodeURIComponent(`${salonTime(780)}~${salonTime(840)}~mia`)}`);
  expect(await screen.findByText('Free: Tue, Nov 24, 1:00 – 2:00 PM')).toBeTruthy();
  await card();
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Bob Ray' })).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  await card('Bob Ray');
});

test('a long list is read in pages and searched', async () => {
  for (let index = 0; index < 25; index += 1) {
    await put(db, 'clients', {
      ...(await db.rows('clients').get('bob'))!,
      id: `c${index}`,
      first_name: `Client${index}`,
    });
    await entryRow(`w${String(index).padStart(2, '0')}`, { client_id: `c${index}` });
  }
  await open();
  await card('Client0 Ray');
  expect(screen.getAllByRole('article')).toHaveLength(20);
  await userEvent.click(screen.getByRole('button', { name: '5 more' }));
  expect(screen.getAllByRole('article')).toHaveLength(25);
  // In one go: a list of this length is drawn anew with every letter.
  await userEvent.click(screen.getByRole('searchbox', { name: 'Search the waitlist' }));
  await userEvent.paste('client24');
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
});

test('who may not manage the waitlist is told so', async () => {
  await put(db, 'memberships', {
    ...(await db.rows('memberships').get('membership'))!,
    role: 'practitioner',
  });
  await open();
  expect(await screen.findByText('Not part of your role')).toBeTruthy();
});

/** What the server was asked to do about offers. */
const fakeOffers = () => {
  const calls: unknown[][] = [];
  const note =
    (name: string) =>
    (...args: unknown[]) => {
      calls.push([name, ...args]);
      return Promise.resolve(ok({}));
    };
  const server: OfferServer = { offer: note('offer'), takeBack: note('takeBack') };
  return { server, calls };
};
const giveMail = async () =>
  put(db, 'clients', { ...(await db.rows('clients').get('ann'))!, email: 'ann@example.com' });

test('a free time is offered by a press, where there is an address and a connection', async () => {
  await giveMail();
  await entryRow('w1');
  await entryRow('w2', { client_id: 'bob' });
  const { server, calls } = fakeOffers();
  await open('/waitlist', server);
  const ann = within(await card());
  const [offer] = await ann.findAllByRole('button', { name: /^Offer .* to Ann Lee$/ });
  await userEvent.click(offer!);
  await waitFor(() => expect(toasts()).toEqual(['Ann Lee is offered Tue, Nov 24, 12:00 PM']));
  expect(calls).toEqual([
    [
      'offer',
      db.businessId,
      'w1',
      { startsAt: salonTime(720), endsAt: salonTime(765), staffId: 'mia' },
    ],
  ]);
  const bob = within(await card('Bob Ray'));
  await bob.findByRole('list', { name: 'Free times that fit' });
  expect(bob.queryByRole('button', { name: /^Offer / })).toBeNull();

  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => {
    window.dispatchEvent(new Event('offline'));
  });
  expect(await ann.findByText(/that needs a connection/)).toBeTruthy();
  expect(ann.queryByRole('button', { name: /^Offer / })).toBeNull();
});

test('who was offered what is seen; what is kept for them is nobody else’s, until it is taken back', async () => {
  const offer = (id: string, more: Partial<WaitlistOffer>): WaitlistOffer => ({
    id,
    mode: 'first_in_line',
    starts_at: salonTime(720),
    ends_at: salonTime(765),
    staff_ids: ['mia'],
    state: 'sent',
    sent_at: salonTime(600),
    expires_at: salonTime(660),
    ...more,
  });
  await giveMail();
  await entryRow('w1', {
    state: 'offered',
    offers: [
      offer('o2', {}),
      offer('o1', { state: 'declined', starts_at: salonTime(900), ends_at: salonTime(945) }),
    ],
  });
  await entryRow('w2', { client_id: 'bob' });
  const { server, calls } = fakeOffers();
  await open('/waitlist', server);
  const ann = within(await card());
  expect(ann.getByText('Offered a time')).toBeTruthy();
  const lines = within(ann.getByRole('list', { name: 'Offers' })).getAllByRole('listitem');
  await waitFor(() =>
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'Tue, Nov 24, 12:00 PM with Mia: answer until Tue, Nov 24, 11:00 AM',
      'Tue, Nov 24, 3:00 PM with Mia: they said no',
    ]),
  );
  const bob = within(await card('Bob Ray'));
  await bob.findByRole('list', { name: 'Free times that fit' });
  expect(bob.queryByRole('button', { name: /12:00 PM/ })).toBeNull();

  await userEvent.click(ann.getByRole('button', { name: 'Take back what Ann Lee was offered' }));
  await waitFor(() => expect(toasts()).toHaveLength(1));
  expect(calls).toEqual([['takeBack', db.businessId, 'o2']]);
});

test('that an offer was seen stands there since when, as long as the answer is open', async () => {
  await entryRow('w1', {
    state: 'offered',
    offers: [
      {
        id: 'o2',
        mode: 'manual',
        starts_at: salonTime(720),
        ends_at: salonTime(765),
        staff_ids: ['mia'],
        state: 'sent',
        sent_at: salonTime(500),
        viewed_at: db.now(),
        expires_at: salonTime(660),
      },
    ],
  });
  await open();
  const ann = within(await card());
  const [line] = within(ann.getByRole('list', { name: 'Offers' })).getAllByRole('listitem');
  await waitFor(() =>
    expect(line?.textContent).toMatch(
      / with Mia: seen \d+:\d\d [AP]M, answer until Tue, Nov 24, 11:00 AM$/,
    ),
  );
});

const BRIDAL: Partial<BundleRow> & { id: string } = {
  id: 'bridal',
  name: 'Bridal day',
  description: null,
  visibility: 'public',
  variant_ids: ['cut-variant', 'beard-variant'],
  price_mode: 'fixed',
  price_cents: 5000,
  percent_bp: null,
  sort_key: 'a',
  status: 'active',
};

test('where somebody wants it, and that it is a bundle, is seen and stays through a change', async () => {
  await put(db, 'bundles', BRIDAL);
  const part = (variant_id: string) => ({
    variant_id,
    staff_ids: [],
    add_on_ids: [],
    bundle_id: 'bridal',
  });
  await entryRow('w1', {
    items: [part('cut-variant'), part('beard-variant')],
    location_type: 'client',
    address: { line1: '12 Elm Street', city: 'Queens' },
  });
  await open();
  const ann = within(await card());
  expect(ann.getByText('Cut and finish (Bridal day)')).toBeTruthy();
  expect(ann.getByText('At the client’s', { exact: false }).textContent).toBe(
    'At the client’s: 12 Elm Street, Queens',
  );
  const change = async () => {
    await userEvent.click(ann.getByRole('button', { name: 'Change what Ann Lee waits for' }));
    return within(await screen.findByRole('dialog'));
  };
  const saved = async () => {
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return (await db.rows('waitlist_entries').get('w1'))!;
  };
  let sheet = await change();
  await userEvent.selectOptions(sheet.getByLabelText('Earlier or later'), '15');
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
  expect(await saved()).toMatchObject({
    items: [part('cut-variant'), part('beard-variant')],
    location_type: 'client',
    flexible_min: 15,
  });
  // Without a part it is no bundle any more.
  sheet = await change();
  await userEvent.click(sheet.getByRole('button', { name: 'Remove Service 2' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
  expect((await saved()).items).toEqual([
    { variant_id: 'cut-variant', staff_ids: [], add_on_ids: [] },
  ]);
});

/** A cut and a beard trim as one, both also done at the client's. */
const sellBridal = async () => {
  for (const id of ['cut', 'beard']) {
    await put(db, 'services', {
      ...(await db.rows('services').get(id))!,
      location_types: ['business', 'client', 'remote'],
    });
  }
  await put(db, 'bundles', BRIDAL);
};
const newEntry = async () => {
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Add somebody' }));
  const sheet = within(await screen.findByRole('dialog'));
  await userEvent.click(sheet.getByRole('button', { name: 'Choose Bob' }));
  return sheet;
};
const theEntry = async () => (await db.rows('waitlist_entries').toArray())[0];

test('a bundle is added at once, and where it is wanted is chosen', async () => {
  await sellBridal();
  const sheet = await newEntry();
  await waitFor(() => sheet.getByLabelText(/^Add a bundle/));
  expect(sheet.queryByLabelText('Where')).toBeNull();
  await userEvent.selectOptions(sheet.getByLabelText(/^Add a bundle/), 'Bridal day');
  expect(sheet.getAllByText('Part of Bridal day')).toHaveLength(2);
  expect(sheet.queryByLabelText(/^Add a bundle/)).toBeNull();
  expect((sheet.getByLabelText('Where') as HTMLSelectElement).value).toBe('business');
  await userEvent.selectOptions(sheet.getByLabelText('Where'), 'By video');
  expect(sheet.queryByRole('group', { name: 'Address of the visit' })).toBeNull();
  await userEvent.selectOptions(sheet.getByLabelText('Where'), 'At the client’s');
  sheet.getByText('Not in their record yet. Nothing is offered until it is.');
  await userEvent.click(sheet.getByRole('radio', { name: /^Another one/ }));
  await userEvent.click(sheet.getByRole('button', { name: 'Add' }));
  expect(await theEntry()).toBeUndefined();
  expect(sheet.getByLabelText(/^Street and number/).getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(sheet.getByLabelText(/^Street and number/), '12 Elm Street');
  await userEvent.click(sheet.getByRole('button', { name: 'Add' }));
  const bob = within(await card('Bob Ray'));
  expect(bob.getByText('Beard trim (Bridal day)')).toBeTruthy();
  expect(bob.getByText('At the client’s', { exact: false }).textContent).toContain('12 Elm Street');
  const part = (variant_id: string) => ({
    variant_id,
    staff_ids: [],
    add_on_ids: [],
    bundle_id: 'bridal',
  });
  expect(await theEntry()).toMatchObject({
    items: [part('cut-variant'), part('beard-variant')],
    location_type: 'client',
    address: { line1: '12 Elm Street' },
  });

  // Back at their own place, and then at the business.
  const change = async (select: () => Promise<void>) => {
    await userEvent.click(bob.getByRole('button', { name: 'Change what Bob Ray waits for' }));
    await screen.findByRole('dialog');
    await select();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await change(async () =>
    userEvent.click(await screen.findByRole('radio', { name: /^The client’s own/ })),
  );
  expect(await theEntry()).toMatchObject({ location_type: 'client', address: null });
  await change(async () =>
    userEvent.selectOptions(await screen.findByLabelText('Where'), 'At the business'),
  );
  expect(await theEntry()).toMatchObject({ location_type: 'business', address: null });
});

test('where is not asked of what is had at the business alone, and a place is only where all is had', async () => {
  await sellBridal();
  await put(db, 'services', {
    ...(await db.rows('services').get('beard'))!,
    location_types: ['business'],
  });
  const sheet = await newEntry();
  await userEvent.selectOptions(sheet.getByLabelText('Service'), 'Cut and finish');
  await userEvent.selectOptions(await sheet.findByLabelText('Where'), 'By video');
  await userEvent.selectOptions(sheet.getByLabelText('Service'), 'Beard trim');
  await waitFor(() => expect(sheet.queryByLabelText('Where')).toBeNull());
  await userEvent.click(sheet.getByRole('button', { name: 'Add' }));
  await card('Bob Ray');
  expect(await theEntry()).toMatchObject({ location_type: null, address: null });
});
