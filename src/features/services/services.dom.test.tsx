// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPackage } from '#db/commands/packages.ts';
import { createProduct } from '#db/commands/products.ts';
import type { DaybookDb } from '#db/open.ts';
import { openSalon, putRows, valueOf } from '#db/test-rows.ts';
import { must } from '#domain/errors/assert.ts';
import { EMPTY_BUNDLE } from '#domain/services/bundle-schema.ts';
import { pressToast, renderScreen, toasts } from '#tests/setup/screen.tsx';
import { ServicesScreen } from './services-screen.tsx';

// Pictures are drawn in a worker on a canvas, which only browsers have.
vi.mock('#platform/shrink-picture.ts', () => ({
  shrinkPicture: async (file: File) => ({
    ok: true,
    picture: { data: await file.arrayBuffer(), mediaType: 'image/webp', width: 80, height: 20 },
  }),
}));

let db: DaybookDb;
beforeEach(async () => {
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:cut');
  db = await openSalon();
  await putRows(db, 'service_categories', [
    {
      id: 'hair',
      name: 'Hair',
      image_path: null,
      colour: 'teal',
      visible_online: true,
      sort_key: 'V',
    },
  ]);
});
afterEach(() => {
  vi.restoreAllMocks();
  db.close();
});

const open = async (at = '/more/services') => {
  renderScreen(db, { path: '/more/services', at, screen: <ServicesScreen /> });
  await screen.findByRole('heading', { name: 'Services' });
  return userEvent.setup();
};
const sheet = async () => within(await screen.findByRole('dialog'));

describe('the menu', () => {
  it('lists services with their length and price', async () => {
    await open();
    screen.getByRole('button', { name: /^Haircut\s*45 min · \$60\.00/ });
    screen.getByRole('button', { name: /^Colour\s*1 hr 30 min · \$120\.00/ });
  });

  it('adds a service, marks it as new, and keeps what is typed while it is wrong', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Add service' }));
    await user.type((await sheet()).getByLabelText('Name'), 'Silk press');
    await user.click((await sheet()).getByRole('button', { name: 'Add service' }));
    await (await sheet()).findByText('Please enter a number.');
    expect((await sheet()).getByLabelText<HTMLInputElement>('Name').value).toBe('Silk press');

    await user.type((await sheet()).getByLabelText('Amount'), '95');
    await user.click((await sheet()).getByRole('button', { name: 'Add service' }));
    const line = await screen.findByRole('button', { name: /^Silk press\s*1 hr · \$95\.00/ });
    within(line).getByText('New');
  });

  it('takes a new service without an amount where the price is said on the day', async () => {
    const user = await open('/more/services');
    await user.click(await screen.findByRole('button', { name: 'Add service' }));
    await user.type((await sheet()).getByLabelText('Name'), 'Bridal updo');
    await user.selectOptions((await sheet()).getByLabelText('Price'), 'Price on the day');
    await user.click((await sheet()).getByRole('button', { name: 'Add service' }));
    await screen.findByRole('button', { name: /^Bridal updo\s*1 hr · Price on the day/ });
  });

  it('shows the picture of a service in its form and in the list', async () => {
    await open('/more/services?service=s-cut');
    const files = [new File(['cut'], 'cut.jpg', { type: 'image/jpeg' })];
    const input = await (await sheet()).findByLabelText('Picture: file');
    fireEvent.change(input, { target: { files } });
    await waitFor(() => expect(toasts()).toEqual(['Picture saved']));
    await waitFor(() => expect(document.querySelectorAll('img[src="blob:cut"]')).toHaveLength(2));
    expect((await db.rows('services').get('s-cut'))?.image_path).toMatch(/\/services\/.*-80x20$/);
  });

  it('shows the picture of a category in its form and above its services', async () => {
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Edit the category Hair' }));
    const files = [new File(['cut'], 'cut.jpg', { type: 'image/jpeg' })];
    const input = await (await sheet()).findByLabelText('Picture: file');
    fireEvent.change(input, { target: { files } });
    await waitFor(() => expect(toasts()).toEqual(['Picture saved']));
    await waitFor(() => expect(document.querySelectorAll('img[src="blob:cut"]')).toHaveLength(2));
    const [hair] = await db.rows('service_categories').toArray();
    expect(hair?.image_path).toMatch(/\/service_categories\/.*-80x20$/);
  });

  it('asks before it throws away what was typed', async () => {
    const user = await open('/more/services?service=s-cut');
    await user.type(await (await sheet()).findByLabelText('Name'), ' deluxe');
    await user.click((await sheet()).getByRole('button', { name: 'Close' }));
    (await sheet()).getByText('Discard what you typed?');
    await user.click((await sheet()).getByRole('button', { name: 'Keep editing' }));
    await user.click((await sheet()).getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: /^Haircut deluxe/ });
  });

  it('says what it needs of rooms and equipment', async () => {
    await putRows(db, 'resource_pools', [
      { id: 'chairs', name: 'Chairs', sort_key: 'V', status: 'active' },
    ]);
    await putRows(
      db,
      'resources',
      ['1', '2'].map((n) => ({
        id: `chair-${n}`,
        pool_id: 'chairs',
        name: `Chair ${n}`,
        out_from: null,
        out_until: null,
        out_note: null,
        sort_key: `V${n}`,
        status: 'active' as const,
      })),
    );
    const user = await open('/more/services?service=s-cut');
    await user.click(await (await sheet()).findByLabelText(/^Needs 1 of Chairs/));
    await user.selectOptions((await sheet()).getByLabelText('How many of Chairs'), '2');
    await user.click((await sheet()).getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await db.rows('services').get('s-cut')).toMatchObject({
        resource_needs: [{ pool_id: 'chairs', qty: 2 }],
      }),
    );
  });

  it('says where it happens, that each booking is approved, and has a colour of its own', async () => {
    const user = await open('/more/services?service=s-cut');
    const form = await sheet();
    const before = await db.rows('services').get('s-cut');
    expect(before).toMatchObject({ location_types: ['business'], approval: false });
    await user.click(await form.findByRole('checkbox', { name: 'At your place' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    // Nowhere is no place.
    await waitFor(() => expect(form.getByRole('alert')).toBeTruthy());
    await user.click(form.getByRole('checkbox', { name: 'At the client’s place' }));
    await user.click(form.getByRole('checkbox', { name: 'By phone' }));
    await user.click(form.getByRole('checkbox', { name: /^Each booking needs your approval/ }));
    const colour = within(form.getByRole('group', { name: /^Colour/ }));
    await user.click(colour.getByRole('radio', { name: 'violet' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await db.rows('services').get('s-cut')).toMatchObject({
        location_types: ['client', 'phone'],
        approval: true,
        colour: 'violet',
      }),
    );
  });

  it('has categories with a colour, which new services in it begin with', async () => {
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Edit the category Hair' }));
    const form = await sheet();
    const colour = within(form.getByRole('group', { name: /^Colour/ }));
    expect(colour.getByRole<HTMLInputElement>('radio', { name: 'teal' }).checked).toBe(true);
    await user.click(colour.getByRole('radio', { name: 'amber' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect((await db.rows('service_categories').get('hair'))?.colour).toBe('amber'),
    );
  });

  it('says what to do before the visit', async () => {
    const user = await open('/more/services?service=s-cut');
    await user.type(
      await (await sheet()).findByLabelText(/^Before the visit/),
      'Come with dry hair.',
    );
    await user.click((await sheet()).getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect((await db.rows('services').get('s-cut'))?.prep_note).toBe('Come with dry hair.'),
    );
  });

  it('says which forms it asks for, and changes only this service in them', async () => {
    const form = (id: string, service_ids: string[]) => ({
      id,
      name: `Form ${id}`,
      kind: 'intake' as const,
      status: 'published' as const,
      fields: [],
      public_key: id,
      public_link_on: false,
      wanted: 'before' as const,
      offset_min: null,
      service_ids,
      frequency: 'once_per_version' as const,
      every_months: 12,
      enforce: 'warn' as const,
      countersign: false,
    });
    await putRows(db, 'forms', [
      form('other', ['s-colour']),
      form('all', []),
      form('only', ['s-cut']),
    ]);
    const user = await open('/more/services?service=s-cut');
    const part = within(await (await sheet()).findByRole('region', { name: 'Requirements' }));
    const other = await part.findByRole<HTMLInputElement>('checkbox', { name: 'Form other' });
    expect(other.checked).toBe(false);
    part.getByText(/^Asked for with all services\./);
    part.getByText(/^Asked for with this service alone\./);
    expect(part.queryByRole('checkbox', { name: 'Form all' })).toBeNull();
    await user.click(other);
    await user.click((await sheet()).getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect((await db.rows('forms').get('other'))?.service_ids).toEqual(['s-colour', 's-cut']),
    );
    expect((await db.outbox.toArray()).at(-1)?.ops).toEqual([
      { table: 'forms', id: 'other', op: 'add', value: { service_ids: 's-cut' } },
    ]);
  });

  it('says a price that is open in words of its own', async () => {
    const user = await open('/more/services?service=s-cut');
    expect((await sheet()).queryByLabelText(/^Said instead/)).toBeNull();
    await user.selectOptions(await (await sheet()).findByLabelText('Price'), 'Price on the day');
    await user.type((await sheet()).getByLabelText(/^Said instead/), 'By length, ask us');
    await user.click((await sheet()).getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: /^Haircut\s*45 min · By length, ask us/ });
    await waitFor(async () =>
      expect((await db.rows('service_variants').get('cut'))?.price_label).toBe('By length, ask us'),
    );
  });

  it('says whether a request for it keeps its time until it is answered', async () => {
    const kept = async () => (await db.rows('services').get('s-cut'))?.pending_blocks_slot;
    const user = await open('/more/services?service=s-cut');
    const choose = async (answer: string) => {
      await user.selectOptions(
        await (await sheet()).findByLabelText('A request for it, until you answer'),
        answer,
      );
      await user.click((await sheet()).getByRole('button', { name: 'Save' }));
    };
    await choose('Leaves its time to others');
    await waitFor(async () => expect(await kept()).toBe(false));
  });

  it('is shown by its link only, and booked by members only', async () => {
    const user = await open('/more/services?service=s-cut');
    await user.click(await (await sheet()).findByRole('radio', { name: /^By link only/ }));
    const link = await (await sheet()).findByRole('link', { name: /the page of this service/ });
    expect(link.getAttribute('href')).toBe('/book/test-salon?service=s-cut');
    await user.click((await sheet()).getByRole('radio', { name: 'Members' }));
    await user.click((await sheet()).getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await db.rows('services').get('s-cut')).toMatchObject({
        visibility: 'link',
        audience: 'members',
      }),
    );
    // What nobody books online has no audience.
    await user.click(screen.getByRole('button', { name: /^Haircut/ }));
    await user.click(await (await sheet()).findByRole('radio', { name: /^Not online/ }));
    expect((await sheet()).queryByRole('radio', { name: 'Known clients' })).toBeNull();
    expect((await sheet()).queryByRole('link', { name: /the page of this service/ })).toBeNull();
  });

  it('has a deposit for an option of its own', async () => {
    const user = await open('/more/services?service=s-cut');
    await user.click(await (await sheet()).findByRole('button', { name: 'Add an option' }));
    const option = within((await sheet()).getByRole('group', { name: 'Option 2' }));
    await user.type(option.getByLabelText('Option 2'), 'Long hair');
    await user.selectOptions(
      option.getByLabelText('Paid when it is booked online'),
      'Fixed amount',
    );
    const first = within((await sheet()).getByRole('group', { name: 'Option 1' }));
    await user.clear(first.getByLabelText('Option 1'));
    await user.type(first.getByLabelText('Option 1'), 'Short hair');
    const amounts = option.getAllByLabelText(/^Amount/);
    await user.type(amounts.at(-1)!, '15');
    await user.click((await sheet()).getByRole('button', { name: 'Save' }));
    await waitFor(async () => {
      const variants = (await db.rows('service_variants').toArray()).filter(
        ({ service_id }) => service_id === 's-cut',
      );
      expect(
        variants.map(({ name, deposit_rule }) => [name, deposit_rule ?? null]).toSorted(),
      ).toEqual([
        ['Long hair', { cents: 1500 }],
        ['Short hair', null],
      ]);
    });
  });

  it('has a deposit of its own, none, or that of the business', async () => {
    const rule = async () => (await db.rows('services').get('s-cut'))?.deposit_rule;
    const user = await open('/more/services?service=s-cut');
    const label = 'Paid when it is booked online';
    const choose = async (answer: string) =>
      user.selectOptions(await (await sheet()).findByLabelText(label), answer);
    const save = async () => user.click((await sheet()).getByRole('button', { name: 'Save' }));
    const openAgain = async () => {
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await user.click(screen.getByRole('button', { name: /^Haircut/ }));
    };
    await choose('Part of the price');
    const percent = await (await sheet()).findByLabelText('Percent of the price');
    await user.clear(percent);
    await save();
    await (await sheet()).findByText('This is too little.');
    await user.type(percent, '50');
    await save();
    await waitFor(async () => expect(await rule()).toEqual({ percent: 50 }));
    await openAgain();
    await choose('Nothing');
    await save();
    await waitFor(async () => expect(await rule()).toEqual({ percent: 0 }));
    await openAgain();
    await choose('As in your fees and deposits');
    await save();
    await waitFor(async () => expect(await rule()).toBeNull());
  });

  it('has fees of its own, or those of the business; of a class there are none; and nobody may earn a part of it', async () => {
    const row = async () => db.rows('services').get('s-cut');
    const user = await open('/more/services?service=s-cut');
    const save = async () => user.click((await sheet()).getByRole('button', { name: 'Save' }));
    const openAgain = async () => {
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await user.click(screen.getByRole('button', { name: /^Haircut/ }));
    };
    await user.click(await (await sheet()).findByLabelText(/^Fees of its own/));
    await user.selectOptions((await sheet()).getByLabelText('Did not come'), 'Part of the price');
    const percent = (await sheet()).getByLabelText('Percent of the price');
    await user.clear(percent);
    await save();
    await (await sheet()).findByText('This is too little.');
    await user.type(percent, '80');
    await user.click((await sheet()).getByLabelText(/^No commission/));
    await save();
    const fee_terms = { late_cancel: null, no_show: { percent: 80 } };
    await waitFor(async () =>
      expect(await row()).toMatchObject({ fee_terms, no_commission: true }),
    );
    await openAgain();
    await user.click(await (await sheet()).findByLabelText(/^Fees of its own/));
    await save();
    await waitFor(async () => expect((await row())?.fee_terms).toBeNull());
    await openAgain();
    await user.click(await (await sheet()).findByLabelText('It is a class'));
    expect((await sheet()).queryByLabelText(/^Fees of its own/)).toBeNull();
  });

  it('is given as a class with so many seats, or not', async () => {
    const capacity = async () => (await db.rows('services').get('s-cut'))?.capacity;
    const user = await open('/more/services?service=s-cut');
    await user.click(await (await sheet()).findByLabelText('It is a class'));
    const seats = (await sheet()).getByLabelText('Seats');
    await user.clear(seats);
    await user.click((await sheet()).getByRole('button', { name: 'Save' }));
    await (await sheet()).findByText('This is too little.');
    await user.type(seats, '8');
    await user.click((await sheet()).getByRole('button', { name: 'Save' }));
    await waitFor(async () => expect(await capacity()).toBe(8));
  });

  it('shows a service that was archived in its package, to be taken out', async () => {
    await createPackage(db, {
      name: 'Ten visits',
      price_cents: 50_000,
      credits: 10,
      service_ids: ['s-cut', 's-colour'],
      valid_days: null,
    });
    await db.rows('services').update('s-cut', { status: 'archived' });
    const user = await open();
    await user.click(await screen.findByRole('button', { name: /^Ten visits/ }));
    const form = await sheet();
    const box = await form.findByRole<HTMLInputElement>('checkbox', { name: /^Haircut/ });
    expect(box.checked).toBe(true);
    expect(form.getByText('Archived')).toBeTruthy();
    await user.click(box);
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await db.rows('packages').toArray()).toMatchObject([{ service_ids: ['s-colour'] }]),
    );
  });

  it('gives a service one of the taxes; an archived one is offered to nothing new', async () => {
    const rate = { milli_percent: 20_000, inclusive: true };
    await putRows(db, 'tax_rates', [
      { id: 'vat', name: 'VAT', sort_key: 'V', active: true, ...rate },
      { id: 'old', name: 'Old VAT', sort_key: 'W', active: false, ...rate },
    ]);
    const user = await open('/more/services?service=s-cut');
    const field = await (await sheet()).findByLabelText<HTMLSelectElement>('Tax');
    expect([...field.options].map(({ text }) => text)).toEqual(['No tax', 'VAT 20 %']);
    await user.selectOptions(field, 'VAT 20 %');
    await user.click((await sheet()).getByRole('button', { name: 'Save' }));
    const taxOf = async () => (await db.rows('services').get('s-cut'))?.tax_rate_id;
    await waitFor(async () => expect(await taxOf()).toBe('vat'));
    await db.rows('services').update('s-cut', { tax_rate_id: 'old' });
    await user.click(screen.getByRole('button', { name: /^Haircut/ }));
    const again = await (await sheet()).findByLabelText<HTMLSelectElement>('Tax');
    expect([...again.options].map(({ text }) => text)).toEqual([
      'No tax',
      'VAT 20 %',
      'Old VAT 20 % (archived)',
    ]);
    expect(again.value).toBe('old');
  });

  it('archives with a way back, and shows archived ones on request', async () => {
    const user = await open('/more/services?service=s-cut');
    await user.click(await (await sheet()).findByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(toasts()).toEqual(['Haircut archived']));
    await user.click(await screen.findByRole('button', { name: 'Archived (1)' }));
    within(screen.getByRole('list', { name: /^Archived in/ })).getByText('Haircut');
    pressToast();
    await waitFor(() => expect(screen.queryByText('Archived (1)')).toBeNull());
  });

  it('loses an option with a way back', async () => {
    const row = must(await db.rows('service_variants').get('cut'), 'of the salon');
    await putRows(db, 'service_variants', [{ ...row, id: 'long', name: 'Long', sort_key: 'W' }]);
    const user = await open('/more/services?service=s-cut');
    await user.click(await (await sheet()).findByRole('button', { name: 'Remove Long' }));
    await user.click((await sheet()).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toasts()).toEqual(['Haircut saved']));
    const status = async () => (await db.rows('service_variants').get('long'))?.status;
    expect(await status()).toBe('archived');
    pressToast();
    await waitFor(async () => expect(await status()).toBe('active'));
  });

  it('is arranged with buttons', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Arrange' }));
    await user.click(screen.getByRole('button', { name: 'Move Colour up' }));
    await waitFor(() => {
      const names = screen.getAllByRole('listitem').map((item) => item.textContent);
      expect(names[0]).toMatch(/^Colour/);
    });
    expect(screen.getByRole('button', { name: 'Move Colour up' }).matches(':disabled')).toBe(true);
  });

  it('is arranged by dragging services within a category, and whole categories', async () => {
    await putRows(db, 'service_categories', [
      {
        id: 'nails',
        name: 'Nails',
        image_path: null,
        colour: 'rose',
        visible_online: true,
        sort_key: 'Y',
      },
    ]);
    const drag = (from: Element, to: Element): void => {
      const dataTransfer = { setData: () => {}, effectAllowed: '', dropEffect: '' };
      for (const type of ['dragStart', 'dragOver', 'drop', 'dragEnd'] as const) {
        fireEvent[type](type === 'dragStart' || type === 'dragEnd' ? from : to, { dataTransfer });
      }
    };
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Arrange' }));
    const [first, second] = screen.getAllByRole('listitem');
    expect(first?.textContent).toMatch(/^Haircut/);
    drag(must(second, 'the second service'), must(first, 'the first service'));
    await waitFor(() => {
      expect(screen.getAllByRole('listitem')[0]?.textContent).toMatch(/^Colour/);
    });

    const headings = () =>
      screen
        .getAllByRole('heading', { level: 2 })
        .map((heading) => heading.textContent)
        .filter((name) => name === 'Hair' || name === 'Nails');
    const header = async (name: string) =>
      must((await screen.findByRole('heading', { name })).closest('header'), name);
    expect(headings()).toEqual(['Hair', 'Nails']);
    drag(await header('Nails'), await header('Hair'));
    await waitFor(() => expect(headings()).toEqual(['Nails', 'Hair']));
  });

  it('only shows to people who may not change it', async () => {
    await db.rows('memberships').update('m-owner', { role: 'front_desk' });
    const user = await open();
    expect(screen.queryByRole('button', { name: 'Add service' })).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Haircut/ }));
    expect((await (await sheet()).findByLabelText('Name')).closest('fieldset')?.disabled).toBe(
      true,
    );
    expect((await sheet()).queryByRole('button', { name: 'Save' })).toBeNull();
  });
});

it('a service says what it uses up, which is off until somebody does', async () => {
  const colour = valueOf(await createProduct(db, { name: 'Colour', kind: 'both' }));
  valueOf(await createProduct(db, { name: 'Comb', kind: 'retail' }));
  const user = await open('/more/services?service=s-cut');
  await user.click(await screen.findByRole('button', { name: 'Products used' }));
  const recipe = within(await screen.findByRole('dialog', { name: 'Products used' }));
  const choose = await recipe.findByLabelText(/^Add a product/);
  expect(within(choose).queryByRole('option', { name: 'Comb' })).toBeNull();
  await user.selectOptions(choose, 'Colour');
  await user.click(recipe.getByRole('button', { name: 'Save' }));
  expect(await recipe.findByRole('alert')).toBeTruthy();
  await user.type(recipe.getByLabelText('Colour'), '0.5');
  await user.click(recipe.getByRole('button', { name: 'Save' }));
  await waitFor(async () =>
    expect((await db.rows('recipes').get('cut'))?.items).toEqual([
      { product_id: colour, qty_milli: 500 },
    ]),
  );
});

describe('bundles', () => {
  it('are put together from the menu, change their price, and leave it', async () => {
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Add bundle' }));
    const added = await sheet();
    await user.type(added.getByLabelText('Name'), 'Bridal day');
    await user.selectOptions(added.getByLabelText(/^Add a service/), 'Colour – Long hair');
    await user.click(added.getByRole('button', { name: 'Add bundle' }));
    await added.findByText('Choose at least two services.');
    await user.selectOptions(added.getByLabelText(/^Add a service/), 'Haircut');
    await user.click(added.getByRole('button', { name: 'Move Haircut up' }));
    await user.type(added.getByLabelText('Price together'), '150');
    await user.click(added.getByRole('button', { name: 'Add bundle' }));
    const line = await screen.findByRole('button', { name: /^Bridal day/ });
    expect(line.textContent).toContain('Haircut, Colour – Long hair');
    expect(line.textContent).toContain('2 hr 15 min · $150.00 instead of $180.00');

    await user.click(line);
    const edited = await sheet();
    await user.click(edited.getByRole('radio', { name: 'Percent less' }));
    const percent = edited.getByLabelText('Percent less than its services');
    await user.click(edited.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(percent.getAttribute('aria-invalid')).toBe('true'));
    await user.type(percent, '10');
    expect(percent.getAttribute('aria-invalid')).toBeNull();
    await user.click(edited.getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: /^Bridal day.*\$162\.00 instead of \$180\.00/ });
    expect(await db.rows('bundles').toArray()).toMatchObject([
      { variant_ids: ['cut', 'colour'], price_mode: 'percent', price_cents: 0, percent_bp: 1000 },
    ]);

    await user.click(screen.getByRole('button', { name: /^Bridal day/ }));
    await user.click((await sheet()).getByRole('button', { name: 'Archive' }));
    await screen.findByRole('button', { name: /^Bridal day.*Archived/ });
  });

  it('keep their price when another kind of price was only looked at', async () => {
    await putRows(db, 'bundles', [
      {
        ...EMPTY_BUNDLE,
        id: 'bridal',
        name: 'Bridal day',
        variant_ids: ['cut', 'colour'],
        price_cents: 9000,
        sort_key: 'V',
        status: 'active',
      },
    ]);
    const user = await open();
    await user.click(await screen.findByRole('button', { name: /^Bridal day/ }));
    const edited = await sheet();
    await user.click(edited.getByRole('radio', { name: 'Percent less' }));
    await user.type(edited.getByLabelText('Percent less than its services'), '10');
    await user.click(edited.getByRole('radio', { name: 'One price' }));
    await user.type(edited.getByLabelText('Name'), 's');
    await user.click(edited.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await db.rows('bundles').get('bridal')).toMatchObject({
        name: 'Bridal days',
        price_mode: 'fixed',
        price_cents: 9000,
        percent_bp: null,
      }),
    );
  });

  it('say what of them is not offered any more', async () => {
    await putRows(db, 'bundles', [
      {
        ...EMPTY_BUNDLE,
        id: 'bridal',
        name: 'Bridal day',
        variant_ids: ['cut', 'colour'],
        price_cents: 9000,
        sort_key: 'V',
        status: 'active',
      },
    ]);
    await db.rows('services').update('s-colour', { status: 'archived' });
    await open();
    await screen.findByRole('button', {
      name: /^Bridal day.*Not offered: Colour – Long hair is not/,
    });
  });
});
