// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { InitialEntry } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient, editClient } from '#db/commands/clients.ts';
import { completeSale } from '#db/commands/sales.ts';
import type { DaybookDb } from '#db/open.ts';
import { openSalon, putAppointment, putRows, segmentOf, valueOf } from '#db/test-rows.ts';
import { NEW_CLIENT } from '#domain/clients/schema.ts';
import { must } from '#domain/errors/assert.ts';
import type { Searched } from '#ui/use-searched.ts';
import { place, pressToast, renderScreen, toasts } from '#tests/setup/screen.tsx';
import { ClientScreen } from './client-screen.tsx';
import { ClientsScreen } from './clients-screen.tsx';

let db: DaybookDb;
beforeEach(async () => {
  sessionStorage.clear();
  db = await openSalon();
});
afterEach(() => db.close());

const openList = async (at: InitialEntry = '/clients') => {
  renderScreen(db, { path: '/clients', at, screen: <ClientsScreen /> });
  await screen.findByText(/client/, { selector: '[role="status"]' });
  return userEvent.setup();
};
const openCleo = async (at = '/clients/cleo') => {
  renderScreen(db, { path: '/clients/:clientId', at, screen: <ClientScreen /> });
  await screen.findByRole('heading', { name: 'Cleo Adams' });
  return userEvent.setup();
};
const sheet = async () => within(await screen.findByRole('dialog'));
const counted = (text: string) => screen.findByText(text, { selector: '[role="status"]' });
const cleo = async () => must(await db.rows('clients').get('cleo'), 'Cleo is in the salon');

describe('a message to come again', () => {
  const lastVisit = () =>
    putAppointment(db, 'old', [segmentOf('s1', 'ana', '2027-01-05T15:00:00+00:00')], {
      client_id: 'cleo',
      status: 'completed',
    });

  it('is ready with the words of the business, and is sent by the phone', async () => {
    await lastVisit();
    await editClient(db, 'cleo', { phone: '212 555 0100' });
    const user = await openCleo('/clients/cleo?write=rebook');
    const own = await sheet();
    const text = await own.findByLabelText<HTMLTextAreaElement>(/^Text/);
    expect(text.value).toMatch(
      /^Hello Cleo, time for your next visit to Test Salon\? Book here: http/,
    );
    // Marketing wants a yes.
    own.getByText('They have not agreed to news and offers');
    await user.clear(text);
    await user.type(text, 'We miss you');
    const send = own.getByRole('link', { name: /^Text Cleo/ });
    expect(send.getAttribute('href')).toMatch(/^sms:\+12125550100.*We%20miss%20you$/);
    await user.click(send);
    own.getByRole('link', { name: /again$/ });
  });

  it('is for who was there before', async () => {
    await openCleo('/clients/cleo?write=rebook');
    await (await sheet()).findByText('There is no visit yet to come back from.');
  });
});

describe('the list of clients', () => {
  it('counts, and finds by name, phone, e-mail and tag while typing', async () => {
    await createClient(db, { first_name: 'Ben', last_name: 'Zorn', phone: '212 555 0199' });
    await createClient(db, { first_name: 'Mia', tags: ['bride'], email: 'mia@mail.example' });
    const user = await openList();
    await counted('3 clients');
    const search = screen.getByRole('searchbox', { name: 'Search clients' });
    for (const [typed, found] of [
      ['zor', '1 of 3 clients'],
      ['555 01', '1 of 3 clients'],
      ['mail.example', '2 of 3 clients'],
      ['bride', '1 of 3 clients'],
    ] as const) {
      await user.clear(search);
      await user.type(search, typed);
      await counted(found);
    }
  });

  it('answers a key at once, with no query and no other drawing between', async () => {
    await createClient(db, { first_name: 'Ben', last_name: 'Zorn' });
    await openList();
    await counted('2 clients');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'z' } });
    expect(screen.getByText('1 of 2 clients')).toBeTruthy();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '' } });
    expect(screen.getByText('2 clients')).toBeTruthy();
  });

  it('opens the first one found by Enter, and the slash key goes to the search', async () => {
    const user = await openList();
    await user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    await user.keyboard('cleo');
    await counted('1 client');
    await user.keyboard('{Enter}');
    expect(place()).toBe('/clients/cleo');
  });

  it('looks the same after coming back from a client', async () => {
    await createClient(db, { first_name: 'Ben', last_name: 'Zorn' });
    const user = await openList();
    await user.type(screen.getByRole('searchbox'), 'cleo');
    await counted('1 of 2 clients');
    await user.keyboard('{Enter}');
    expect(place()).toBe('/clients/cleo');
    await user.click(screen.getByRole('button', { name: 'Browser back' }));
    await counted('1 of 2 clients');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('cleo');
  });

  it('offers to add whom nobody found, under the name that was typed', async () => {
    const user = await openList();
    await user.type(screen.getByRole('searchbox'), 'dana wu');
    await user.click(await screen.findByRole('button', { name: 'Add “dana wu”' }));
    expect((await sheet()).getByLabelText<HTMLInputElement>('First name').value).toBe('Dana');
    await user.click((await sheet()).getByRole('button', { name: 'Add client' }));
    await waitFor(() => expect(toasts()).toEqual(['Dana Wu added']));
    await waitFor(() => expect(place()).toMatch(/^\/clients\/[0-9a-f-]{36}$/));
  });

  it('adds whom the search of the whole app did not find, under the name typed there', async () => {
    // What was typed for somebody else and left is not theirs.
    const before = await openList('/clients?new=client');
    await before.type(await (await sheet()).findByLabelText('First name'), 'Ann');
    cleanup();
    const state: Searched = { searched: 'dana wu' };
    const user = await openList({ pathname: '/clients', search: '?new=client', state });
    const own = await sheet();
    expect((await own.findByLabelText<HTMLInputElement>('Last name')).value).toBe('Wu');
    expect((await own.findByLabelText<HTMLInputElement>('First name')).value).toBe('Dana');
    await user.click(own.getByRole('button', { name: 'Add client' }));
    await waitFor(() => expect(toasts()).toEqual(['Dana Wu added']));
  });

  it('warns of a client with the same phone and saves all the same', async () => {
    await editClient(db, 'cleo', { phone: '(212) 555-0100' });
    const user = await openList('/clients?new=client');
    await user.type(await (await sheet()).findByLabelText('First name'), 'Theo');
    await user.type((await sheet()).getByLabelText('Phone'), '212 555 0100');
    await (await sheet()).findByText('Somebody like this is already here');
    expect((await sheet()).getByRole('link', { name: 'Cleo Adams' }).getAttribute('href')).toBe(
      '/clients/cleo',
    );
    await user.click((await sheet()).getByRole('button', { name: 'Add client' }));
    await waitFor(async () => expect(await db.rows('clients').count()).toBe(2));
  });

  it('asks whether they want news, and writes it down for the ways in which they are reached', async () => {
    const user = await openList('/clients?new=client');
    await user.type(await (await sheet()).findByLabelText('First name'), 'Theo');
    await user.type((await sheet()).getByLabelText('Phone'), '212 555 0144');
    await user.click((await sheet()).getByRole('radio', { name: 'No' }));
    await user.click((await sheet()).getByRole('button', { name: 'Add client' }));
    await waitFor(async () =>
      expect(await db.rows('consent_events').toArray()).toMatchObject([
        { purpose: 'marketing', channel: 'sms', state: 'denied', source: 'in_person' },
      ]),
    );
  });

  it('says what is missing and keeps what was typed over a reload', async () => {
    const user = await openList('/clients?new=client');
    await user.type(await (await sheet()).findByLabelText('E-mail'), 'no address');
    await user.click((await sheet()).getByRole('button', { name: 'Add client' }));
    await (await sheet()).findByText(/enter an e-mail address/);
    document.body.innerHTML = '';
    await openList('/clients?new=client');
    expect((await (await sheet()).findByLabelText<HTMLInputElement>('E-mail')).value).toBe(
      'no address',
    );
    (await sheet()).getByText('This is what you typed before and did not save.');
  });

  it('is honest before anything was ever loaded, and kind when there is nobody', async () => {
    await db.rows('clients').clear();
    await openList();
    screen.getByRole('heading', { name: 'No clients yet' });
    await db.rows('businesses').clear();
    await screen.findByText('Your clients are being loaded');
  });

  it('gives nobody a way to add who may not', async () => {
    await db.rows('memberships').update('m-owner', { role: 'assistant' });
    await openList();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Add client' })).toBeNull());
  });
});

describe('one client', () => {
  const visit = (id: string, day: string, more: Parameters<typeof putAppointment>[3]) =>
    putAppointment(db, id, [segmentOf(`s-${id}`, 'ana', `${day}T15:00:00+00:00`)], more);

  it('shows the alert, the next visit, the past ones and counts them', async () => {
    await editClient(db, 'cleo', { alert_note: 'Allergic to latex', phone: '212 555 0100' });
    await visit('a1', '2027-03-20', { status: 'booked' });
    await visit('a2', '2027-02-01', { status: 'completed' });
    await visit('a3', '2027-01-01', { status: 'no_show' });
    await editClient(db, 'cleo', { source: 'A friend' });
    await openCleo();
    screen.getByText('Allergic to latex');
    const next = within(screen.getByRole('region', { name: 'Next visit' }));
    expect(next.getByRole('link').getAttribute('href')).toBe('/appointments/a1');
    const timeline = within(await screen.findByRole('region', { name: 'Timeline' }));
    const past = timeline.getAllByRole('link');
    expect(past.map((link) => link.getAttribute('href'))).toEqual([
      '/appointments/a2',
      '/appointments/a3',
    ]);
    const facts = Object.fromEntries(
      screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]),
    );
    expect(facts).toMatchObject({
      Visits: '1',
      Spent: '$60.00',
      'A visit on average': '$60.00',
      'No-shows': '1',
      'Came through': 'A friend',
    });
    expect(screen.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe(
      'tel:+12125550100',
    );
    expect(screen.getByRole('link', { name: 'Book Cleo' }).getAttribute('href')).toBe(
      '/calendar?new=appointment&client=cleo',
    );
  });

  it('shows the classes that somebody sits in', async () => {
    await visit('yoga', '2027-03-20', { client_id: null, capacity: 8 });
    await putRows(db, 'attendees', [
      {
        id: 'seat',
        appointment_id: 'yoga',
        client_id: 'cleo',
        seats: 2,
        state: 'booked',
        conflict: false,
      },
    ]);
    await openCleo();
    const classes = within(await screen.findByRole('region', { name: 'Classes' }));
    expect(classes.getByRole('link').getAttribute('href')).toBe('/appointments/yoga');
    expect(classes.getByText('Haircut, 2 seats')).not.toBeNull();
  });

  it('shows what somebody bought, also under a merged record, and what they owe of it', async () => {
    await putRows(db, 'clients', [
      { ...NEW_CLIENT, id: 'old', first_name: 'Cleo', status: 'archived', merged_into: 'cleo' },
    ]);
    const sale = valueOf(
      await completeSale(db, {
        client_id: 'old',
        lines: [
          {
            kind: 'custom',
            name: 'Wax',
            qty: 1,
            unit_price_cents: 1500,
            discount: null,
            tax: null,
            staff_id: null,
            appointment_id: null,
            variant_id: null,
          },
        ],
        discount: null,
        discount_reason: null,
        tips: [],
        payments: [{ method: 'owed', label: null, amount_cents: 1500, tendered_cents: null }],
      }),
    );
    await openCleo();
    const sales = within(await screen.findByRole('region', { name: 'Sales' }));
    expect(sales.getByRole('link').getAttribute('href')).toBe(`/checkout/success?sale=${sale.id}`);
    expect(sales.getByText('Wax')).not.toBeNull();
    await screen.findByRole('link', { name: /^Owes \$15\.00 for / });
  });

  it('writes only the field that was changed', async () => {
    const user = await openCleo('/clients/cleo?edit=details');
    await db.rows('clients').update('cleo', { pronouns: 'she/her' });
    await user.type(await (await sheet()).findByLabelText('Goes by'), 'Clee');
    await user.click((await sheet()).getByRole('button', { name: 'Save' }));
    await waitFor(async () => expect((await cleo()).preferred_name).toBe('Clee'));
    const entry = must((await db.outbox.toArray()).at(-1), 'the edit is queued');
    expect(entry.ops).toMatchObject([{ op: 'patch', value: { preferred_name: 'Clee' } }]);
    expect((await cleo()).pronouns).toBe('she/her');
    await screen.findByText('Waiting to sync');
  });

  it('has several addresses, the first of which is where visits are', async () => {
    await editClient(db, 'cleo', { address: { line1: '1 High St', country_code: 'US' } });
    const user = await openCleo('/clients/cleo?edit=details');
    const form = await sheet();
    await user.click(await form.findByRole('button', { name: 'Another address' }));
    const second = within(form.getByRole('group', { name: 'Address 2' }));
    await user.type(second.getByLabelText('Called'), 'Work');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await second.findByText('Please fill this in.')).toBeTruthy();
    await user.type(second.getByLabelText('Street and number'), '2 Low St');
    await user.click(second.getByRole('button', { name: 'Make it the first' }));
    await user.type(form.getByLabelText('Second phone'), '212 555 0124');
    await user.type(form.getByLabelText('Their name'), 'Max');
    await user.type(form.getByLabelText('Their phone'), '212 555 0125');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await cleo()).toMatchObject({
        alt_phone: '+12125550124',
        emergency_contact: { name: 'Max', phone: '212 555 0125' },
        address: { label: 'Work', line1: '2 Low St', country_code: 'US' },
        more_addresses: [{ line1: '1 High St', country_code: 'US' }],
      }),
    );
  });

  it('adds a new tag and takes one off, each by itself', async () => {
    const user = await openCleo();
    await user.type(screen.getByRole('combobox', { name: 'Add a tag' }), 'vip{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Remove the tag vip' }));
    await waitFor(async () => expect((await cleo()).tags).toEqual([]));
    const ops = (await db.outbox.toArray()).flatMap((entry) => entry.ops.map(({ op }) => op));
    expect(ops).toEqual(['add', 'remove']);
    await waitFor(() => expect(toasts()).toEqual(['vip taken off']));
    pressToast();
    await waitFor(async () => expect((await cleo()).tags).toEqual(['vip']));
  });

  it('is archived with a way back', async () => {
    const user = await openCleo();
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Archive/ }));
    await screen.findByText('Not shown in lists and searches.');
    pressToast();
    await waitFor(async () => expect((await cleo()).status).toBe('active'));
  });

  it('lets a person decide between two entries', async () => {
    await putRows(db, 'attention_items', [
      {
        id: 'i1',
        entity: 'clients',
        entity_id: 'cleo',
        kind: 'stale_field',
        mine: { note: 'from the tablet' },
        theirs: { note: 'from the desk' },
        mutation_name: null,
        device_id: null,
        state: 'open',
        resolved_at: null,
      },
    ]);
    const user = await openCleo();
    await screen.findByText('from the tablet');
    await user.click(screen.getByRole('button', { name: 'Use mine' }));
    await waitFor(async () => expect((await cleo()).note).toBe('from the tablet'));
    await waitFor(() => expect(screen.queryByText('Two different entries')).toBeNull());
  });

  it('says so when there is no such client', async () => {
    renderScreen(db, { path: '/clients/:clientId', at: '/clients/x', screen: <ClientScreen /> });
    await screen.findByRole('heading', { name: 'This client is not here' });
  });
});
