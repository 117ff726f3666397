// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { openSalon, putAppointment, segmentOf } from '#db/test-rows.ts';
import { must } from '#domain/errors/assert.ts';
import { defaultWeek } from '#domain/staff/schema.ts';
import { pressToast, renderScreen, toasts } from '#tests/setup/screen.tsx';
import { StaffScreen } from './staff-screen.tsx';

let db: DaybookDb;
beforeEach(async () => {
  sessionStorage.clear();
  db = await openSalon();
});
afterEach(() => db.close());

const open = async (at = '/staff') => {
  renderScreen(db, { path: '/staff', at, screen: <StaffScreen /> });
  await screen.findByRole('heading', { name: 'Staff' });
  return userEvent.setup();
};
const sheet = async () => within(await screen.findByRole('dialog'));
const openDialog = () =>
  must(document.querySelector<HTMLElement>('dialog[open]'), 'a sheet is open');

describe('the team', () => {
  it('shows who works when, with which account, and what they do', async () => {
    await open();
    const cards = screen.getAllByRole('listitem').map((card) => card.textContent);
    expect(cards[0]).toMatch(/Ana.*Owner.*Mon – Sat 9:00 AM – 6:00 PM.*All 2 services/);
    expect(cards[1]).toMatch(/Ben.*No account/);
  });

  it('adds somebody with usual hours, who then is in the calendar’s order', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Add person' }));
    await user.type((await sheet()).getByLabelText('Name'), 'Noor 🌸 Haddad-Featherstonehaugh');
    await user.click((await sheet()).getByRole('button', { name: 'Add person' }));
    await screen.findByRole('heading', { name: 'Noor 🌸 Haddad-Featherstonehaugh' });
    const staff = await db.rows('staff').toArray();
    expect(staff.find(({ display_name }) => display_name.startsWith('Noor'))?.rank).toBe(2);
  });

  it('refuses to archive who still has appointments, and says how many', async () => {
    await putAppointment(db, 'a1', [segmentOf('g1', 'ben', '2027-03-20T15:00:00+00:00')]);
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'More for Ben' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Archive/ }));
    await screen.findByRole('heading', { name: 'Ben still has appointments' });
    expect(screen.getByRole('link', { name: 'Show them' }).getAttribute('href')).toBe(
      '/calendar?view=agenda&staff=ben',
    );
    expect((await db.rows('staff').get('ben'))?.status).toBe('active');
  });

  it('archives who has none, with a way back', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'More for Ben' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Archive/ }));
    await waitFor(() => expect(toasts()).toEqual(['Ben archived']));
    pressToast();
    await waitFor(async () => expect((await db.rows('staff').get('ben'))?.status).toBe('active'));
  });

  it('takes a service off somebody at once', async () => {
    const user = await open('/staff?services=ben');
    await user.click(await (await sheet()).findByRole('switch', { name: 'Haircut' }));
    await (await sheet()).findByText(/^1 of 2 services/);
    expect(await db.rows('staff_service_overrides').toArray()).toMatchObject([
      { staff_id: 'ben', variant_id: 'cut', offered: false },
    ]);
  });
});

describe('working hours', () => {
  it('close a day, and take a break on another', async () => {
    const user = await open('/staff?hours=ben');
    const monday = within(await (await sheet()).findByRole('group', { name: 'Monday' }));
    await user.click(monday.getByRole('switch', { name: 'Monday' }));
    const tuesday = within((await sheet()).getByRole('group', { name: 'Tuesday' }));
    await user.click(tuesday.getByRole('button', { name: 'More for Tuesday' }));
    await user.click(await tuesday.findByRole('menuitem', { name: 'Add a break' }));
    await user.click((await sheet()).getByRole('button', { name: 'Save hours' }));
    await waitFor(async () => {
      const patterns = await db.rows('work_patterns').where('id').notEqual('').toArray();
      const ben = patterns.filter(({ staff_id }) => staff_id === 'ben');
      expect(ben.at(-1)?.valid_from === '2027-03-09' || ben[0]?.valid_from === '2027-03-09').toBe(
        true,
      );
    });
    const now = must(
      (await db.rows('work_patterns').toArray()).find(
        ({ staff_id, valid_from }) => staff_id === 'ben' && valid_from === '2027-03-09',
      ),
      'the new hours begin today',
    );
    expect(now.weeks[0]?.slice(0, 3)).toEqual([
      [],
      [
        [540, 810],
        [840, 1080],
      ],
      [[540, 1080]],
    ]);
  });

  it('leave the other weeks of a rotation as they are', async () => {
    const free = defaultWeek().map(() => []);
    // The pattern began in the first week of January; 9 March 2027 lies in its second kind of week.
    await db.rows('work_patterns').update('hours-ben', {
      valid_from: '2027-01-04',
      weeks: [defaultWeek(), free],
    });
    const user = await open('/staff?hours=ben');
    await user.click(await (await sheet()).findByRole('button', { name: 'Week 1 (this week)' }));
    await user.click((await sheet()).getByRole('switch', { name: 'Sunday' }));
    await user.click((await sheet()).getByRole('button', { name: 'Save hours' }));
    await waitFor(async () => expect(await db.rows('work_patterns').count()).toBe(3));
    const now = (await db.rows('work_patterns').toArray()).find(
      ({ staff_id, valid_from }) => staff_id === 'ben' && valid_from === '2027-03-09',
    );
    expect(now?.weeks).toEqual([[[], [], [], [], [], [], [[540, 1080]]], defaultWeek()]);
  });

  it('that end before they begin are refused at their day', async () => {
    const user = await open('/staff?hours=ben');
    fireEvent.change(await (await sheet()).findByLabelText('Monday to'), {
      target: { value: '08:00' },
    });
    await user.click((await sheet()).getByRole('button', { name: 'Save hours' }));
    const monday = within((await sheet()).getByRole('group', { name: 'Monday' }));
    await monday.findByText('The end has to be after the start.');
    expect(openDialog()).toBeTruthy();
    expect(await db.rows('work_patterns').count()).toBe(2);
  });
});
