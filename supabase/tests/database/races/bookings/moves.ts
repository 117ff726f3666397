import { expect, test } from 'vitest';
import { TRANSITIONS } from '#domain/appointments/status.ts';
import type { AppointmentStatus, Uuid } from '#domain/rows.ts';
import { at, FIRST_DAY } from '../../salon.ts';
import { anon, newId, patch } from '../../setup.ts';
import { addVisit } from '../../visits.ts';
import { outcomes, statusOf } from '../stage.ts';
import { item, times, type Ground } from './ground.ts';

/** Visits that move, end or are cancelled while others want the time. */
export const moves = (ground: Ground): void => {
  const { crowd, race, all, book, reschedule, placesOf, statusOfVisit } = ground;

  test(
    'B11 moving to a time that others book: one has it, and who does not keeps the old one',
    race(async (salon) => {
      const items = [item(salon, salon.ann)];
      const first = await book(salon, items, at(FIRST_DAY, 13));
      const [moved, ...booked] = await all([
        () => reschedule(first['manage_token'], at(FIRST_DAY, 15)),
        ...times(crowd / 2, () => book(salon, items, at(FIRST_DAY, 15))),
      ]);
      const won = outcomes(booked)['ok'] ?? 0;
      expect(won + (moved!['ok'] ? 1 : 0)).toBe(1);
      expect(await placesOf(first['appointment'].id as Uuid)).toBe(1);
      const [row] = await ground.db.sql<{ starts_at: string }>(
        'select starts_at from public.appointments where id = $1',
        [first['appointment'].id],
      );
      expect(row!.starts_at).toBe(at(FIRST_DAY, moved!['ok'] ? 15 : 13));
    }),
  );

  test(
    'B11 two who want each other’s time both keep their own',
    race(async (salon) => {
      const items = [item(salon, salon.ann)];
      const both = [
        await book(salon, items, at(FIRST_DAY, 13)),
        await book(salon, items, at(FIRST_DAY, 15)),
      ];
      const answers = await all(
        both.map(
          (mine, n) => () => reschedule(mine['manage_token'], at(FIRST_DAY, n === 0 ? 15 : 13)),
        ),
      );
      expect(outcomes(answers)).toEqual({ slot_taken: 2 });
      for (const { appointment } of both) expect(await placesOf(appointment.id as Uuid)).toBe(1);
    }),
  );

  test(
    'B12 cancelled, arrived, completed, missed and moved at once: one legal path, and the log tells it',
    race(async (salon) => {
      const { db } = ground;
      const { id, segment } = await addVisit(
        db,
        salon,
        salon.ben,
        new Date(Math.floor(Date.now() / 60_000) * 60_000 - 1_800_000).toISOString(),
      );
      const steps: AppointmentStatus[] = ['cancelled', 'arrived', 'completed', 'no_show'];
      const answers = await all([
        ...steps.map((status) => () => ground.push(salon, [patch('appointments', id, { status })])),
        () => ground.push(salon, [patch('appointment_segments', segment, { duration_min: 45 })]),
      ]);
      for (const answer of answers.slice(0, 4)) {
        const result = answer['results'][0];
        expect(['applied', 'conflict', 'refused']).toContain(statusOf(answer));
        if (result.status === 'refused') expect(result.code).toBe('illegal_transition');
      }
      const told = await db.sql<{ status: AppointmentStatus }>(
        `select o ->> 'status' as status
       from private.mutation_log l, jsonb_path_query(l.ops, '$[*].value') o
       where l.business_id = $1 and l.status <> 'refused' and o ? 'status'
       order by l.rev`,
        [salon.id],
      );
      let now: AppointmentStatus = 'booked';
      for (const { status } of told) {
        expect(TRANSITIONS[now]).toContain(status);
        now = status;
      }
      const row = await statusOfVisit(id);
      expect(row.status).toBe(now);
      expect(await placesOf(id)).toBe(['cancelled', 'no_show'].includes(now) ? 0 : 1);
    }),
  );

  test(
    'B12 the client cancels and moves while the salon cancels: once each, and the time is free or taken',
    race(async (salon) => {
      const first = await book(salon, [item(salon, salon.ann)], at(FIRST_DAY, 13));
      const id = first['appointment'].id as Uuid;
      const token = first['manage_token'] as string;
      const [cancelled, moved, pushed] = await all([
        () => ground.call(anon, 'cancel_booking', { token, op_id: newId() }),
        () => reschedule(token, at(FIRST_DAY, 15)),
        () => ground.push(salon, [patch('appointments', id, { status: 'cancelled' })]),
      ]);
      // Cancelling twice is no step: exactly one of the two did it.
      const byStaff = statusOf(pushed!) === 'applied';
      expect(cancelled!['ok'] || byStaff).toBe(true);
      if (!cancelled!['ok']) expect(cancelled!['code']).toBe('already_cancelled');
      if (!moved!['ok']) expect(moved!['code']).toBe('already_cancelled');
      expect((await statusOfVisit(id)).status).toBe('cancelled');
      expect(await placesOf(id)).toBe(0);
    }),
  );
};
