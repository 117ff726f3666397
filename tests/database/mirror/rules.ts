import { expect, test } from 'vitest';
import type { Sql } from '#supabase/local/database/database.ts';
import { seatsSold, takesPlace } from '#domain/appointments/seats.ts';
import {
  ANSWERS,
  APPOINTMENT_STATUSES,
  TRANSITIONS,
  blocksTime,
} from '#domain/appointments/status.ts';
import { PERMISSIONS, PRESETS, PRICED_PERMISSIONS } from '#domain/permissions/presets.ts';
import { TIME_OFF_STEPS } from '#domain/staff/time-off.ts';
import { RESERVED_SLUGS } from '#domain/text/slug.ts';
import { WAITLIST_STEPS } from '#domain/waitlist/steps.ts';

/** Lists that are written down twice: steps of a life, rights of a role, words that are taken. */
export const tablesOfRules = (sql: Sql): void => {
  test('the life of an appointment', async () => {
    const rows = await sql<{ from_status: string; to_status: string }>(
      'select from_status, to_status from private.appointment_transitions',
    );
    const ours = [
      ...APPOINTMENT_STATUSES.flatMap((from) => TRANSITIONS[from].map((to) => `${from} ${to}`)),
      ...ANSWERS.map((from) => `${from} pending`),
    ];
    expect(
      rows.map(({ from_status, to_status }) => `${from_status} ${to_status}`).toSorted(),
    ).toEqual(ours.toSorted());
  });

  test('what nobody does without prices', async () => {
    const [row] = await sql<{ names: string[] }>('select private.priced_permissions() as names');
    expect(row?.names).toEqual(PRICED_PERMISSIONS);
  });

  test('the life of time off', async () => {
    const rows = await sql<{ from_status: string; to_status: string }>(
      'select from_status, to_status from private.time_off_transitions',
    );
    const ours = Object.entries(TIME_OFF_STEPS).flatMap(([from, steps]) =>
      steps.map((to) => `${from} ${to}`),
    );
    expect(
      rows.map(({ from_status, to_status }) => `${from_status} ${to_status}`).toSorted(),
    ).toEqual(ours.toSorted());
  });

  test('what people may do with a place on the waitlist', async () => {
    const rows = await sql<{ from_state: string; to_state: string }>(
      'select from_state, to_state from private.waitlist_transitions',
    );
    const ours = Object.entries(WAITLIST_STEPS).flatMap(([from, steps]) =>
      steps.map((to) => `${from} ${to}`),
    );
    expect(rows.map(({ from_state, to_state }) => `${from_state} ${to_state}`).toSorted()).toEqual(
      ours.toSorted(),
    );
  });

  test('which statuses take time', async () => {
    for (const status of APPOINTMENT_STATUSES) {
      for (const pendingBlocks of [true, false]) {
        const [row] = await sql<{ kind: string }>('select private.place_kind($1) as kind', [
          status,
        ]);
        const blocks = row?.kind === 'taken' || (row?.kind === 'asked' && pendingBlocks);
        expect(`${status} ${blocks}`).toBe(`${status} ${blocksTime(status, pendingBlocks)}`);
      }
    }
  });

  test('which seats of a class are sold', async () => {
    for (const state of ['booked', 'cancelled', 'attended', 'no_show'] as const) {
      for (const conflict of [true, false]) {
        const party = { seats: 3, state, conflict };
        const [row] = await sql<{ seats: number }>(
          `select private.seats_of(jsonb_populate_record(null::public.attendees, $1::jsonb)) as seats`,
          [JSON.stringify(party)],
        );
        expect({ ...party, sold: row?.seats }).toEqual({ ...party, sold: seatsSold([party]) });
      }
    }
  });

  test('in which statuses a class takes place', async () => {
    for (const status of APPOINTMENT_STATUSES) {
      const [row] = await sql<{ kind: string }>('select private.place_kind($1) as kind', [status]);
      expect([status, takesPlace(status)]).toEqual([status, row?.kind !== 'free']);
    }
  });

  test('what roles may do', async () => {
    const rows = await sql<{ role: string; permission: string; scope: string }>(
      'select role, permission, scope from private.role_permissions',
    );
    const ours = Object.entries(PRESETS).flatMap(([role, preset]) =>
      PERMISSIONS.flatMap((name) => (preset[name] ? [`${role} ${name} ${preset[name]}`] : [])),
    );
    expect(
      rows.map(({ role, permission, scope }) => `${role} ${permission} ${scope}`).toSorted(),
    ).toEqual(ours.toSorted());
  });
};

export const namesOfPages = (sql: Sql): void => {
  test('the same words are reserved', async () => {
    const [row] = await sql<{ prosrc: string }>(
      `select prosrc from pg_proc where proname = 'is_reserved_slug'`,
    );
    const theirs = [...(row?.prosrc ?? '').matchAll(/'([a-z-]+)'/g)].map((match) => match[1]);
    expect(theirs.toSorted()).toEqual([...RESERVED_SLUGS].toSorted());
  });
};
