// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { TEST_BUSINESS } from '#db/memory-db.ts';
import { openSalon, putAppointment, putRows, segmentOf } from '#db/test-rows.ts';
import { brandHex } from '#domain/accent.ts';
import { EMPTY_REASON } from '#domain/blocks/schema.ts';
import { must } from '#domain/errors/assert.ts';
import { bySortKey } from '#domain/sort-key.ts';
import { pressToast, renderScreen, toasts } from '#tests/setup/screen.tsx';
import { BlockOffReasonsScreen } from './block-off-reasons-screen.tsx';
import { SettingsScreen } from './settings-screen.tsx';

// Pictures are drawn in a worker on a canvas, which only browsers have.
vi.mock('#platform/shrink-picture.ts', () => ({
  shrinkPicture: async (file: File) => ({
    ok: true,
    picture: { data: await file.arrayBuffer(), mediaType: 'image/webp', width: 80, height: 20 },
  }),
}));

let db: DaybookDb;
beforeEach(async () => {
  sessionStorage.clear();
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:logo');
  db = await openSalon();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  db.close();
});

const business = () => db.rows('businesses').get(TEST_BUSINESS);
const rules = () => db.rows('booking_rules').get(TEST_BUSINESS);

describe('settings', () => {
  let themes: string[];
  let leaving: number;
  const open = async () => {
    themes = [];
    leaving = 0;
    renderScreen(db, {
      path: '/settings',
      screen: (
        <SettingsScreen
          theme="system"
          onTheme={(theme) => themes.push(theme)}
          devices={null}
          paymentMode="test"
          teamMails={null}
          calendarFeed={null}
          security={null}
          closing={null}
          email="owner@salon.example"
          onSignOut={() => (leaving += 1)}
        />
      ),
    });
    await screen.findByRole('heading', { name: 'Business' });
    return userEvent.setup();
  };
  const card = (name: string) => within(screen.getByRole('region', { name }));

  it('leads to each part from a list that stays at hand, and again after it was left', async () => {
    const user = await open();
    const shown = vi.fn<(id: string) => void>();
    Element.prototype.scrollIntoView = function show() {
      shown(this.id);
    };
    for (const _time of ['first', 'again']) {
      await user.click(screen.getByRole('button', { name: 'Go to a part' }));
      await user.click(screen.getByRole('menuitem', { name: 'Taxes' }));
      expect(shown).toHaveBeenCalledWith('taxes');
      shown.mockClear();
    }
  });

  it('leads to what is set up on pages of its own', async () => {
    await open();
    const more = within(screen.getByRole('region', { name: 'More settings' }));
    expect(more.getByRole('link', { name: /^Rooms and equipment/ }).getAttribute('href')).toBe(
      '/more/resources',
    );
  });

  it('shows the logo in its own shape, and takes it away with a way back', async () => {
    const user = await open();
    const own = card('Business');
    const files = [new File(['logo'], 'logo.png', { type: 'image/png' })];
    fireEvent.change(own.getByLabelText('Logo: file'), { target: { files } });
    const logo = () => document.querySelector('img[src="blob:logo"]');
    await waitFor(() => expect(logo()).not.toBeNull());
    const place = logo()?.parentElement?.parentElement?.style;
    expect([place?.width, place?.height]).toEqual(['256px', '64px']);
    await user.click(own.getByRole('button', { name: 'Remove' }));
    await waitFor(async () => expect((await business())?.logo_path).toBeNull());
    expect(toasts()).toEqual(['Logo saved', 'Logo removed']);
    pressToast();
    await waitFor(async () => expect((await business())?.logo_path).toMatch(/-80x20$/));
    // Saved by itself: nothing of the form waits.
    expect(own.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('takes one of the colours or any other, and says how each theme keeps it readable', async () => {
    const user = await open();
    const own = card('Booking page');
    await user.click(own.getByRole('radio', { name: 'violet' }));
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(async () => expect((await business())?.brand_colour).toBe(brandHex('violet')));
    fireEvent.input(own.getByLabelText('Another'), { target: { value: '#ffee00' } });
    expect(own.getByText(/^Light: contrast .* adjusted to stay readable$/)).toBeTruthy();
    await waitFor(() => expect(own.getByRole('button', { name: 'Save' })).toBeTruthy());
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(async () => expect((await business())?.brand_colour).toBe('#ffee00'));
  });

  it('pauses online booking until a day, with a note, and opens it again', async () => {
    const user = await open();
    const own = card('Booking page');
    const isOpen = () => own.getByRole('switch', { name: 'Clients can book online' });
    expect(own.queryByLabelText(/^Clients book again from/)).toBeNull();
    await user.click(isOpen());
    fireEvent.change(own.getByLabelText(/^Clients book again from/), {
      target: { value: '2099-01-04' },
    });
    await user.type(own.getByLabelText(/^What the page says meanwhile/), 'On holiday.');
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await business()).toMatchObject({
        booking_enabled: false,
        paused_until: '2099-01-04',
        paused_message: 'On holiday.',
      }),
    );
    expect(toasts()).toEqual(['Booking page saved']);
    await own.findByText(/Online booking is paused\.|Waiting to sync/);
    await user.click(isOpen());
    expect(own.queryByLabelText(/^Clients book again from/)).toBeNull();
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await business()).toMatchObject({ booking_enabled: true, paused_until: null }),
    );
  });

  it('saves one card by itself, and offers to only when something changed', async () => {
    const user = await open();
    const own = card('Business');
    expect(own.queryByRole('button', { name: 'Save' })).toBeNull();
    const name = own.getByLabelText('Name');
    await user.clear(name);
    await user.type(name, 'Salon مريم');
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(async () => expect((await business())?.name).toBe('Salon مريم'));
    await waitFor(() => expect(own.queryByRole('button', { name: 'Save' })).toBeNull());
    expect(toasts()).toEqual(['Business details saved']);
  });

  it('keeps the postal codes that are visited as codes, and refuses what is no list of them', async () => {
    const user = await open();
    const own = card('Booking rules');
    const codes = own.getByLabelText(/^Postal codes you go to/);
    await user.type(codes, 'sw1a 1aa, 112; 112');
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect((await rules())?.visit_postal_codes).toEqual(['112', 'SW1A1AA']),
    );
    await user.clear(codes);
    await user.type(codes, 'Brooklyn and Queens');
    await user.click(own.getByRole('button', { name: 'Save' }));
    await own.findByText('Please check this entry.');
    expect((await rules())?.visit_postal_codes).toEqual(['112', 'SW1A1AA']);
  });

  it('prints a poster of the booking page and gives the code for a website', async () => {
    const user = await open();
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
    const printed: string[] = [];
    vi.stubGlobal('print', () => {
      const sheet = screen.getByRole('region', { name: 'Poster of the booking page' });
      printed.push(sheet.textContent ?? '');
    });
    const own = card('Booking page');
    await user.click(own.getByText('QR code, to print or to show'));
    await own.findByRole('img', { name: 'QR code of the booking page' });
    await user.click(own.getByRole('button', { name: 'Print a poster' }));
    await screen.findByRole('img', { name: 'QR code of the booking page, to print' });
    const { name, slug } = (await business())!;
    expect(printed).toHaveLength(1);
    expect(printed[0]).toContain(name);
    expect(printed[0]).toContain(`${location.host}/book/${slug}`);
    fireEvent(window, new Event('afterprint'));
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Poster/ })).toBeNull());

    await user.click(own.getByText('On your own website'));
    await user.click(await own.findByRole('button', { name: 'Copy the code' }));
    await waitFor(() => expect(toasts()).toEqual(['Code copied']));
    expect(copied.mock.calls[0]?.[0]).toContain(`src="${location.origin}/embed/book/${slug}"`);
  });

  it('has taxes that are added, changed and archived with a way back', async () => {
    const user = await open();
    const taxes = card('Taxes');
    taxes.getByText(/^None yet/);
    await user.click(taxes.getByRole('button', { name: 'Add a tax' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Add a tax' }));
    const save = () => user.click(sheet.getByRole('button', { name: 'Add a tax' }));
    await user.type(sheet.getByLabelText('Name'), 'Sales tax');
    await save();
    await sheet.findByText('Please fill this in.');
    for (const [typed, problem] of [
      ['a lot', 'Please enter a number.'],
      ['101', 'This is too much.'],
    ] as const) {
      await user.clear(sheet.getByLabelText('Percent'));
      await user.type(sheet.getByLabelText('Percent'), typed);
      await save();
      await sheet.findByText(problem);
    }
    await user.clear(sheet.getByLabelText('Percent'));
    await user.type(sheet.getByLabelText('Percent'), '8,875');
    await user.click(sheet.getByRole('radio', { name: /^Added to the price/ }));
    await save();
    const line = () => taxes.findByRole('button', { name: /^Sales tax 8\.875 %/ });
    expect((await line()).textContent).toContain('Added to the price · no service yet');

    await user.click(await line());
    const edit = within(await screen.findByRole('dialog', { name: 'Edit Sales tax' }));
    await user.click(edit.getByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(toasts()).toEqual(['Sales tax archived']));
    expect((await line()).textContent).toContain('Archived');
    pressToast();
    await waitFor(async () => expect((await line()).textContent).not.toContain('Archived'));
  });

  it('refuses an address for the booking page that cannot be one', async () => {
    const user = await open();
    const own = card('Booking page');
    own.getByText(/\/book\/test-salon$/);
    const slug = own.getByLabelText('Address of the page');
    await user.clear(slug);
    await user.type(slug, 'settings');
    own.getByText(/The old one stops working/);
    await user.click(own.getByRole('button', { name: 'Save' }));
    await own.findByText('This word is reserved. Choose another one.');
    await user.click(own.getByRole('button', { name: 'Discard' }));
    expect(own.getByLabelText<HTMLInputElement>('Address of the page').value).toBe('test-salon');
  });

  it('changes rules, and shows what belongs to them', async () => {
    const user = await open();
    const own = card('Booking rules');
    expect(own.queryByLabelText(/lapses after/)).toBeNull();
    await user.click(own.getByRole('radio', { name: 'Everybody asks first' }));
    await user.selectOptions(own.getByLabelText(/lapses after/), '4 hours');
    await user.click(own.getByRole('switch', { name: 'Phone number' }));
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await rules()).toMatchObject({
        approval_mode: 'all',
        pending_expiry_min: 240,
        require_phone: false,
      }),
    );
  });

  it('says from when to when clients book, on which grid, how much at once, and with whom', async () => {
    const user = await open();
    const own = card('Booking rules');
    await user.selectOptions(own.getByLabelText('Appointments start every'), '30 min');
    await user.selectOptions(own.getByLabelText('Shortest notice before the start'), '4 hours');
    for (const [label, text] of [
      [/^How far ahead, at most/, '30'],
      ['Services in one booking', '3'],
    ] as const) {
      await user.clear(own.getByLabelText(label));
      await user.type(own.getByLabelText(label), text);
    }
    await user.click(own.getByRole('switch', { name: 'Several services in one booking' }));
    expect(own.getByLabelText<HTMLInputElement>('Services in one booking').disabled).toBe(true);
    await user.click(own.getByRole('radio', { name: /^You decide/ }));
    await user.selectOptions(
      own.getByLabelText('When nobody was chosen'),
      'In the order of the team',
    );
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await rules()).toMatchObject({
        slot_step_min: 30,
        min_notice_min: 240,
        window_days: 30,
        max_services: 3,
        multi_service: false,
        staff_choice: 'any_only',
        assign_rule: 'rank',
      }),
    );
  });

  it('says who is offered a time that comes free, for how long, and when nothing is sent', async () => {
    const user = await open();
    const own = card('Booking rules');
    await user.click(own.getByRole('radio', { name: 'Offer it to the first in line' }));
    expect(own.getByText(/at most two a day to one client/)).toBeTruthy();
    await user.selectOptions(own.getByLabelText('Time to answer an offer'), '1 hour');
    const from = own.getByLabelText('No offers from');
    fireEvent.change(from, { target: { value: '' } });
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(from.getAttribute('aria-invalid')).toBe('true'));
    fireEvent.change(from, { target: { value: '22:30' } });
    fireEvent.change(own.getByLabelText(/^No offers until/), { target: { value: '07:15' } });
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await rules()).toMatchObject({
        waitlist_mode: 'first_in_line',
        waitlist_respond_min: 60,
        quiet_from_min: 1350,
        quiet_to_min: 435,
      }),
    );
  });

  it('sets who may book, how many a day, with which gaps, how long a time is held, and by whose clock', async () => {
    const user = await open();
    const own = card('Booking rules');
    await user.click(own.getByRole('radio', { name: /^Known clients/ }));
    await user.click(own.getByRole('radio', { name: /^The client’s own times/ }));
    await user.click(own.getByRole('radio', { name: /^Only times without gaps/ }));
    await user.selectOptions(
      own.getByLabelText(/^For clients who have been here before/),
      'Suggest times without gaps',
    );
    await user.click(own.getByRole('switch', { name: /^Buffers of neighbours/ }));
    await user.type(own.getByLabelText(/^Visits a day for each person/), '6');
    await user.type(own.getByLabelText(/^Visits ahead for each client/), '3');
    for (const [label, text] of [
      [/^Wait between two services/, '0'],
      [/^A chosen time is held/, '600'],
      [/^People in one booking/, '4'],
    ] as const) {
      await user.clear(own.getByLabelText(label));
      await user.type(own.getByLabelText(label), text);
    }
    await user.click(own.getByRole('button', { name: 'Save' }));
    const hold = own.getByLabelText(/^A chosen time is held/);
    await waitFor(() => expect(hold.getAttribute('aria-invalid')).toBe('true'));
    await user.clear(hold);
    await user.type(hold, '20');
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await rules()).toMatchObject({
        audience: 'existing',
        zone_mode: 'client',
        gap_mode: 'strict',
        gap_mode_returning: 'prefer',
        share_buffers: true,
        max_per_day_per_staff: 6,
        max_open_per_client: 3,
        max_gap_min: 0,
        group_max: 4,
        hold_min: 20,
      }),
    );
  });

  it('shows what another device saved, unless something is being typed', async () => {
    const user = await open();
    await user.type(card('Business').getByLabelText('Phone'), '1');
    await db.rows('businesses').update(TEST_BUSINESS, { slug: 'salon-two', email: 'a@b.example' });
    await card('Booking page').findByText(/\/book\/salon-two$/);
    expect(card('Business').getByLabelText<HTMLInputElement>('Phone').value).toBe('1');
    await user.click(card('Business').getByRole('button', { name: 'Save' }));
    await waitFor(async () => expect((await business())?.phone).toBe('1'));
    expect((await business())?.email).toBe('a@b.example');
  });

  it('offers another currency until somebody is booked at a price, and says why not then', async () => {
    const user = await open();
    await user.selectOptions(await card('Business').findByLabelText('Currency'), 'CAD');
    await user.click(card('Business').getByRole('button', { name: 'Save' }));
    await waitFor(async () => expect((await business())?.currency).toBe('CAD'));
    await putAppointment(db, 'a1', [segmentOf('s1', 'ana', '2027-03-10T15:00:00+00:00')]);
    await card('Business').findByText(/Stays as it is since the first appointment with a price/);
    expect(card('Business').queryByLabelText('Currency')).toBeNull();
  });

  it('says where the business is, in which zone, and how dates and prices are written', async () => {
    const user = await open();
    const own = card('Business');
    await user.type(await own.findByLabelText('Street and number'), '12 Elm Street');
    await user.type(own.getByLabelText('City'), 'Portland');
    const zone = own.getByRole('combobox', { name: /^Time zone/ });
    await user.clear(zone);
    await user.type(zone, 'Denver');
    await user.click(await screen.findByRole('option', { name: /Denver/ }));
    await user.selectOptions(own.getByLabelText('Language of dates and prices'), 'en-GB');
    await user.selectOptions(own.getByLabelText('The week begins on'), 'Monday');
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await business()).toMatchObject({
        address: { line1: '12 Elm Street', city: 'Portland' },
        time_zone: 'America/Denver',
        locale: 'en-GB',
        week_start: 1,
      }),
    );
  });

  it('sets what cancelling late and not coming cost, and refuses what is no fee', async () => {
    const user = await open();
    const own = card('Fees and deposits');
    const part = (name: string) => within(own.getByRole('region', { name }));
    const late = part('Cancelled late by the client');
    await user.selectOptions(late.getByLabelText('Costs'), 'Part of the price');
    expect(late.getByLabelText<HTMLInputElement>('Percent of the price').value).toBe('50');
    late.getByText(/^Late is less than 1 day before the start/);
    await user.selectOptions(late.getByLabelText(/^Always free/), '15 minutes');
    const missed = part('Did not come');
    await user.selectOptions(missed.getByLabelText('Costs'), 'Fixed amount');
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(missed.getByLabelText(/^Amount/).getAttribute('aria-invalid')).toBe('true'),
    );
    await user.type(missed.getByLabelText(/^Amount/), '25');
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect((await rules())?.fee_terms).toEqual({
        late_cancel: { percent: 50 },
        no_show: { cents: 2500 },
        grace_min: 15,
      }),
    );
    expect(toasts()).toEqual(['Fees saved']);
  });

  it('sets what is paid when booking online, and takes it away again', async () => {
    const user = await open();
    const own = card('Fees and deposits');
    const part = within(own.getByRole('region', { name: 'Paid when booking online' }));
    await user.selectOptions(part.getByLabelText('Deposit'), 'Part of the price');
    expect(part.getByLabelText<HTMLInputElement>('Percent of the price').value).toBe('30');
    part.getByText(/no real card is charged/);
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(async () => expect((await rules())?.deposit_rule).toEqual({ percent: 30 }));
    await user.selectOptions(part.getByLabelText('Deposit'), 'Nothing');
    await user.click(part.getByRole('checkbox', { name: /^Clients leave a card to book/ }));
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await rules()).toMatchObject({ deposit_rule: null, asks_card: true }),
    );
  });

  it('has rules of which the first that fits is meant, and changes their order', async () => {
    const user = await open();
    const own = card('Fees and deposits');
    const part = within(own.getByRole('region', { name: 'Paid when booking online' }));
    const save = () => user.click(own.getByRole('button', { name: 'Save' }));
    await user.click(part.getByRole('button', { name: 'Add a rule' }));
    const percent = part.getByLabelText('Percent of the price');
    await user.clear(percent);
    await save();
    await waitFor(() => expect(percent.getAttribute('aria-invalid')).toBe('true'));
    part.getByText('Unfinished');
    await user.type(percent, '50');
    await user.click(part.getByRole('button', { name: 'Add a rule' }));
    const second = within(part.getByRole('group', { name: 'Rule 2' }));
    await user.selectOptions(second.getByLabelText('Of'), 'Everybody');
    await user.type(second.getByLabelText(/^Did not come at least/), '2');
    await user.type(second.getByLabelText(/^Booking of at least/), '100');
    await user.selectOptions(second.getByLabelText('Deposit'), 'Fixed amount');
    await user.type(second.getByLabelText(/^Amount/), '25');
    await user.click(part.getByRole('button', { name: 'Move rule 2 up' }));
    expect(
      within(part.getByRole('list', { name: 'Rules for deposits' }))
        .getAllByRole('button', { expanded: false })
        .map(({ textContent }) => textContent),
    ).toEqual(['New clientspay 50 % of the price before']);
    await user.selectOptions(part.getByLabelText('Deposit of everybody else'), 'Part of the price');
    await save();
    await waitFor(async () =>
      expect(await rules()).toMatchObject({
        deposit_rules: [
          {
            client: 'any',
            min_total_cents: 10_000,
            no_shows: 2,
            source: 'any',
            rule: { cents: 2500 },
          },
          {
            client: 'new',
            min_total_cents: null,
            no_shows: null,
            source: 'any',
            rule: { percent: 50 },
          },
        ],
        deposit_rule: { percent: 30 },
      }),
    );
    const name = 'Everybody, did not come 2 times or more, $100.00 or more pay $25.00 before';
    await user.click(await part.findByRole('button', { name, expanded: false }));
    await user.click(part.getByRole('button', { name: 'Remove this rule' }));
    await save();
    await waitFor(async () => expect((await rules())?.deposit_rules).toHaveLength(1));
  });

  it('limits what a role may take off, and refuses what is no percentage', async () => {
    const user = await open();
    await screen.findByLabelText(/^Front desk, at most/);
    const own = card('Discounts');
    await user.type(own.getByLabelText(/^Front desk, at most/), '150');
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(own.getByLabelText(/^Front desk/).getAttribute('aria-invalid')).toBe('true'),
    );
    await user.clear(own.getByLabelText(/^Front desk/));
    await user.type(own.getByLabelText(/^Front desk/), '15');
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect((await business())?.discount_caps).toEqual({ front_desk: 15 }),
    );
    expect(toasts()).toEqual(['Discounts saved']);
  });

  it('says how long gift cards can be used, as long as the law asks at least', async () => {
    const user = await open();
    await screen.findByLabelText(/^Years in which a card/);
    const own = card('Gift cards');
    await user.type(own.getByLabelText(/^Years/), '25');
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(own.getByLabelText(/^Years/).getAttribute('aria-invalid')).toBe('true'),
    );
    await user.clear(own.getByLabelText(/^Years/));
    await user.type(own.getByLabelText(/^Years/), '4');
    await user.click(own.getByRole('button', { name: 'Save' }));
    await own.findByText('In the United States gift cards last at least 5 years.');
    expect((await business())?.gift_card_years ?? null).toBeNull();
    await user.clear(own.getByLabelText(/^Years/));
    await user.type(own.getByLabelText(/^Years/), '5');
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(async () => expect((await business())?.gift_card_years).toBe(5));
    expect(toasts()).toEqual(['Gift cards saved']);
  });

  it('takes gift cards off the booking page', async () => {
    const user = await open();
    await user.click(await screen.findByLabelText(/^Sell gift cards on the booking page/));
    await user.click(card('Gift cards').getByRole('button', { name: 'Save' }));
    await waitFor(async () => expect((await business())?.sells_gift_cards).toBe(false));
  });

  it('has ways of paying of its own, each once, and says what taxes are of', async () => {
    const user = await open();
    const own = card('Checkout');
    const ways = own.getByLabelText(/^Other ways of paying/);
    await user.type(ways, 'x'.repeat(61));
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(ways.getAttribute('aria-invalid')).toBe('true'));
    await user.clear(ways);
    expect(ways.getAttribute('aria-invalid')).not.toBe('true');
    await user.type(ways, 'Twint{Enter}{Enter} Voucher {Enter}Twint');
    await user.click(own.getByRole('checkbox', { name: /^Discounts do not lower the tax/ }));
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await business()).toMatchObject({
        other_methods: ['Twint', 'Voucher'],
        tax_before_discount: true,
      }),
    );
    expect(toasts()).toEqual(['Checkout saved']);
  });

  it('says which tips are offered, of what, and what receipts say', async () => {
    const user = await open();
    const own = card('Checkout');
    const [first, second, third] = own.getAllByLabelText(/^Offer \d/);
    await user.clear(first!);
    await user.type(first!, '0');
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(first!.getAttribute('aria-invalid')).toBe('true'));
    await user.clear(first!);
    await user.type(first!, '10');
    await user.clear(second!);
    await user.clear(third!);
    await user.selectOptions(own.getByLabelText(/^Percent of/), 'The full price, with tax');
    await user.type(own.getByLabelText(/^Tax number/), ' DE 123 ');
    await user.type(own.getByLabelText(/^Last words/), 'Until soon!');
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await business()).toMatchObject({
        tip_choices_bp: [1000],
        tip_base: 'full_with_tax',
        receipt_text: 'Until soon!',
        tax_number: 'DE 123',
      }),
    );
    await user.click(own.getByRole('checkbox', { name: 'Ask for a tip' }));
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(async () => expect(await business()).toMatchObject({ takes_tips: false }));
  });

  it('publishes a policy as a new version', async () => {
    const user = await open();
    const own = card('Cancellation policy');
    await user.type(own.getByLabelText('Text'), 'Please call a day before.');
    await user.click(own.getByRole('button', { name: 'Publish new version' }));
    await own.findByText(/^Version 1, published March 9, 2027/);
  });

  it('hands theme and signing out to the app', async () => {
    const user = await open();
    await user.click(screen.getByRole('radio', { name: 'Dark' }));
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    expect([themes, leaving]).toEqual([['dark'], 1]);
  });

  it('can only be read by people who may not change them', async () => {
    await db.rows('memberships').update('m-owner', { role: 'practitioner' });
    await open();
    await screen.findByText(/An owner or a manager changes them/);
    expect(card('Business').getByLabelText('Name').closest('fieldset')?.disabled).toBe(true);
  });
});

describe('reasons for blocked time', () => {
  beforeEach(() =>
    putRows(
      db,
      'block_off_reasons',
      ['Lunch', 'Errand'].map((name, index) => ({
        ...EMPTY_REASON,
        id: name.toLowerCase(),
        name,
        active: true,
        sort_key: `V${index}`,
      })),
    ),
  );
  const open = async () => {
    renderScreen(db, {
      path: '/settings/block-off-reasons',
      screen: <BlockOffReasonsScreen />,
    });
    await screen.findByText('Lunch');
    return userEvent.setup();
  };
  const names = async () =>
    (await db.rows('block_off_reasons').toArray()).toSorted(bySortKey).map(({ name }) => name);

  it('are added, and no name twice', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Add reason' }));
    const sheet = within(await screen.findByRole('dialog'));
    await user.type(sheet.getByLabelText('Name'), 'lunch');
    await user.click(sheet.getByRole('button', { name: 'Add reason' }));
    await sheet.findByText('This name is already used.');
    await user.clear(sheet.getByLabelText('Name'));
    await user.type(sheet.getByLabelText('Name'), 'School run');
    await user.click(sheet.getByRole('button', { name: 'Add reason' }));
    await waitFor(async () => expect(await names()).toEqual(['Lunch', 'Errand', 'School run']));
  });

  it('say whether clients may still book the time, and whether it is paid', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: /^Errand/ }));
    const sheet = within(await screen.findByRole('dialog'));
    const [closed, paid] = ['Closed for online booking', 'Paid time'].map((name) =>
      sheet.getByRole('switch', { name: new RegExp(`^${name}`) }),
    );
    const before = { blocks_online: EMPTY_REASON.blocks_online, paid: EMPTY_REASON.paid };
    expect([closed, paid].map((one) => one?.getAttribute('aria-checked') === 'true')).toEqual([
      before.blocks_online,
      before.paid,
    ]);
    await user.click(must(closed, 'the switch'));
    await user.click(must(paid, 'the switch'));
    await user.click(sheet.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await db.rows('block_off_reasons').get('errand')).toMatchObject({
        blocks_online: !before.blocks_online,
        paid: !before.paid,
      }),
    );
  });

  it('change their order by buttons', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Arrange' }));
    await user.click(screen.getByRole('button', { name: 'Move Errand up' }));
    await waitFor(async () => expect(await names()).toEqual(['Errand', 'Lunch']));
  });

  it('go out of use and come back', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: /^Lunch/ }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Archive' }),
    );
    await user.click(await screen.findByRole('button', { name: 'Archived (1)' }));
    const archived = within(screen.getByRole('list', { name: 'Archived' }));
    await user.click(archived.getByRole('button', { name: /^Lunch/ }));
    await user.click(
      await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Use again' }),
    );
    await waitFor(() => expect(screen.queryByText('Archived (1)')).toBeNull());
  });
});

describe('closed days and special hours', () => {
  const open = async () => {
    renderScreen(db, {
      path: '/settings',
      screen: (
        <SettingsScreen
          theme="system"
          onTheme={() => {}}
          devices={null}
          paymentMode={null}
          teamMails={null}
          calendarFeed={null}
          security={null}
          closing={null}
          email={null}
          onSignOut={() => {}}
        />
      ),
    });
    await screen.findByRole('heading', { name: 'Closed days and special hours' });
    const card = within(screen.getByRole('region', { name: 'Closed days and special hours' }));
    await card.findByRole('button', { name: 'Add days' });
    return { user: userEvent.setup(), card };
  };
  const days = async () =>
    (await db.rows('date_exceptions').toArray())
      .map(({ staff_id, on_day, kind, ranges }) => [staff_id, on_day, kind, ranges])
      .toSorted();

  it('closes the business for some days, lists them as one, and takes them back', async () => {
    const { user, card } = await open();
    await user.click(card.getByRole('button', { name: 'Add days' }));
    const sheet = within(await screen.findByRole('dialog'));
    await user.clear(sheet.getByLabelText('First day'));
    await user.type(sheet.getByLabelText('First day'), '2027-12-24');
    await user.clear(sheet.getByLabelText('Last day'));
    await user.type(sheet.getByLabelText('Last day'), '2027-12-26');
    await user.type(sheet.getByLabelText(/^Note/), 'Holidays');
    await user.click(sheet.getByRole('button', { name: 'Add days' }));
    const row = await card.findByRole('button', { name: /Dec 24, 2027 – .*Dec 26, 2027/ });
    expect(row.textContent).toContain('Closed · Holidays');
    expect(await days()).toEqual([
      [null, '2027-12-24', 'closed', []],
      [null, '2027-12-25', 'closed', []],
      [null, '2027-12-26', 'closed', []],
    ]);
    await user.click(row);
    const again = within(await screen.findByRole('dialog'));
    await user.click(again.getByRole('button', { name: 'Usual hours again' }));
    await card.findByText('No day to come is unlike others.');
    pressToast();
    await card.findByRole('button', { name: /Dec 24, 2027/ });
  });

  it('gives a day other hours, and refuses hours that make no sense', async () => {
    const { user, card } = await open();
    await user.click(card.getByRole('button', { name: 'Add days' }));
    const sheet = within(await screen.findByRole('dialog'));
    await user.click(sheet.getByRole('radio', { name: 'Other hours' }));
    await user.clear(sheet.getByLabelText('To'));
    await user.type(sheet.getByLabelText('To'), '09:00');
    await user.click(sheet.getByRole('button', { name: 'Add days' }));
    expect(await sheet.findByText(/after the start/)).toBeTruthy();
    expect(await days()).toEqual([]);
    await user.clear(sheet.getByLabelText('To'));
    await user.type(sheet.getByLabelText('To'), '13:30');
    await user.click(sheet.getByRole('button', { name: 'Add days' }));
    await waitFor(async () =>
      expect(await days()).toEqual([[null, '2027-03-09', 'hours', [[600, 810]]]]),
    );
  });
});
