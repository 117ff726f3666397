// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { addVisit, openSalon, put, salonTime } from '#tests/fixtures/salon.ts';
import { drawOver, press } from '#tests/setup/salon-screen.tsx';
import { toastStore } from '#ui/toast.ts';
import { AppointmentScreen } from './appointment-screen.tsx';
import { AppointmentSheet } from './appointment-sheet.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
const names = async () => (await db.outbox.toArray()).map(({ name }) => name);
const visit = async () => (await db.rows('appointments').get('visit'))!;

describe('an appointment', () => {
  const open = async (part: 'move' | 'cancel' | null = null) => {
    drawOver(db, <AppointmentSheet id="visit" part={part} isOpen onClose={() => {}} />);
    await screen.findByRole('dialog');
  };

  it('shows who comes, what is done, by whom and for how much, warnings first', async () => {
    await open();
    expect(screen.getByText('Allergic to ammonia')).toBeTruthy();
    const time = '10:00 – 10:45 AM';
    expect(screen.getByText(time, { exact: false, selector: 'span.block' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ann Lee' }).getAttribute('href')).toBe('/clients/ann');
    const services = screen.getByRole('region', { name: 'Services' });
    expect(within(services).getByText(/Mia/)).toBeTruthy();
    expect(within(services).getByText(time)).toBeTruthy();
    expect(within(services).getByText('$65.00')).toBeTruthy();
  });

  it('offers the one next step, and then the one after it', async () => {
    await open();
    await press('Arrived');
    await userEvent.click(await screen.findByRole('button', { name: 'Start' }));
    const checkout = await screen.findByRole('link', { name: 'Checkout' });
    expect(checkout.getAttribute('href')).toBe('/checkout/visit');
    expect(await visit()).toMatchObject({ status: 'in_service' });
    expect(await names()).toEqual(['appointment.arrived', 'appointment.in_service']);
    expect(screen.getByText('Waiting to sync')).toBeTruthy();
  });

  it('takes the last step back from its toast', async () => {
    await open();
    await press('Arrived');
    await screen.findByRole('button', { name: 'Start' });
    toastStore.get().toasts.at(-1)?.action?.onPress();
    await waitFor(async () => expect(await visit()).toMatchObject({ status: 'booked' }));
  });

  it('saves a note when its field is left', async () => {
    await open();
    await userEvent.type(screen.getByRole('textbox', { name: /^Internal note/ }), 'Likes it short');
    await userEvent.tab();
    await waitFor(async () =>
      expect(await visit()).toMatchObject({ staff_note: 'Likes it short' }),
    );
  });

  it('keeps what the client asked for beside what only the team sees', async () => {
    await open();
    const asked = screen.getByRole('textbox', { name: /^What the client asked for/ });
    await userEvent.type(asked, 'No perfume, please');
    await userEvent.tab();
    await waitFor(async () =>
      expect(await visit()).toMatchObject({ client_note: 'No perfume, please', staff_note: null }),
    );
  });

  it('moves by fields to another time and person', async () => {
    await open('move');
    const time = await screen.findByLabelText('Time');
    await userEvent.clear(time);
    await userEvent.type(time, '14:30');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'With' }), 'leo');
    await press('Save');
    await waitFor(async () => expect(await visit()).toMatchObject({ starts_at: salonTime(870) }));
    expect(await db.rows('appointment_segments').get('visit-segment')).toMatchObject({
      staff_id: 'leo',
      ends_at: salonTime(915),
    });
  });

  it('takes longer by a field, and back again by undo', async () => {
    await open('move');
    const minutes = await screen.findByLabelText('Minutes of work');
    await userEvent.clear(minutes);
    await userEvent.type(minutes, '60');
    await press('Save');
    await waitFor(async () => expect(await visit()).toMatchObject({ ends_at: salonTime(660) }));
    toastStore.get().toasts.at(-1)?.action?.onPress();
    await waitFor(async () => expect(await visit()).toMatchObject({ ends_at: salonTime(645) }));
  });

  it('asks before it is moved onto somebody else', async () => {
    await addVisit(db, 'other', { clientId: 'bob', staffId: 'mia', minute: 840, minutes: 45 });
    await open('move');
    const time = await screen.findByLabelText('Time');
    await userEvent.clear(time);
    await userEvent.type(time, '14:00');
    expect(await screen.findByText('Overlaps Bob Ray')).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: 'Move anyway' }));
    await waitFor(async () =>
      expect(await visit()).toMatchObject({ starts_at: salonTime(840), overlap_accepted: true }),
    );
  });

  it('is cancelled with a reason, after saying that it is late', async () => {
    await open('cancel');
    expect(screen.getByText('A late cancellation')).toBeTruthy();
    await press('We cannot');
    expect(screen.queryByText('A late cancellation')).toBeNull();
    await press('Cancel appointment');
    await waitFor(async () =>
      expect(await visit()).toMatchObject({
        status: 'cancelled',
        cancel_by: 'staff',
        cancel_reason: 'We cannot',
      }),
    );
  });

  describe('that costs something', () => {
    beforeEach(async () => {
      await db.rows('booking_rules').update(db.businessId, {
        fee_terms: { late_cancel: { percent: 50 }, no_show: { cents: 4000 }, grace_min: 0 },
      });
      await db.rows('appointments').update('visit', { created_at: '2026-11-01T10:00:00+00:00' });
    });
    const fee = () => screen.findByRole('region', { name: 'Fee' });

    it('is cancelled for its fee with one press, and back again by undo', async () => {
      await open('cancel');
      await screen.findByText('It costs $32.50. Nothing is charged now.');
      await press('Cancel, charge later');
      await waitFor(async () =>
        expect(await visit()).toMatchObject({ status: 'cancelled', fee_state: 'owed' }),
      );
      expect((await fee()).textContent).toContain('Fee for cancelling late$32.50');
      toastStore.get().toasts.at(-1)?.action?.onPress();
      await waitFor(async () =>
        expect(await visit()).toMatchObject({ status: 'booked', fee_state: 'none', fee_cents: 0 }),
      );
      await waitFor(() => expect(screen.queryByRole('region', { name: 'Fee' })).toBeNull());
    });

    it('is cancelled without it, which costs nothing when the business cannot', async () => {
      await open('cancel');
      await screen.findByRole('button', { name: 'Cancel, waive fee' });
      await press('We cannot');
      await screen.findByRole('button', { name: 'Cancel appointment' });
      await press('Client is ill');
      await userEvent.click(await screen.findByRole('button', { name: 'Cancel, waive fee' }));
      await waitFor(async () => expect(await visit()).toMatchObject({ fee_state: 'waived' }));
    });

    it('proposes a fee for who did not come, to be charged later or waived', async () => {
      await open();
      await press('More actions');
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Did not come' }));
      expect((await fee()).textContent).toContain('No-show fee$40.00Nobody has decided yet');
      await press('Charge later');
      await waitFor(async () => expect(await visit()).toMatchObject({ fee_state: 'owed' }));
      await userEvent.click(await within(await fee()).findByRole('button', { name: 'Waive' }));
      await within(await fee()).findByText(/Waived/);
      toastStore.get().toasts.at(-1)?.action?.onPress();
      await within(await fee()).findByText(/To be charged later/);
    });

    it('leaves the decision to who may edit it', async () => {
      await db.rows('memberships').update('membership', {
        role: 'assistant',
        custom_permissions: {},
      });
      await db.rows('appointments').update('visit', {
        status: 'no_show',
        fee_kind: 'no_show',
        fee_cents: 4000,
        fee_state: 'proposed',
      });
      await open();
      expect(within(await fee()).queryAllByRole('button')).toEqual([]);
    });
  });

  it('is not there: says so instead of an empty sheet', async () => {
    drawOver(db, <AppointmentSheet id="nowhere" part={null} isOpen onClose={() => {}} />);
    expect(await screen.findByText('Not on this device')).toBeTruthy();
  });

  it('has a page of its own', async () => {
    drawOver(
      db,
      <Routes>
        <Route path="/appointments/:appointmentId" element={<AppointmentScreen />} />
      </Routes>,
      '/appointments/visit',
    );
    expect(await screen.findByRole('heading', { name: 'Ann Lee' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Arrived' })).toBeTruthy();
  });
});

describe('an appointment as a calendar file', () => {
  it('keeps one id through every change, and counts the changes, in instants of UTC', async () => {
    const made: Blob[] = [];
    const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      made.push(blob as Blob);
      return 'blob:file';
    });
    await put(db, 'appointments', {
      ...(await visit()),
      ical_uid: 'visit@daybook',
      ical_sequence: 3,
    });
    drawOver(db, <AppointmentSheet id="visit" part={null} isOpen onClose={() => {}} />);
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    await userEvent.click(
      await screen.findByRole('menuitem', { name: 'Add to my calendar', hidden: true }),
    );
    await waitFor(() => expect(made).toHaveLength(1));
    const lines = (await made[0]!.text()).split('\r\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'UID:visit@daybook',
        'SEQUENCE:3',
        'DTSTART:20261124T150000Z',
        'DTEND:20261124T154500Z',
        'SUMMARY:Ann Lee: Cut and finish',
      ]),
    );
    create.mockRestore();
  });
});

describe('somebody who may only look', () => {
  it('sees everything and changes nothing', async () => {
    const membership = (await db.rows('memberships').get('membership'))!;
    await put(db, 'memberships', { ...membership, role: 'assistant' });
    drawOver(db, <AppointmentSheet id="visit" part={null} isOpen onClose={() => {}} />);
    await screen.findByRole('dialog');
    expect(screen.getByText('Allergic to ammonia')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Arrived' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Move…' })).toBeNull();
    await press('More actions');
    const actions = await screen.findAllByRole('menuitem', { hidden: true });
    expect(actions.map((action) => action.textContent)).toEqual([
      'Add to my calendar',
      'Open on its own page',
    ]);
  });
});
