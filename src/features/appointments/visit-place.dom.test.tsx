// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { addVisit, openSalon, put, SALON_DAY, salonTime } from '#tests/fixtures/salon.ts';
import { pressToast, renderScreen, toasts } from '#tests/setup/screen.tsx';
import { AppointmentSheet } from './appointment-sheet.tsx';
import { NewAppointmentSheet } from './new-appointment-sheet.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
  const ann = (await db.rows('clients').get('ann'))!;
  await put(db, 'clients', {
    ...ann,
    phone: '+12125550100',
    address: { line1: '5 Main St', city: 'Albany' },
  });
});
afterEach(() => db.close());

const visit = async () => (await db.rows('appointments').get('visit'))!;
const segment = async () => (await db.rows('appointment_segments').get('visit-segment'))!;
const open = async () => {
  renderScreen(db, {
    path: '/calendar',
    screen: <AppointmentSheet id="visit" part={null} isOpen onClose={() => {}} />,
  });
  const sheet = within(await screen.findByRole('dialog'));
  return { user: userEvent.setup(), sheet };
};
const toChangePlace = async () => {
  const { user, sheet } = await open();
  await user.click(sheet.getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change place…' }));
  await user.selectOptions(await sheet.findByLabelText('Where'), 'client');
  return { user, sheet };
};

describe('a visit at the client’s', () => {
  it('gets its address and its way, and undo takes both back', async () => {
    const { user, sheet } = await toChangePlace();
    expect(sheet.getByText('5 Main St, Albany')).toBeTruthy();
    expect((sheet.getByLabelText('Way there') as HTMLInputElement).value).toBe('30');
    await user.clear(sheet.getByLabelText('Way there'));
    await user.type(sheet.getByLabelText('Way there'), '25');
    await user.click(sheet.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await visit()).toMatchObject({
        location_type: 'client',
        address: { line1: '5 Main St', city: 'Albany' },
      }),
    );
    expect(await segment()).toMatchObject({ buffer_before_min: 25, travel_before_min: 25 });
    expect(toasts()).toEqual(['Ann Lee: at the client’s']);
    pressToast();
    await waitFor(async () => expect((await visit()).location_type).toBe('business'));
    expect((await segment()).buffer_before_min).toBe(0);
  });

  it('is at the first of several addresses, unless another one is chosen', async () => {
    const ann = (await db.rows('clients').get('ann'))!;
    await put(db, 'clients', {
      ...ann,
      more_addresses: [{ label: 'Work', line1: '7 Mill Rd', city: 'Troy' }],
    });
    const { user, sheet } = await toChangePlace();
    const choice = (name: RegExp) => sheet.getByRole<HTMLInputElement>('radio', { name });
    expect(choice(/^Address/).checked).toBe(true);
    await user.click(choice(/^Work/));
    expect(choice(/^Work/).checked).toBe(true);
    await user.click(sheet.getByRole('button', { name: 'Save' }));
    // Where it is, without what the record calls it.
    await waitFor(async () =>
      expect((await visit()).address).toEqual({ line1: '7 Mill Rd', city: 'Troy' }),
    );
  });

  it('may be somewhere else, and says who is booked on the way', async () => {
    await addVisit(db, 'early', { clientId: 'bob', staffId: 'mia', minute: 570, minutes: 20 });
    const { user, sheet } = await toChangePlace();
    expect(await sheet.findByText('Overlaps Bob Ray')).toBeTruthy();
    await user.click(sheet.getByRole('radio', { name: 'Another one' }));
    await user.type(sheet.getByLabelText('Street and number'), '9 Hill Rd');
    await user.click(sheet.getByRole('button', { name: 'Save anyway' }));
    await waitFor(async () =>
      expect(await visit()).toMatchObject({
        address: { line1: '9 Hill Rd' },
        overlap_accepted: true,
      }),
    );
  });

  it('no sensible number of minutes is not saved', async () => {
    const { user, sheet } = await toChangePlace();
    await user.clear(sheet.getByLabelText('Way there'));
    await user.click(sheet.getByRole('button', { name: 'Save' }));
    expect(await sheet.findByText('From 0 to 480.')).toBeTruthy();
    expect((await visit()).location_type).toBe('business');
  });

  it('shows the way, and hands a word to the client over to the messages of the phone', async () => {
    await put(db, 'appointments', {
      ...(await visit()),
      location_type: 'client',
      address: { line1: '5 Main St', city: 'Albany' },
    });
    await put(db, 'appointment_segments', {
      ...(await segment()),
      buffer_before_min: 40,
      travel_before_min: 40,
    });
    const { user, sheet } = await open();
    expect(await sheet.findByText('Way: 40 min there')).toBeTruthy();
    const directions = sheet.getByRole('link', { name: 'Directions' });
    expect(directions.getAttribute('href')).toContain('5%20Main%20St%2C%20Albany');
    await user.click(sheet.getByRole('button', { name: 'On my way' }));
    // It is half past ten: forty minutes from now.
    const text = await sheet.findByRole('link', { name: 'Text Ann Lee' });
    expect(decodeURIComponent(text.getAttribute('href') ?? '')).toBe(
      'sms:+12125550100?&body=Hi Ann, Mia is on the way to you and will be there at about 11:10 AM. – Salon',
    );
  });
});

describe('a remote visit', () => {
  const clock = (text: string) => screen.queryByText(text, { exact: false });
  const remote = async (clientZone: string | null) => {
    const ann = (await db.rows('clients').get('ann'))!;
    await put(db, 'clients', { ...ann, time_zone: clientZone });
    const at = { starts_at: salonTime(720), ends_at: salonTime(765) };
    await put(db, 'appointments', { ...(await visit()), ...at, location_type: 'remote' });
    await open();
    return (await screen.findByRole('region', { name: 'Place' })).textContent;
  };

  it('says what the client’s own clock shows then', async () => {
    expect(await remote('Europe/Berlin')).toMatch(
      /For them it is .*Nov 24.*6:00\sPM \(Europe\/Berlin\)$/,
    );
  });

  it('says nothing of it where their clock is that of the business, or not known', async () => {
    await remote('America/New_York');
    expect(clock('For them it is')).toBeNull();
    cleanup();
    await remote(null);
    expect(clock('For them it is')).toBeNull();
  });
});

describe('booking a service that is done at the client’s', () => {
  it('goes there by itself, with the usual way', async () => {
    const service = (await db.rows('services').get('cut'))!;
    await put(db, 'services', { ...service, location_types: ['client'] });
    renderScreen(db, {
      path: '/calendar',
      screen: (
        <NewAppointmentSheet
          at={{ day: SALON_DAY, minute: 720, staffId: 'leo', clientId: 'ann' }}
          isOpen
          onClose={() => {}}
          onBooked={() => {}}
          onBlockInstead={() => {}}
        />
      ),
    });
    const user = userEvent.setup();
    await user.type(await screen.findByRole('combobox', { name: 'Service' }), 'cut');
    await user.click(await screen.findByRole('option', { name: /^Cut and finish/, hidden: true }));
    expect(((await screen.findByLabelText('Where')) as HTMLSelectElement).value).toBe('client');
    await user.click(screen.getByRole('button', { name: 'Book' }));
    await waitFor(async () => expect(await db.rows('appointments').count()).toBe(2));
    const made = (await db.rows('appointments').toArray()).find(({ id }) => id !== 'visit')!;
    expect(made).toMatchObject({
      location_type: 'client',
      address: { line1: '5 Main St' },
      starts_at: salonTime(720),
    });
    const [work] = await db
      .rows('appointment_segments')
      .where('appointment_id')
      .equals(made.id)
      .toArray();
    expect(work).toMatchObject({ buffer_before_min: 30, travel_before_min: 30 });
  });
});
