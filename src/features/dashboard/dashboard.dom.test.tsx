// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { editClient } from '#db/commands/clients.ts';
import { fileSubmission } from '#db/commands/form-submissions.ts';
import { createForm, publishForm } from '#db/commands/forms.ts';
import { createProduct } from '#db/commands/products.ts';
import { completeSale } from '#db/commands/sales.ts';
import type { DaybookDb } from '#db/open.ts';
import { must } from '#domain/errors/assert.ts';
import { field } from '#domain/forms/form-cases.ts';
import { openSalon, putAppointment, putRows, segmentOf, valueOf } from '#db/test-rows.ts';
import { pressToast, renderScreen, toasts } from '#tests/setup/screen.tsx';
import { DashboardScreen } from './dashboard-screen.tsx';

// Tuesday, 9 March 2027, 10:00 in New York; Ana is the one who is signed in.
let db: DaybookDb;
beforeEach(async () => {
  localStorage.clear();
  db = await openSalon();
});
afterEach(() => db.close());

const at = (clock: string, day = '09') => `2027-03-${day}T${clock}:00+00:00`;
const put = (
  id: string,
  staffId: string,
  startsAt: string,
  more?: Parameters<typeof putAppointment>[3],
) => putAppointment(db, id, [segmentOf(`s-${id}`, staffId, startsAt)], more);
const open = async () => {
  renderScreen(db, { path: '/', screen: <DashboardScreen /> });
  await screen.findByText(/^Good morning/);
  return userEvent.setup();
};
const status = async (id: string) => (await db.rows('appointments').get(id))?.status;

it('greets, says the day, and is calm when nothing is booked', async () => {
  await open();
  expect(screen.getByText(/^Good morning/).textContent).toBe(
    'Good morning, Ana. Tuesday, March 9.',
  );
  screen.getByText('Nothing is booked today.');
  expect(screen.queryByRole('region', { name: 'Now and next' })).toBeNull();
});

it('shows who is next with the alert, and takes the step that is due, with a way back', async () => {
  await editClient(db, 'cleo', { alert_note: 'Allergic to latex' });
  await put('a1', 'ana', at('15:30'));
  const user = await open();
  const now = within(screen.getByRole('region', { name: 'Now and next' }));
  now.getByText('Next, in 30 minutes');
  now.getByText('Allergic to latex');
  expect(now.getByRole('link', { name: 'Cleo Adams' }).getAttribute('href')).toBe(
    '/appointments/a1',
  );
  await user.click(now.getByRole('button', { name: 'Arrived' }));
  await waitFor(async () => expect(await status('a1')).toBe('arrived'));
  await now.findByRole('button', { name: 'Start' });
  pressToast();
  await waitFor(async () => expect(await status('a1')).toBe('booked'));
});

it('says who waits for an answer about time off, to those who may give it', async () => {
  const off = { starts_at: at('05:00', '20'), ends_at: at('05:00', '22'), reason_id: null };
  await putRows(db, 'time_off', [
    { id: 'o1', staff_id: 'ben', status: 'requested', note: null, ...off },
    { id: 'o2', staff_id: 'ana', status: 'approved', note: null, ...off },
  ]);
  await open();
  await screen.findByText('A request for time off');
  screen.getByText('Ben');
  expect(screen.getByRole('link', { name: 'Answer' }).getAttribute('href')).toBe('/staff');
  await db.rows('memberships').update('m-owner', { role: 'practitioner' });
  await waitFor(() => expect(screen.queryByText('A request for time off')).toBeNull());
});

it('says what today brought so far, and what is still to come', async () => {
  await put('a1', 'ana', at('18:00'));
  valueOf(
    await completeSale(db, {
      client_id: null,
      lines: [
        {
          kind: 'custom',
          name: 'Wax',
          qty: 2,
          unit_price_cents: 1750,
          discount: null,
          tax: null,
          staff_id: 'ben',
          appointment_id: null,
          variant_id: null,
        },
      ],
      discount: null,
      discount_reason: null,
      tips: [{ staff_id: 'ben', amount_cents: 500 }],
      payments: [{ method: 'cash', label: null, amount_cents: 4000, tendered_cents: 5000 }],
    }),
  );
  const user = await open();
  const takings = async () => (await screen.findByRole('region', { name: 'Takings' })).textContent;
  expect(await takings()).toContain('Sold by you$0.00Still to come$60.00');
  await user.click(screen.getByRole('radio', { name: 'Everybody' }));
  await waitFor(async () => expect(await takings()).toContain('Taken$40.00'));
  expect(await takings()).toContain('$5.00 of it tips. Still to come are agreed prices. 1 sale is');
});

it('leads from a question about a sale to its receipt', async () => {
  const about = { theirs: {}, mutation_name: 'sale.complete', device_id: null } as const;
  await putRows(db, 'attention_items', [
    {
      id: 'q1',
      entity: 'sales',
      entity_id: 'twice',
      kind: 'balance',
      mine: { receipt: '7KQ2M-1' },
      ...about,
      theirs: { receipt: '7KQ2M-0' },
      state: 'open',
      resolved_at: null,
    },
    {
      id: 'q3',
      entity: 'sales',
      entity_id: 'spent',
      kind: 'balance',
      mine: { receipt: '7KQ2M-2' },
      ...about,
      state: 'open',
      resolved_at: null,
    },
    {
      id: 'q2',
      entity: 'sales',
      entity_id: 'gone',
      kind: 'validation',
      mine: { ops: [] },
      ...about,
      state: 'open',
      resolved_at: null,
    },
  ]);
  await open();
  const links = within(await screen.findByRole('region', { name: 'Attention' }));
  const to = (name: RegExp) => links.getByRole('link', { name }).getAttribute('href');
  expect(to(/^A visit was checked out twice/)).toBe('/checkout/success?sale=twice');
  expect(to(/^A deposit is not there any more/)).toBe('/checkout/success?sale=spent');
  expect(to(/^A change was refused/)).toBe('/transactions');
});

it('shows my day or everybody’s, and remembers which', async () => {
  await put('mine', 'ana', at('18:00'));
  await put('bens', 'ben', at('19:00'), { status: 'completed' });
  const user = await open();
  const day = () =>
    within(screen.getByRole('region', { name: 'The day' }))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
  expect(day()).toEqual(['/appointments/mine']);
  await user.click(screen.getByRole('radio', { name: 'Everybody' }));
  await waitFor(() => expect(day()).toEqual(['/appointments/mine', '/appointments/bens']));
  screen.getByText('2 appointments, 1 done');
  expect(localStorage.getItem('daybook.today.who')).toBe('all');
});

it('answers requests: yes at once, no after asking', async () => {
  await put('r1', 'ana', at('15:00', '12'), { status: 'pending' });
  await put('r2', 'ana', at('15:00', '15'), { status: 'pending' });
  const user = await open();
  screen.getByRole('heading', { name: '2 requests' });
  const [approve] = screen.getAllByRole('button', { name: 'Approve the request of Cleo Adams' });
  await user.click(approve!);
  await waitFor(async () => expect(await status('r1')).toBe('booked'));
  await user.click(await screen.findByRole('button', { name: /^Decline the request/ }));
  expect(await status('r2')).toBe('pending');
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Decline' }),
  );
  await waitFor(async () => expect(await status('r2')).toBe('declined'));
  // A slip of the thumb: the client has not been told yet.
  pressToast();
  await waitFor(async () => expect(await status('r2')).toBe('pending'));
});

it('says once what clients did by themselves while nobody looked', async () => {
  const news = () => screen.queryByRole('region', { name: 'Since you last looked' });
  const online = { source: 'online' as const };
  await put('old', 'ana', at('15:00', '11'), { ...online, created_at: at('09:00', '01') });
  await open();
  // The first look on a device is no return.
  expect(news()).toBeNull();
  cleanup();
  await put('new', 'ana', at('15:00', '12'), { ...online, created_at: at('15:30') });
  await put('off', 'ana', at('15:00', '15'), {
    status: 'cancelled',
    cancel_by: 'client',
    cancelled_at: at('15:31'),
  });
  await put('moved', 'ana', at('15:00', '16'), {
    client_moved_at: at('15:32'),
    client_moved_from: at('15:00', '18'),
    reschedule_count: 1,
  });
  // Moved before somebody looked last, or by the team, or booked and moved since.
  await put('long-ago', 'ana', at('17:00', '16'), {
    client_moved_at: at('09:00', '01'),
    client_moved_from: at('15:00', '18'),
  });
  await put('by-staff', 'ana', at('19:00', '16'), { reschedule_count: 2 });
  await put('both', 'ana', at('15:00', '17'), {
    ...online,
    created_at: at('15:30'),
    client_moved_at: at('15:33'),
    client_moved_from: at('15:00', '18'),
  });
  await put('staff', 'ana', at('16:00', '12'), { created_at: at('15:30') });
  await put('asked', 'ana', at('17:00', '12'), {
    ...online,
    status: 'pending',
    created_at: at('15:30'),
  });
  const user = await open();
  const lines = () => within(must(news(), 'there is news')).getAllByRole('listitem');
  expect(lines().map((line) => line.textContent)).toEqual([
    expect.stringMatching(/^Cleo Adams booked.*Fri, Mar 12/),
    expect.stringMatching(/^Cleo Adams cancelled.*Mon, Mar 15/),
    expect.stringMatching(
      /^Cleo Adams moved.*Tue, Mar 16, 11:00 AM, was Thu, Mar 18, 11:00 AM · Haircut/,
    ),
    expect.stringMatching(/^Cleo Adams booked.*Wed, Mar 17/),
  ]);
  db.serverOffsetMs = 40 * 60_000;
  await user.click(screen.getByRole('button', { name: 'Seen' }));
  await waitFor(() => expect(news()).toBeNull());
  cleanup();
  await open();
  expect(news()).toBeNull();
});

it('says what colleagues did in one’s own column while this device was offline', async () => {
  const missed = () => screen.queryByRole('region', { name: 'While you were offline' });
  await put('new', 'ana', at('15:00', '12'));
  await put('moved', 'ana', at('15:00', '16'));
  await put('gone', 'ana', at('15:00', '17'), { status: 'cancelled', cancel_by: 'staff' });
  await put('given-away', 'ben', at('15:00', '18'));
  await put('bens', 'ben', at('15:00', '19'));
  // Taken back since, and over by now.
  await put('undone', 'ana', at('15:00', '20'), { status: 'cancelled', cancel_by: 'staff' });
  await put('over', 'ana', at('14:00'));
  const line = (id: string, news: 'booked' | 'moved' | 'cancelled', more = {}) => ({
    id,
    news,
    from: null,
    staff_ids: [],
    ...more,
  });
  await db.meta.put({
    key: 'meanwhile',
    v: 1,
    list: [
      line('new', 'booked'),
      line('moved', 'moved', { from: at('15:00', '15') }),
      line('gone', 'cancelled'),
      line('given-away', 'moved', { from: at('15:00', '18'), staff_ids: ['ana'] }),
      line('bens', 'booked'),
      line('undone', 'booked'),
      line('over', 'booked'),
      line('nobody-knows-it', 'booked'),
    ],
  });
  const user = await open();
  const lines = () => within(must(missed(), 'it is told')).getAllByRole('listitem');
  expect(lines().map((one) => one.textContent)).toEqual([
    expect.stringMatching(/^Cleo Adams booked.*Fri, Mar 12/),
    expect.stringMatching(/^Cleo Adams moved.*Tue, Mar 16, 11:00 AM, was Mon, Mar 15, 11:00 AM/),
    expect.stringMatching(/^Cleo Adams cancelled.*Wed, Mar 17/),
    expect.stringMatching(/^Cleo Adams moved.*Thu, Mar 18.*with Ben/),
  ]);
  await user.click(screen.getByRole('button', { name: 'Seen' }));
  await waitFor(() => expect(missed()).toBeNull());
  await user.click(screen.getByRole('radio', { name: 'Everybody' }));
  await waitFor(() => expect(lines()).toHaveLength(1));
});

it('does not approve into a taken place without being told to', async () => {
  await db.rows('booking_rules').update(db.businessId, { pending_blocks_slot: false });
  await put('r1', 'ana', at('15:00', '12'), { status: 'pending' });
  await put('a1', 'ana', at('15:00', '12'));
  const user = await open();
  await user.click(screen.getByRole('button', { name: /^Approve the request/ }));
  await waitFor(() => expect(toasts()).toEqual(['This time is taken by now']));
  expect(await status('r1')).toBe('pending');
  pressToast();
  await waitFor(async () => expect(await status('r1')).toBe('booked'));
});

it('leads into the gaps of the day', async () => {
  await put('a1', 'ana', at('15:00'));
  await open();
  const gap = screen.getByRole('link', { name: 'Book 10:45 AM – 6:00 PM' });
  expect(gap.getAttribute('href')).toBe(
    '/calendar?new=appointment&on=2027-03-09&at=10%3A45&with=ana',
  );
});

it('asks about what nobody closed, and says what waits to be sent', async () => {
  await put('forgotten', 'ana', at('13:00'));
  await editClient(db, 'cleo', { note: 'x' });
  await open();
  const unclear = within(screen.getByRole('region', { name: 'Did they come?' }));
  expect(unclear.getByRole('link').getAttribute('href')).toBe('/appointments/forgotten');
  screen.getByText('One change waits to be sent');
});

it('shows people who work for themselves only what is theirs', async () => {
  await db.rows('memberships').update('m-owner', { role: 'practitioner' });
  await put('bens', 'ben', at('19:00'));
  await open();
  expect(screen.queryByRole('radio', { name: 'Everybody' })).toBeNull();
  screen.getByText('Nothing is booked today.');
});

it('says what has to be ordered, to who keeps the inventory', async () => {
  valueOf(await createProduct(db, { name: 'Matte clay' }, 1000));
  valueOf(await createProduct(db, { name: 'Comb' }, 9000));
  await open();
  const low = within(await screen.findByRole('region', { name: 'Low stock' }));
  low.getByText('1 product is low');
  low.getByText('Matte clay');
  expect(low.getByRole('link').getAttribute('href')).toBe('/inventory?low=1');
  await db.rows('memberships').update('m-owner', { role: 'front_desk' });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Low stock' })).toBeNull());
});

it('says whose form is missing for today, and leads to the visit', async () => {
  const { id } = valueOf(
    await createForm(db, {
      name: 'Health',
      kind: 'intake',
      fields: [field('q1', 'short_text')],
      public_link_on: false,
      wanted: 'before',
      offset_min: null,
      service_ids: [],
      frequency: 'once_per_version',
      every_months: 12,
      enforce: 'warn',
      countersign: false,
    }),
  );
  valueOf(await publishForm(db, id));
  await put('over', 'ana', at('13:00'), { status: 'completed' });
  await put('today', 'ana', at('18:00'));
  await put('bens', 'ben', at('18:00', '10'));
  await put('later', 'ana', at('18:00', '12'));
  const user = await open();
  const missing = async () => within(await screen.findByRole('region', { name: 'Forms missing' }));
  const links = async () =>
    (await missing()).getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(await links()).toEqual(['/appointments/today']);
  expect((await missing()).getByRole('link').textContent).toMatch(
    /^Cleo Adams.*Tue, Mar 9, 1:00 PM · Health$/,
  );
  await user.click(screen.getByRole('radio', { name: 'Everybody' }));
  await waitFor(async () =>
    expect(await links()).toEqual(['/appointments/today', '/appointments/bens']),
  );
  const [version] = await db.rows('form_versions').toArray();
  valueOf(
    await fileSubmission(db, {
      versionId: must(version, 'it was published').id,
      clientId: 'cleo',
      appointmentId: null,
      answers: { q1: 'None' },
    }),
  );
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Forms missing' })).toBeNull());
});

it('asks who has not confirmed', async () => {
  await put('asked', 'ana', at('18:00', '10'), { confirmation: 'requested' });
  await put('sure', 'ana', at('19:00', '10'), { confirmation: 'confirmed' });
  await put('far', 'ana', at('18:00', '12'), { confirmation: 'requested' });
  await open();
  const unclear = within(screen.getByRole('region', { name: 'Not confirmed' }));
  expect(unclear.getByRole('link').getAttribute('href')).toBe('/appointments/asked');
  expect(unclear.getByRole('link').textContent).toMatch(/^Cleo Adams.*Wed, Mar 10, 1:00 PM/);
});

it('says what is left to set up, and is put away', async () => {
  const list = () => screen.queryByRole('list', { name: 'What makes it whole' });
  await open();
  // A business that is months old is not asked.
  expect(list()).toBeNull();
  cleanup();
  await db.rows('businesses').update(db.businessId, { created_at: at('09:00', '01') });
  const user = await open();
  const card = within(await screen.findByRole('list', { name: 'What makes it whole' }));
  screen.getByText('3 of 6 done');
  expect(card.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Add your logo or a picture',
    'Decide about fees and deposits',
    'Get your first booking online',
  ]);
  await put('first', 'ana', at('15:00', '12'), { source: 'online' });
  await screen.findByText('4 of 6 done');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(list()).toBeNull();
  cleanup();
  await open();
  await screen.findByText(/Nothing is booked today/);
  expect(list()).toBeNull();
});
