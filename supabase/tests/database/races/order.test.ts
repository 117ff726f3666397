import { describe, expect, test } from 'vitest';
import { at, FIRST_DAY, makeSalon, type Salon } from '../salon.ts';
import { anon, countOf, insert, newId, put, signedIn, type Answer } from '../setup.ts';
import { visitRows } from '../visits.ts';
import {
  meetTrouble,
  mutation,
  outcomes,
  PATIENT,
  statusOf,
  TROUBLES,
  useStage,
  type Stage,
} from './stage.ts';

const ROUND_TIMEOUT_MS = 120_000;
const theatre = useStage();
let salons = 0;
const newSalon = (): Promise<Salon> => {
  salons += 1;
  return makeSalon(theatre.stage.db, `order-${salons}`);
};
const item = (salon: Salon) => ({ variant_id: salon.cut, staff_id: null, add_on_ids: [] });
const book = (stage: Stage, salon: Salon, startsAt: string) =>
  stage.call(anon, 'book', {
    slug: salon.slug,
    op_id: newId(),
    request: {
      items: [item(salon)],
      starts_at: startsAt,
      client: { first_name: 'Nia', email: `${newId()}@example.com`, phone: '7185550199' },
      policy_version: 1,
    },
  });

describe.each(TROUBLES)('with %s', (trouble) => {
  meetTrouble(theatre, trouble);

  test(
    'eight writers and a reader who never stops asking: not one change is missed',
    async () => {
      const { stage } = theatre;
      const salon = await newSalon();
      const written = new Set<string>();
      const seen = new Map<string, number>();
      let writing = 8;
      let polls = 0;
      const writer = async (n: number) => {
        const device = newId();
        for (let seq = 1; seq <= 20; seq += 1) {
          const id = newId();
          const answer = await stage.push(
            salon,
            [mutation(seq, [put('clients', id, { first_name: `W${n}` })])],
            { device },
          );
          expect([answer['ok'], statusOf(answer)]).toEqual([true, 'applied']);
          written.add(id);
        }
        writing -= 1;
      };
      const reader = async () => {
        let cursor = 0;
        let epoch: string | null = null;
        const poll = async () => {
          const page: Answer = await stage.call(signedIn(salon.users.owner), 'sync_pull', {
            business_id: salon.id,
            client_id: newId(),
            cursor,
            epoch,
            schema: 1,
            page_size: 7,
          });
          expect(page['ok']).toBe(true);
          for (const row of page['tables'].clients ?? []) {
            expect(row.rev).toBeGreaterThan(cursor);
            seen.set(row.id, (seen.get(row.id) ?? 0) + 1);
          }
          ({ cursor, epoch } = page as { cursor: number; epoch: string });
          polls += 1;
          return page['more'] as boolean;
        };
        while (writing > 0) await poll();
        while (await poll());
      };
      await stage.race([reader, ...Array.from({ length: 8 }, (_, n) => () => writer(n))]);
      expect(polls).toBeGreaterThan(10);
      expect(stage.server.logged('deadlock detected')).toEqual([]);
      expect([...written].filter((id) => !seen.has(id))).toEqual([]);
      expect([...seen.values()].every((times) => times === 1)).toBe(true);
    },
    ROUND_TIMEOUT_MS,
  );

  test(
    '[SYN-12] one batch from several tabs at once takes effect once',
    async () => {
      const { stage } = theatre;
      const salon = await newSalon();
      const device = newId();
      const batch = Array.from({ length: 10 }, (_, n) =>
        mutation(n + 1, [put('clients', newId(), { first_name: `T${n}` })]),
      );
      const answers = await stage.race(
        Array.from({ length: 6 }, () => () => stage.push(salon, batch, { device })),
      );
      const results = answers.flatMap((answer) => answer['results'] as Answer[]);
      expect(results.filter(({ status }) => status === 'applied').length).toBeLessThanOrEqual(10);
      expect(
        new Set(results.map(({ status }) => (status === 'duplicate' ? 'applied' : status))),
      ).toEqual(new Set(['applied']));
      expect(new Set(answers.map((answer) => answer['last_seq']))).toEqual(new Set([10]));
      expect(
        await countOf(stage.db, `public.clients where business_id = $1 and first_name like 'T%'`, [
          salon.id,
        ]),
      ).toBe(10);
      expect(
        await countOf(stage.db, 'private.mutation_log where business_id = $1', [salon.id]),
      ).toBe(10);
    },
    ROUND_TIMEOUT_MS,
  );
});

test(
  'jobs, bookings and devices of several businesses do not wait in a circle',
  async () => {
    const { stage } = theatre;
    const salons = [await newSalon(), await newSalon(), await newSalon()];
    for (const salon of salons) {
      await insert(stage.db, 'appointments', {
        ...visitRows(salon, salon.ann, at(FIRST_DAY, 15)).appointment,
        status: 'pending',
        starts_at: new Date(Date.now() + 600_000).toISOString(),
        ends_at: new Date(Date.now() + 1_200_000).toISOString(),
      });
    }
    const jobs = Array.from({ length: 4 }, () => stage.db.sql('select private.run_jobs()'));
    const answers = await stage.race(
      salons.flatMap((salon) => [
        ...Array.from(
          { length: 6 },
          (_, n) => () => book(stage, salon, at(FIRST_DAY, 13 + (n % 3))),
        ),
        ...Array.from(
          { length: 6 },
          (_, n) => () =>
            stage.call(anon, 'hold_slot', {
              slug: salon.slug,
              request: { items: [item(salon)], starts_at: at(FIRST_DAY + 1, 9 + n) },
              hold_key: newId(),
            }),
        ),
        () => stage.push(salon, [mutation(1, [put('clients', newId(), { first_name: 'C' })])]),
      ]),
    );
    await Promise.all(jobs);
    expect(Object.keys(outcomes(answers)).filter((code) => code.startsWith('error'))).toEqual([]);
    expect(stage.server.logged('deadlock detected')).toEqual([]);
  },
  ROUND_TIMEOUT_MS,
);

test('[F16] a session that sits in a transaction holds nobody back from what others have written', async () => {
  const { stage } = theatre;
  const salon = await newSalon();
  const pull = async (cursor: number, epoch: string | null): Promise<Answer> =>
    stage.call(signedIn(salon.users.owner), 'sync_pull', {
      business_id: salon.id,
      client_id: newId(),
      cursor,
      epoch,
      schema: 1,
    });
  const idle = await stage.session();
  // Its number and its view of the data are older than all that follows.
  await idle.query('begin isolation level repeatable read');
  await idle.query('select pg_current_xact_id()');
  const before = await pull(0, null);
  const ids = [newId(), newId(), newId()];
  for (const [n, id] of ids.entries()) {
    await stage.push(salon, [mutation(1, [put('clients', id, { first_name: `I${n}` })])]);
  }
  const after = await pull(before['cursor'] as number, before['epoch'] as string);
  expect(after['tables'].clients.map(({ id }: Answer) => id).toSorted()).toEqual(ids.toSorted());
  await idle.query('rollback');
  idle.release();
});

test('[F12] who meets a lock that is held for too long is refused whole, and gets through when it is gone', async () => {
  const { stage } = theatre;
  const salon = await newSalon();
  const holder = await stage.session();
  await holder.query('begin');
  await holder.query('select private.lock_business($1)', [salon.id]);
  const id = newId();
  const device = newId();
  const batch = [mutation(1, [put('clients', id, { first_name: 'Late' })])];
  stage.limits = { lock: '20ms', statement: '60s' };
  try {
    expect(await stage.push(salon, batch, { device })).toEqual({ ok: false, code: 'error 55P03' });
    // What one business holds up is no other one's matter.
    const other = await newSalon();
    const elsewhere = await stage.push(other, [
      mutation(1, [put('clients', newId(), { first_name: 'Free' })]),
    ]);
    expect(statusOf(elsewhere)).toBe('applied');
    await holder.query('commit');
    expect(statusOf(await stage.push(salon, batch, { device }))).toBe('applied');
  } finally {
    stage.limits = PATIENT;
    holder.release();
  }
  expect(
    await countOf(stage.db, `public.clients where business_id = $1 and first_name = 'Late'`, [
      salon.id,
    ]),
  ).toBe(1);
});
