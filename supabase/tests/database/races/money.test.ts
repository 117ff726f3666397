import { describe, expect, test } from 'vitest';
import type { Op } from '#domain/commands/op.ts';
import type { Uuid } from '#domain/rows.ts';
import { at, makeSalon, soldCut, type Salon } from '../salon.ts';
import { newId, put, type Answer } from '../setup.ts';
import { EACH_ROUND, meetTrouble, mutation, statusOf, TROUBLES, useStage } from './stage.ts';

const ROUND_TIMEOUT_MS = 120_000;
const theatre = useStage();
let salons = 0;
const newSalon = (): Promise<Salon> => {
  salons += 1;
  return makeSalon(theatre.stage.db, `money-${salons}`);
};

/** Rings up 55.00 on a device of its own: paid in cash, or promised. */
const ringUp = async (salon: Salon, isPromised = false): Promise<Uuid> => {
  const device = newId();
  const { sale, line, tip, payment } = soldCut(salon.ann, 1, device);
  const sale_id = newId();
  const answer = await theatre.stage.push(
    salon,
    [
      mutation(1, [
        put('sales', sale_id, { ...sale, client_id: salon.client }),
        put('sale_lines', newId(), { sale_id, ...line }),
        put('tips', newId(), { sale_id, ...tip }),
        put('payments', newId(), {
          sale_id,
          ...payment,
          ...(isPromised && { method: 'owed', state: 'to_collect', tendered_cents: null }),
        }),
      ]),
    ],
    { device },
  );
  expect(statusOf(answer)).toBe('applied');
  return sale_id;
};
const occurred_at = at(-1, 12);
const refund = (sale_id: Uuid, amount_cents: number): Op =>
  put('refunds', newId(), { sale_id, ...soldCut(null).refund, occurred_at, amount_cents });
const takeBack = (sale_id: Uuid): Op =>
  put('refunds', newId(), {
    sale_id,
    occurred_at,
    kind: 'void',
    method: null,
    amount_cents: 5500,
    reason: '',
  });
const collect = (sale_id: Uuid): Op =>
  put('payments', newId(), {
    sale_id,
    occurred_at,
    method: 'card_terminal',
    state: 'captured',
    collects: true,
    amount_cents: 5500,
    tendered_cents: null,
  });

/** Each op comes from a device of its own, all at once; what they were told, in the order of the alphabet. */
const atOnce = async (salon: Salon, ops: Op[]): Promise<string[]> => {
  const { stage } = theatre;
  const answers = await stage.race(ops.map((op) => () => stage.push(salon, [mutation(1, [op])])));
  return answers.map(told).toSorted();
};
const told = (answer: Answer): string => {
  const status = statusOf(answer);
  return status === 'applied' ? status : String(answer['results'][0].code);
};
const nothingWrong = async (salon: Salon): Promise<void> => {
  const { db, server } = theatre.stage;
  const faults = 'select * from private.accounting_faults where business_id = $1';
  expect(await db.sql(faults, [salon.id])).toEqual([]);
  expect(server.logged('deadlock detected')).toEqual([]);
};
const cents = (salon: Salon, table: 'payments' | 'refunds', where: string): Promise<number> =>
  theatre.stage.db
    .sql<{ sum: string }>(
      `select coalesce(sum(amount_cents), 0)::text as sum from public.${table}
       where business_id = $1 and ${where}`,
      [salon.id],
    )
    .then(([row]) => Number(row!.sum));

describe.each(TROUBLES)('with %s', EACH_ROUND, (trouble) => {
  meetTrouble(theatre, trouble);

  test(
    'M1 eight devices give 60 % back at once: one does, the others are told',
    async () => {
      const salon = await newSalon();
      const sale = await ringUp(salon);
      const before = await cents(salon, 'refunds', 'true');
      const answers = await atOnce(
        salon,
        Array.from({ length: 8 }, () => refund(sale, 3300)),
      );
      expect(answers).toEqual([...Array.from({ length: 7 }, () => 'already_refunded'), 'applied']);
      expect((await cents(salon, 'refunds', 'true')) - before).toBe(3300);
      await nothingWrong(salon);
    },
    ROUND_TIMEOUT_MS,
  );

  test(
    'M1 taken back as a whole and given back in part at once: one of both',
    async () => {
      const salon = await newSalon();
      const sale = await ringUp(salon);
      const answers = await atOnce(salon, [
        takeBack(sale),
        refund(sale, 100),
        takeBack(sale),
        takeBack(sale),
      ]);
      expect(answers).toEqual([
        'already_refunded',
        'already_refunded',
        'already_refunded',
        'applied',
      ]);
      await nothingWrong(salon);
    },
    ROUND_TIMEOUT_MS,
  );

  test(
    'what a client owes is collected on six devices at once: it is paid once',
    async () => {
      const salon = await newSalon();
      const sale = await ringUp(salon, true);
      const answers = await atOnce(
        salon,
        Array.from({ length: 6 }, () => collect(sale)),
      );
      expect(answers).toEqual([...Array.from({ length: 5 }, () => 'already_collected'), 'applied']);
      expect(await cents(salon, 'payments', 'collects')).toBe(5500);
      await nothingWrong(salon);
    },
    ROUND_TIMEOUT_MS,
  );
});
