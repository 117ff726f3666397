// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { openSalon, putAppointment, putRows, segmentOf } from '#db/test-rows.ts';
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
    // Somebody else takes them, and then it works.
    await user.selectOptions(screen.getByLabelText('Give them to'), 'Ana');
    await user.click(screen.getByRole('button', { name: 'Give and archive' }));
    await waitFor(async () => expect((await db.rows('staff').get('ben'))?.status).toBe('archived'));
    expect((await db.rows('appointment_segments').get('g1'))?.staff_id).toBe('ana');
  });

  it('archives who has none, with a way back', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'More for Ben' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Archive/ }));
    await waitFor(() => expect(toasts()).toEqual(['Ben archived']));
    pressToast();
    await waitFor(async () => expect((await db.rows('staff').get('ben'))?.status).toBe('active'));
  });

  it('says where clients can book somebody, once anything is done at their own place', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'More for Ben' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Edit/ }));
    await (await sheet()).findByLabelText('Name');
    expect((await sheet()).queryByLabelText('Clients can book this person')).toBeNull();
    const service = must((await db.rows('services').toArray())[0], 'there is a service');
    await db.rows('services').update(service.id, { location_types: ['business', 'client'] });
    const where = await (await sheet()).findByLabelText('Clients can book this person');
    await user.selectOptions(where, 'Only at the business');
    await user.click((await sheet()).getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect((await db.rows('staff').get('ben'))?.works_at).toBe('business'),
    );
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

describe('what one person takes and asks', () => {
  const overrides = () => db.rows('staff_service_overrides').toArray();
  const openTerms = async () => {
    const user = await open('/staff?services=ben');
    const name = 'Own time and price for Haircut';
    await user.click(await (await sheet()).findByRole('button', { name }));
    await screen.findByRole('heading', { name: 'Haircut: Ben' });
    return user;
  };
  const terms = () =>
    within(must(screen.getByRole('heading', { name: 'Haircut: Ben' }).closest('dialog'), 'open'));

  it('takes its own time and price for a service, says so in the list, and undo takes both back', async () => {
    const user = await openTerms();
    await user.click(terms().getByRole('checkbox', { name: /^Own time/ }));
    await user.click(terms().getByRole('checkbox', { name: /^Own price/ }));
    await user.clear(terms().getByLabelText('Length'));
    await user.type(terms().getByLabelText('Length'), '60');
    await user.clear(terms().getByLabelText('Amount'));
    await user.type(terms().getByLabelText('Amount'), '70.50');
    await user.click(terms().getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await overrides()).toMatchObject([
        { staff_id: 'ben', variant_id: 'cut', offered: true, duration_min: 60, price_cents: 7050 },
      ]),
    );
    await screen.findByText(/^Own: 1 hr?, \$70\.50$/);
    pressToast();
    await waitFor(async () => expect(await overrides()).toEqual([]));
  });

  it('goes back to what the service says when the tick is taken away', async () => {
    await putRows(db, 'staff_service_overrides', [
      {
        id: 'own',
        staff_id: 'ben',
        variant_id: 'cut',
        offered: true,
        price_cents: 9000,
        duration_min: 30,
      },
    ]);
    const user = await openTerms();
    expect(terms().getByLabelText<HTMLInputElement>('Length').value).toBe('30');
    await user.click(terms().getByRole('checkbox', { name: /^Own time/ }));
    await user.click(terms().getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await overrides()).toMatchObject([{ duration_min: null, price_cents: 9000 }]),
    );
  });

  it('refuses a field that was ticked and left empty, and a length that no grid has', async () => {
    const user = await openTerms();
    await user.click(terms().getByRole('checkbox', { name: /^Own time/ }));
    const length = terms().getByLabelText('Length');
    await user.clear(length);
    await user.click(terms().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(length.getAttribute('aria-invalid')).toBe('true'));
    await user.type(length, '47');
    await user.click(terms().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(length.getAttribute('aria-invalid')).toBe('true'));
    expect(await overrides()).toEqual([]);
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

  it('take turns by the week, from a day on, each staying in its week of the calendar', async () => {
    const user = await open('/staff?hours=ben');
    await user.click(await (await sheet()).findByRole('radio', { name: '2 weeks' }));
    await user.click((await sheet()).getByRole('button', { name: 'Week 2 (from Mar 15)' }));
    await user.click((await sheet()).getByRole('switch', { name: 'Monday' }));
    // From Wednesday of the second week: that week comes first now, with the hours it had.
    fireEvent.change((await sheet()).getByLabelText('From'), { target: { value: '' } });
    fireEvent.change((await sheet()).getByLabelText('From'), { target: { value: '2027-03-17' } });
    await user.click((await sheet()).getByRole('button', { name: 'Save hours' }));
    await waitFor(async () => expect(await db.rows('work_patterns').count()).toBe(3));
    const patterns = await db.rows('work_patterns').toArray();
    expect(patterns.find(({ valid_from }) => valid_from === '2027-03-17')).toMatchObject({
      staff_id: 'ben',
      weeks: [[[], ...defaultWeek().slice(1)], defaultWeek()],
    });
    // Back on the card, and open for another look.
    await screen.findByText('Other hours from March 17, 2027');
    await user.click(screen.getAllByRole('button', { name: /Working hours/ })[1]!);
    await user.click(await (await sheet()).findByRole('button', { name: 'Change' }));
    expect((await sheet()).getByLabelText<HTMLInputElement>('From').value).toBe('2027-03-17');
    expect((await sheet()).getByRole<HTMLInputElement>('radio', { name: '2 weeks' }).checked).toBe(
      true,
    );
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

describe('time off', () => {
  const practitioner = () => db.rows('memberships').update('m-owner', { role: 'practitioner' });
  const week = {
    starts_at: '2027-03-15T04:00:00+00:00',
    ends_at: '2027-03-20T04:00:00+00:00',
  };

  it('is asked for by oneself, with the appointments that are in the way', async () => {
    await practitioner();
    await putAppointment(db, 'a1', [segmentOf('g1', 'ana', '2027-03-16T15:00:00+00:00')]);
    await putAppointment(db, 'a2', [segmentOf('g2', 'ben', '2027-03-16T15:00:00+00:00')]);
    const user = await open();
    // Of a colleague nothing is known here, so nothing is said.
    expect(screen.getAllByText('No time off planned')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: /Time off: No time off planned/ }));
    await user.click(await screen.findByRole('button', { name: 'Ask for time off' }));
    const form = within(await screen.findByRole('dialog', { name: 'Time off of Ana' }));
    fireEvent.change(form.getByLabelText('First day'), { target: { value: '2027-03-15' } });
    fireEvent.change(form.getByLabelText('Last day'), { target: { value: '2027-03-19' } });
    await form.findByText('One appointment is in this time');
    expect(form.getByRole('link').getAttribute('href')).toBe('/appointments/a1');
    await user.click(form.getByRole('button', { name: 'Ask for time off' }));
    await screen.findByText('Waits for an answer');
    expect(await db.rows('time_off').toArray()).toMatchObject([
      { staff_id: 'ana', status: 'requested', ...week },
    ]);
  });

  it('that ends before it begins is refused at its end', async () => {
    const user = await open('/staff?time-off=ben');
    const form = within(await screen.findByRole('dialog', { name: 'Time off of Ben' }));
    await user.click(form.getByRole('checkbox', { name: 'Whole days' }));
    fireEvent.change(form.getByLabelText('From'), { target: { value: '15:00' } });
    fireEvent.change(form.getByLabelText('To'), { target: { value: '14:00' } });
    await user.click(form.getByRole('button', { name: 'Add time off' }));
    await form.findByText('The end has to be after the start.');
    expect(await db.rows('time_off').count()).toBe(0);
  });

  it('is approved, and the answer can be taken back', async () => {
    await putRows(db, 'time_off', [
      { id: 'o1', staff_id: 'ben', reason_id: null, note: 'Wedding', status: 'requested', ...week },
    ]);
    await putAppointment(db, 'a1', [segmentOf('g1', 'ben', '2027-03-16T15:00:00+00:00')]);
    const user = await open();
    await screen.findByRole('heading', { name: 'One request for time off' });
    screen.getByText('Wedding');
    screen.getByText('One appointment is in this time');
    await user.click(screen.getByRole('button', { name: 'Approve the time off of Ben' }));
    await screen.findByText('Away Mon, Mar 15 – Fri, Mar 19');
    expect((await db.rows('time_off').get('o1'))?.status).toBe('approved');
    pressToast();
    await screen.findByRole('heading', { name: 'One request for time off' });
    await user.click(screen.getByRole('button', { name: 'Decline the time off of Ben' }));
    await waitFor(async () =>
      expect((await db.rows('time_off').get('o1'))?.status).toBe('declined'),
    );
  });

  it('is cancelled by whoever is away', async () => {
    await practitioner();
    await putRows(db, 'time_off', [
      { id: 'o1', staff_id: 'ana', reason_id: null, note: null, status: 'approved', ...week },
    ]);
    const user = await open('/staff?away=ana');
    await user.click(
      await screen.findByRole('button', { name: 'Cancel Mon, Mar 15 – Fri, Mar 19' }),
    );
    await screen.findByText('Cancelled');
    expect((await db.rows('time_off').get('o1'))?.status).toBe('cancelled');
  });
});

describe('one day with other hours', () => {
  it('is entered, holds for that day, and goes again', async () => {
    const user = await open('/staff?away=ben');
    await user.click(await screen.findByRole('button', { name: 'Other hours on a day' }));
    const form = within(await screen.findByRole('dialog', { name: 'Ben on one day' }));
    fireEvent.change(form.getByLabelText('Day'), { target: { value: '2027-03-14' } });
    fireEvent.change(form.getByLabelText('Works on this day from'), { target: { value: '12:00' } });
    await user.click(form.getByRole('button', { name: 'Save day' }));
    await screen.findByText('12:00 PM – 6:00 PM');
    expect(await db.rows('date_exceptions').toArray()).toMatchObject([
      { staff_id: 'ben', on_day: '2027-03-14', kind: 'hours', ranges: [[720, 1080]] },
    ]);
    await user.click(screen.getByRole('button', { name: 'Remove Sun, Mar 14' }));
    await screen.findByText('The weekly hours hold every day.');
  });
});
