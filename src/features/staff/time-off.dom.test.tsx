// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { openSalon, putAppointment, putRows, segmentOf } from '#db/test-rows.ts';
import { pressToast } from '#tests/setup/screen.tsx';
import { openStaff } from '#tests/setup/staff-screen.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

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
    const user = await openStaff(db);
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
    const user = await openStaff(db, '/staff?time-off=ben');
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
    const user = await openStaff(db);
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
    const user = await openStaff(db, '/staff?away=ana');
    await user.click(
      await screen.findByRole('button', { name: 'Cancel Mon, Mar 15 – Fri, Mar 19' }),
    );
    await screen.findByText('Cancelled');
    expect((await db.rows('time_off').get('o1'))?.status).toBe('cancelled');
  });
});
