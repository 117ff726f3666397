import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { at, makeSalon, soldCut, type Salon } from '../salon.ts';
import { countOf, newId, put } from '../setup.ts';
import { EACH_ROUND, mutation, statusOf, TROUBLES, useStage } from './stage.ts';

const ROUND_TIMEOUT_MS = 120_000;
const theatre = useStage();
let salons = 0;
/** Its clay was counted two days ago: five of it. */
const newSalon = (): Promise<Salon> => {
  salons += 1;
  return makeSalon(theatre.stage.db, `stock-${salons}`);
};

/** A device of its own sells so many of the clay, at an hour of yesterday; what it was told. */
const sell = async (salon: Salon, qty: number, hour: number): Promise<string> => {
  const [device, sale_id, sale_line_id] = [newId(), newId(), newId()];
  const { sale, line, payment } = soldCut(null, 1, device);
  const occurred_at = at(-1, hour);
  const answer = await theatre.stage.push(
    salon,
    [
      mutation(1, [
        put('sales', sale_id, {
          ...sale,
          occurred_at,
          subtotal_cents: 5000 * qty,
          tip_cents: 0,
          total_cents: 5000 * qty,
        }),
        put('sale_lines', sale_line_id, {
          ...line,
          sale_id,
          occurred_at,
          kind: 'product',
          product_id: salon.rows.products,
          qty,
          total_cents: 5000 * qty,
        }),
        put('payments', newId(), {
          ...payment,
          sale_id,
          occurred_at,
          amount_cents: 5000 * qty,
          tendered_cents: 5000 * qty,
        }),
        put('stock_movements', newId(), {
          product_id: salon.rows.products,
          occurred_at,
          kind: 'sale',
          qty_milli: -1000 * qty,
          sale_id,
          sale_line_id,
        }),
      ]),
    ],
    { device },
  );
  return statusOf(answer);
};
const count = async (salon: Salon, pieces: number, hour: number): Promise<string> => {
  const counted = put('stock_movements', newId(), {
    product_id: salon.rows.products,
    occurred_at: at(-1, hour),
    kind: 'count',
    qty_milli: 1000 * pieces,
  });
  return statusOf(await theatre.stage.push(salon, [mutation(1, [counted])]));
};
const left = async (salon: Salon): Promise<number> => {
  const [row] = await theatre.stage.db.sql<{ pieces: number }>(
    'select (qty_milli / 1000)::int as pieces from private.stock where product_id = $1',
    [salon.rows.products],
  );
  return row!.pieces;
};
const questions = (salon: Salon): Promise<number> =>
  countOf(
    theatre.stage.db,
    `public.attention_items where business_id = $1 and entity = 'products' and kind = 'balance'`,
    [salon.id],
  );
const nothingWrong = async (salon: Salon): Promise<void> => {
  const { db, server } = theatre.stage;
  const faults = 'select * from private.accounting_faults where business_id = $1';
  expect(await db.sql(faults, [salon.id])).toEqual([]);
  expect(server.logged('deadlock detected')).toEqual([]);
};

describe.each(TROUBLES)('with %s', EACH_ROUND, (trouble) => {
  beforeEach(() => {
    theatre.stage.trouble = trouble;
  });
  afterEach(() => {
    theatre.stage.trouble = 'no trouble';
  });

  test(
    'S1 fifty devices sell one each of the last ten: all are kept, one question is asked',
    async () => {
      const salon = await newSalon();
      expect(await count(salon, 10, 11)).toBe('applied');
      const told = await theatre.stage.race(
        Array.from({ length: 50 }, () => () => sell(salon, 1, 12)),
      );
      expect(told).not.toContain('refused');
      expect(await left(salon)).toBe(-40);
      expect(await questions(salon)).toBe(1);
      await nothingWrong(salon);
    },
    ROUND_TIMEOUT_MS,
  );

  test(
    'S2 counted while others sell: what was sold before is in the count, what was sold after comes off',
    async () => {
      const salon = await newSalon();
      const told = await theatre.stage.race([
        ...Array.from({ length: 4 }, () => () => sell(salon, 1, 11)),
        () => count(salon, 20, 12),
        ...Array.from({ length: 4 }, () => () => sell(salon, 1, 13)),
      ]);
      expect(told).not.toContain('refused');
      expect(await left(salon)).toBe(16);
      await nothingWrong(salon);
    },
    ROUND_TIMEOUT_MS,
  );

  test(
    'S3 two devices sell three each of four: minus two, both sales kept, and a person is asked',
    async () => {
      const salon = await newSalon();
      expect(await count(salon, 4, 11)).toBe('applied');
      const told = await theatre.stage.race([3, 3].map((qty) => () => sell(salon, qty, 12)));
      expect(told).not.toContain('refused');
      expect(await left(salon)).toBe(-2);
      expect(await questions(salon)).toBe(1);
      await nothingWrong(salon);
    },
    ROUND_TIMEOUT_MS,
  );
});
