// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { openSalon, put, salonTime } from '#tests/fixtures/salon.ts';
import { drawOver, press } from '#tests/setup/salon-screen.tsx';
import { AppointmentSheet } from './appointment-sheet.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
const visit = async () => (await db.rows('appointments').get('visit'))!;

describe('an appointment that lost its place', () => {
  beforeEach(async () => {
    await put(db, 'appointments', { ...(await visit()), conflict: true });
    await put(db, 'attention_items', {
      id: 'attention',
      entity: 'appointments',
      entity_id: 'visit',
      kind: 'slot_taken',
      mine: {},
      theirs: {},
      mutation_name: null,
      device_id: null,
      state: 'open',
      resolved_at: null,
    });
    drawOver(db, <AppointmentSheet id="visit" part={null} isOpen onClose={() => {}} />);
    await screen.findByText('This time was already taken');
  });
  const state = async () => (await db.rows('attention_items').get('attention'))?.state;

  it('is moved to one of the proposed times with one press', async () => {
    const proposals = await screen.findByRole('region', { name: 'Move it to' });
    await userEvent.click(within(proposals).getAllByRole('button')[0]!);
    await waitFor(async () => expect(await state()).toBe('rescheduled'));
    expect((await visit()).starts_at).not.toBe(salonTime(600));
  });

  it('may stay beside the other one', async () => {
    await press('Keep both at this time');
    await waitFor(async () => expect(await state()).toBe('kept_mine'));
    expect(await visit()).toMatchObject({ overlap_accepted: true, starts_at: salonTime(600) });
  });

  it('may be given up', async () => {
    await press('Cancel it');
    await waitFor(async () => expect(await state()).toBe('kept_theirs'));
    expect(await visit()).toMatchObject({ status: 'cancelled' });
  });
});

describe('a deposit that has to be asked for', () => {
  const note = (mine: Record<string, unknown>) =>
    put(db, 'attention_items', {
      id: 'attention',
      entity: 'appointments',
      entity_id: 'visit',
      kind: 'balance',
      mine,
      theirs: {},
      mutation_name: null,
      device_id: null,
      state: 'open',
      resolved_at: null,
    });
  const open = () =>
    drawOver(db, <AppointmentSheet id="visit" part={null} isOpen onClose={() => {}} />);

  it('says how much, and is seen with one press', async () => {
    await note({ deposit: 1500 });
    open();
    await screen.findByText('Ask for a deposit of $15.00');
    await press('I have seen it');
    await waitFor(async () =>
      expect((await db.rows('attention_items').get('attention'))?.state).toBe('dismissed'),
    );
  });

  it('says so when the card could not be charged', async () => {
    await note({});
    open();
    await screen.findByText('The deposit was not charged');
  });
});
