// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { openSalon } from '#db/test-rows.ts';
import { must } from '#domain/errors/assert.ts';
import { defaultWeek } from '#domain/staff/schema.ts';
import { toasts } from '#tests/setup/screen.tsx';
import { openDialog, openStaff, sheet } from '#tests/setup/staff-screen.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

describe('working hours', () => {
  it('close a day, and take a break on another', async () => {
    const user = await openStaff(db, '/staff?hours=ben');
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
    const user = await openStaff(db, '/staff?hours=ben');
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
    const user = await openStaff(db, '/staff?hours=ben');
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
    await waitFor(() => expect(toasts()).toEqual(['Hours of Ben saved']));
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
    const user = await openStaff(db, '/staff?hours=ben');
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

describe('one day with other hours', () => {
  it('is entered, holds for that day, and goes again', async () => {
    const user = await openStaff(db, '/staff?away=ben');
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

it('keeps where somebody travels, says so with their hours, and lets it be taken off', async () => {
  const user = await openStaff(db, '/staff?hours=ben');
  await user.click(
    await (await sheet()).findByRole('button', { name: 'Works from another time zone…' }),
  );
  const heading = await screen.findByRole('heading', { name: 'Travel of Ben' });
  const travel = within(must(heading.closest('dialog'), 'a sheet is open'));
  await user.click(travel.getByRole('button', { name: 'Add a time zone' }));
  await user.type(travel.getByRole('combobox', { name: 'Time zone' }), 'lisbon');
  await user.click(await screen.findByRole('option', { name: /^Europe\/Lisbon/, hidden: true }));
  fireEvent.change(travel.getByLabelText('First day there'), { target: { value: '2027-06-07' } });
  fireEvent.change(travel.getByLabelText('Last day there'), { target: { value: '2027-06-01' } });
  await user.click(travel.getByRole('button', { name: 'Save' }));
  expect(await travel.findAllByText('The end has to be after the start.')).not.toEqual([]);
  fireEvent.change(travel.getByLabelText('Last day there'), { target: { value: '2027-06-18' } });
  await user.click(travel.getByRole('button', { name: 'Save' }));
  await waitFor(async () =>
    expect((await db.rows('staff').get('ben'))?.travel).toEqual([
      { time_zone: 'Europe/Lisbon', from_day: '2027-06-07', to_day: '2027-06-18' },
    ]),
  );
  expect(
    (await screen.findAllByText(/^Jun 7.* – Jun 18.* by the clocks of Lisbon$/)).length,
  ).toBeGreaterThan(0);
});
