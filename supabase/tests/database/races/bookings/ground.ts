import assert from 'node:assert/strict';
import type { AppointmentStatus, Uuid } from '#domain/rows.ts';
import type { Caller } from '#supabase/local/database/caller.ts';
import { at, FIRST_DAY, makeSalon, type Salon } from '../../salon.ts';
import { anon, countOf, newId, type Answer } from '../../setup.ts';
import { mutation, overlaps, ROUNDS, type Limits, type Stage, type Trouble } from '../stage.ts';

export type Ground = ReturnType<typeof makeGround>;

let salons = 0;
/** A machine that others use as well is slower in the crowd than alone. */
const LINES = 3;

/** What the races of bookings run on while one kind of trouble happens. */
export const makeGround = (theatre: { stage: Stage }, trouble: Trouble) => {
  const book = (salon: Salon, items: object[], startsAt: string, more: object = {}) =>
    theatre.stage.call(anon, 'book', {
      slug: salon.slug,
      op_id: newId(),
      request: {
        items,
        starts_at: startsAt,
        client: { first_name: 'Nia', email: `${newId()}@example.com`, phone: '7185550199' },
        policy_version: 1,
        ...more,
      },
    });
  const hold = (salon: Salon, items: object[], startsAt: string, key: Uuid) =>
    theatre.stage.call(anon, 'hold_slot', {
      slug: salon.slug,
      request: { items, starts_at: startsAt },
      hold_key: key,
    });
  const reschedule = (token: string, startsAt: string) =>
    theatre.stage.call(anon, 'reschedule_booking', {
      token,
      starts_at: startsAt,
      op_id: newId(),
    });

  /** How long one booking takes when nobody else wants anything, in milliseconds. */
  const aloneMs = async (salon: Salon): Promise<number> => {
    const took: number[] = [];
    for (let hour = 9; hour < 14; hour += 1) {
      const startedMs = performance.now();
      const answer = await book(salon, [item(salon, salon.ben)], at(FIRST_DAY + 3, hour));
      took.push(performance.now() - startedMs);
      assert.equal(answer['ok'], true);
    }
    return took.toSorted((a, b) => a - b)[2]!;
  };

  return {
    /**
     * Nobody of a race was told later than if all had stood in one line: whoever waits out a
     * deadlock or a lock is. The measure is of the same machine, a moment later.
     */
    expectNoStall: async (
      salon: Salon,
      { waits, callers }: { waits: number[]; callers: number },
    ): Promise<void> => {
      // Lost answers and crashes take the time that they take.
      if (trouble !== 'no trouble') return;
      const p99 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)]!;
      const limit = LINES * callers * (await aloneMs(salon));
      assert.ok(p99 < limit, `p99 ${p99.toFixed(0)} ms of ${callers}, ${limit.toFixed(0)} wanted`);
    },
    /** Under the limits of the API, with the patience of the product. */
    withLimits: async <T>(limits: Limits, run: () => Promise<T>): Promise<T> => {
      const { stage } = theatre;
      const before = stage.limits;
      stage.limits = limits;
      try {
        return await run();
      } finally {
        stage.limits = before;
      }
    },
    get db() {
      return theatre.stage.db;
    },
    /** How many come at once: trouble takes time, so that fewer of them do. */
    crowd: trouble === 'no trouble' ? 40 : 20,
    /** What a test does on fresh ground, as often as asked for; nothing may overlap afterwards. */
    race: (run: (salon: Salon) => Promise<void>) => async (): Promise<void> => {
      for (let round = 0; round < ROUNDS; round += 1) {
        salons += 1;
        const { db, server } = theatre.stage;
        const salon = await makeSalon(db, `race-${salons}`);
        await run(salon);
        assert.equal(await overlaps(db, salon), 0);
        assert.deepEqual(server.logged('deadlock detected'), []);
      }
    },
    /** How long each answer of the last race took, in milliseconds. */
    get waits() {
      return theatre.stage.waits;
    },
    all: <T>(runners: (() => Promise<T>)[]) => theatre.stage.race(runners),
    call: (caller: Caller, name: string, args: Record<string, unknown>) =>
      theatre.stage.call(caller, name, args),
    /** One mutation of a device that nobody has heard of yet. */
    push: (salon: Salon, ops: object[]) => theatre.stage.push(salon, [mutation(1, ops)]),
    book,
    hold,
    reschedule,
    statusOfVisit: async (id: Uuid) => {
      const [row] = await theatre.stage.db.sql<{
        status: AppointmentStatus;
        conflict: boolean;
        rev: number;
      }>('select status, conflict, rev from public.appointments where id = $1', [id]);
      return row!;
    },
    placesOf: (id: Uuid) =>
      countOf(theatre.stage.db, 'private.busy_segments where appointment_id = $1', [id]),
  };
};

export const item = (salon: Salon, staff: Uuid | null, variant = salon.cut) => ({
  variant_id: variant,
  staff_id: staff,
  add_on_ids: [],
});

export const many = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

/** Runners for a race. */
export const times = <T>(count: number, make: (n: number) => T): (() => T)[] =>
  many(count, (n) => () => make(n));

/** The appointments of those who got one. */
export const wonBy = (answers: Answer[]): Answer[] =>
  answers.filter(({ ok }) => ok).map(({ appointment }) => appointment as Answer);
