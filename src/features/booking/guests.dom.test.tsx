import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { heading, openBooking, press } from './booking-by-hand.tsx';
import { fakePublicServer } from './fake-public-server.ts';
import { profileFixture } from './profile-fixture.ts';

/** Bringing others along. Mara and Theo cut, from nine to twelve. */
let server: ReturnType<typeof fakePublicServer>;
let slug: string;
let count = 0;

type Profile = ReturnType<typeof profileFixture>;

const serve = (changes: (profile: Profile) => Partial<Profile> = () => ({})) => {
  const profile = profileFixture();
  const rules = { ...profile.rules, group_max: 3, guests_in_turn: true };
  server = fakePublicServer({ ...profile, rules, ...changes({ ...profile, rules }) });
  vi.stubGlobal('fetch', server.fetch);
};

beforeEach(() => {
  // A business of its own for each test: profiles are remembered per business.
  slug = `guests-${(count += 1)}`;
  localStorage.clear();
  serve();
});
afterEach(() => vi.unstubAllGlobals());

const open = (path = '?service=cut-long') => openBooking(slug, path);
const guest = (name: string) => within(screen.getByRole('group', { name }));
const toTimes = async () => {
  await press('Continue');
  await heading('Who would you like?');
  await press('Continue');
  await heading('Choose a time');
};
const timesShown = async () =>
  (await screen.findAllByRole('button', { name: /^\d+:\d\d [AP]M/ })).map(
    (one) => one.textContent ?? '',
  );

test('what cancelling late and not coming cost is said for all of them', async () => {
  const fee_terms = { late_cancel: { percent: 50 }, no_show: { cents: 9900 }, grace_min: 0 };
  serve(({ rules }) => ({ rules: { ...rules, fee_terms, cancel_notice_min: 60 } }));
  open();
  await press('Bring somebody along');
  await userEvent.selectOptions(guest('Guest 1').getByLabelText('What they have'), 'Cut – Short');
  await toTimes();
  await userEvent.click((await screen.findAllByRole('button', { name: /^9:00 AM/ }))[0]!);
  await heading('Your details');
  await userEvent.type(screen.getByLabelText('First name'), 'Ann');
  await userEvent.type(screen.getByLabelText('Email'), 'ann@example.com');
  await userEvent.type(screen.getByLabelText('Phone'), '718 555 0199');
  await press('Continue');
  await heading('Check and book');
  const terms = screen.getByRole('region', { name: 'Changing and cancelling' });
  // Of $80.00 and $50.00, or more by who is free; neither costs more than the visit.
  expect(terms.textContent).toMatch(/after that it costs 50 % of the price, at least \$65\.00\./);
  expect(terms.textContent).toContain('Not coming costs $130.00.');
});

test('a client brings somebody along: named, with something else, and booked with them', async () => {
  open();
  await screen.findByText('Just you.');
  await press('Bring somebody along');
  const name = guest('Guest 1').getByLabelText(/^First name/);
  await waitFor(() => expect(document.activeElement).toBe(name));
  await userEvent.type(name, ' Tom ');
  await userEvent.selectOptions(guest('Tom').getByLabelText('What they have'), 'Cut – Short');
  expect(screen.getByText('2 people')).toBeTruthy();
  expect(screen.getAllByText(/\$130\.00$/)).not.toEqual([]);
  await toTimes();
  screen.getByText(/your guests with you or right after you/);
  await userEvent.click((await screen.findAllByRole('button', { name: /^9:00 AM/ }))[0]!);
  await heading('Your details');
  // How a guest is called is nothing that a time is held for.
  expect(server.callsOf('hold_slot')[0]?.args['request']).toMatchObject({
    guests: [
      { first_name: '', items: [{ variant_id: 'cut-short', staff_id: null, add_on_ids: [] }] },
    ],
  });
  await userEvent.type(screen.getByLabelText('First name'), 'Ann');
  await userEvent.type(screen.getByLabelText('Email'), 'ann@example.com');
  await userEvent.type(screen.getByLabelText('Phone'), '718 555 0199');
  await press('Continue');
  await heading('Check and book');
  const lines = within(screen.getByRole('list', { name: 'Guests' }));
  expect(lines.getByRole('listitem').textContent).toMatch(/^TomCut – Short.*\$50\.00$/);
  await press('Book now');
  await heading('You’re booked');
  expect(screen.getByText('Tom').parentElement?.textContent).toMatch(
    /^Tom, Cut with Theo Okafor, /,
  );
  expect(server.callsOf('book')[0]?.args['request']).toMatchObject({
    expected_total: 13_000,
    guests: [{ first_name: 'Tom', items: [{ variant_id: 'cut-short' }] }],
  });
});

test('a guest has several services one after the other, and what they cost is seen for each person', async () => {
  open();
  await press('Bring somebody along');
  const first = () => guest('Guest 1');
  expect(first().queryByLabelText(/^And then/)).toBeNull();
  await userEvent.selectOptions(first().getByLabelText('What they have'), 'Cut – Short');
  const words = () =>
    first()
      .getAllByLabelText(/^And then/)
      .map((one) => [...one.querySelectorAll('option')].map(({ textContent }) => textContent));
  // Not what they have already, nor what somebody has to choose more for.
  expect(words()[0]).toContain('Nothing else');
  expect(words()[0]).toContain('Cut – Long');
  expect(words()[0]).not.toContain('Cut – Short');
  await userEvent.selectOptions(first().getByLabelText(/^And then \(2\)/), 'Cut – Long');
  expect(screen.getAllByText(/\$210\.00$/)).not.toEqual([]);
  await toTimes();
  const both = await timesShown();
  await userEvent.click((await screen.findAllByRole('button', { name: /^9:00 AM/ }))[0]!);
  await heading('Your details');
  expect(server.callsOf('hold_slot')[0]?.args['request']).toMatchObject({
    guests: [{ items: [{ variant_id: 'cut-short' }, { variant_id: 'cut-long' }] }],
  });
  expect(
    within(screen.getByRole('list', { name: 'Guests' })).getByRole('listitem').textContent,
  ).toMatch(/^Guest 1Cut – Short, Cut – Long.*\$130\.00$/);

  // One is taken away again: there are more times for what is left.
  cleanup();
  open();
  await userEvent.selectOptions(await screen.findByLabelText(/^And then \(2\)/), 'Not this one');
  await toTimes();
  expect((await timesShown()).length).toBeGreaterThan(both.length);
});

test('where one service is booked at a time a guest has one as well', async () => {
  serve(({ rules }) => ({ rules: { ...rules, multi_service: false } }));
  open();
  await press('Bring somebody along');
  await userEvent.selectOptions(guest('Guest 1').getByLabelText('What they have'), 'Cut – Short');
  expect(screen.queryByLabelText(/^And then/)).toBeNull();
});

test('who comes with guests waits alone, is told so, and says who comes along', async () => {
  serve(({ rules }) => ({ rules: { ...rules, allow_waitlist: true } }));
  open();
  await press('Bring somebody along');
  await toTimes();
  await press('Join the waitlist');
  await heading('Join the waitlist');
  screen.getByText('The list is for you alone');
  await userEvent.type(screen.getByLabelText('First name'), 'Ann');
  await userEvent.type(screen.getByLabelText('Email'), 'ann@example.com');
  await userEvent.type(screen.getByLabelText('Phone'), '718 555 0199');
  await userEvent.type(screen.getByLabelText(/should know/), 'My son Tom comes along');
  await press('Join the waitlist');
  await waitFor(() => expect(server.callsOf('join_waitlist')).toHaveLength(1));
  const request = server.callsOf('join_waitlist')[0]?.args['request'];
  expect(request).toMatchObject({ note: 'My son Tom comes along' });
  expect(request).not.toHaveProperty('guests');
});

test('guests have the same by anyone unless somebody says otherwise, also after a reload', async () => {
  open('?service=cut-long&staff=theo');
  await press('Bring somebody along');
  await press('Add another guest');
  expect(screen.queryByRole('button', { name: 'Add another guest' })).toBeNull();
  cleanup();
  open();
  await screen.findByRole('group', { name: 'Guest 2' });
  await press('Remove Guest 1');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Who is coming?' })),
  );
  await toTimes();
  await userEvent.click((await screen.findAllByRole('button', { name: /^9:00 AM/ }))[0]!);
  await heading('Your details');
  expect(server.callsOf('hold_slot').at(-1)?.args['request']).toMatchObject({
    guests: [{ items: [{ variant_id: 'cut-long', staff_id: null }] }],
  });
});

test('times are those at which all of them can come', async () => {
  open();
  await screen.findByText('Just you.');
  await toTimes();
  const alone = await timesShown();
  cleanup();
  localStorage.clear();
  open();
  await press('Bring somebody along');
  await press('Add another guest');
  await toTimes();
  const together = await timesShown();
  expect(together.length).toBeGreaterThan(0);
  // There are two who cut: the third one comes after them.
  expect(together.length).toBeLessThan(alone.length);
});

test('another guest is another time; another name is not', async () => {
  open();
  await press('Bring somebody along');
  await toTimes();
  await userEvent.click((await screen.findAllByRole('button', { name: /^9:00 AM/ }))[0]!);
  await heading('Your details');
  cleanup();
  open();
  await userEvent.type(await screen.findByLabelText(/^First name/), 'Tom');
  const kept = () =>
    (JSON.parse(localStorage.getItem(`daybook-booking:${slug}`) ?? '{}') as { draft?: object })
      .draft;
  await waitFor(() => expect(kept()).toMatchObject({ guests: [{ name: 'Tom' }] }));
  expect(kept()).not.toMatchObject({ startsAt: null });
  await press('Add another guest');
  await waitFor(() => expect(kept()).toMatchObject({ startsAt: null, hold: null }));
});

test('nobody is asked where the business has it so, or before anything is chosen', async () => {
  serve(({ rules }) => ({ rules: { ...rules, group_max: 1 } }));
  open();
  await heading('Choose your services');
  expect(screen.queryByText('Who is coming?')).toBeNull();
  cleanup();
  localStorage.clear();
  slug = `${slug}-more`;
  serve();
  open('');
  await heading('Choose your services');
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Long/ }));
  await screen.findByText('Just you.');
});

test('where everybody has to pay first, guests are told to book for themselves', async () => {
  open();
  await press('Bring somebody along');
  cleanup();
  slug = `${slug}-paid`;
  serve(({ rules }) => ({ rules: { ...rules, deposit_rule: { percent: 30 } } }));
  localStorage.setItem(
    `daybook-booking:${slug}`,
    localStorage.getItem(`daybook-booking:${slug.replace('-paid', '')}`) ?? '',
  );
  open();
  await screen.findByText(/^A card is needed for this first/);
  expect(screen.queryByText('2 people')).toBeNull();
  await press('Remove Guest 1');
  await waitFor(() => expect(screen.queryByText('Who is coming?')).toBeNull());
});

test('a refusal of guests says so, where something can be done about it', async () => {
  open();
  await press('Bring somebody along');
  await toTimes();
  await userEvent.click((await screen.findAllByRole('button', { name: /^9:00 AM/ }))[0]!);
  await heading('Your details');
  await userEvent.type(screen.getByLabelText('First name'), 'Ann');
  await userEvent.type(screen.getByLabelText('Email'), 'ann@example.com');
  await userEvent.type(screen.getByLabelText('Phone'), '718 555 0199');
  await press('Continue');
  await heading('Check and book');
  server.state.refuseNext.set('book', { ok: false, code: 'not_offered', field: 'guests' });
  await press('Book now');
  await heading('Choose your services');
  expect((await screen.findByRole('alert')).textContent).toMatch(/Your guests cannot be booked/);
});
