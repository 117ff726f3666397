import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeAppointmentStatus } from '../commands/appointment-status.ts';
import { moveAppointment } from '../commands/appointment-time.ts';
import { createAppointment } from '../commands/appointments.ts';
import { keepHistory } from '../commands/keep-history.ts';
import type { DaybookDb } from '../open.ts';
import { historyEntries } from '#domain/appointments/history.ts';
import { addVisit, openSalon, salonTime } from '#tests/fixtures/salon.ts';
import { keptHistory } from './history.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

const waiting = async (id: string) => historyEntries((await keptHistory(db, id)).waiting);

describe('what waits on this device', () => {
  it('is told as the server will tell it, the newest first', async () => {
    await moveAppointment(db, 'visit', { startsAt: salonTime(660), staffId: 'leo' });
    await changeAppointmentStatus(db, 'visit', 'arrived');
    expect(await waiting('visit')).toMatchObject([
      { facts: [{ kind: 'status', from: 'booked', to: 'arrived' }], arrivedAt: null },
      {
        userId: db.userId,
        facts: [
          { kind: 'moved', from: { startsAt: salonTime(600) }, to: { startsAt: salonTime(660) } },
          { kind: 'person', from: 'mia', to: 'leo' },
        ],
      },
    ]);
  });

  it('begins with the booking where that waits too, and is not mixed up with others', async () => {
    await changeAppointmentStatus(db, 'visit', 'arrived');
    const { segments } = await formOf();
    const made = await createAppointment(db, { client_id: 'bob', segments });
    const id = made.ok ? made.value : '';
    expect(await waiting(id)).toMatchObject([
      {
        facts: [
          { kind: 'booked', clientId: 'bob', services: [{ service: 'Beard', staffId: 'leo' }] },
        ],
      },
    ]);
    expect(await waiting('visit')).toHaveLength(1);
  });
});

describe('what the server said', () => {
  const page = { lines: [], more: false };

  it('is kept for the appointments that were opened last', async () => {
    for (let n = 0; n < 45; n += 1) {
      await addVisit(db, `v${n}`, { clientId: null, staffId: 'leo', minute: 540, minutes: 15 });
      await keepHistory(db, `v${n}`, page);
    }
    expect((await keptHistory(db, 'v4')).kept).toBeNull();
    expect((await keptHistory(db, 'v5')).kept).toMatchObject({ id: 'v5', at: db.now() });
    expect((await keptHistory(db, 'v44')).kept).not.toBeNull();
  });

  it('goes when its appointment is not on this device any more', async () => {
    await keepHistory(db, 'visit', page);
    await addVisit(db, 'next', { clientId: null, staffId: 'leo', minute: 540, minutes: 15 });
    await db.rows('appointments').delete('visit');
    await keepHistory(db, 'next', page);
    expect((await keptHistory(db, 'visit')).kept).toBeNull();
    expect((await keptHistory(db, 'next')).kept).not.toBeNull();
  });
});

const formOf = async () => ({
  segments: [
    {
      variant_id: 'beard-variant',
      service_name: 'Beard',
      add_on_ids: [],
      staff_id: 'leo',
      any_staff: false,
      starts_at: salonTime(720),
      duration_min: 20,
      processing_min: 0,
      finishing_min: 0,
      buffer_before_min: 0,
      buffer_after_min: 0,
      travel_before_min: 0,
      travel_after_min: 0,
      processing_bookable: false,
      price_kind: 'fixed' as const,
      price_cents: 2500,
    },
  ],
});
