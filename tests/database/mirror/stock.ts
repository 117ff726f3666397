import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { STOCK_CASES } from '#domain/inventory/stock-cases.ts';
import type { Sql } from '#supabase/local/database/database.ts';

/** What is there of a product: devices sell offline, the server tells what went below zero. */
export const stockOfProducts = (sql: Sql): void => {
  test.each(STOCK_CASES)('$name', async ({ movements, stock }) => {
    const [business, product] = [randomUUID(), randomUUID()];
    await sql(
      `insert into public.businesses (id, business_id, name, slug, time_zone)
       values ($1, $1, 'Stock', $2, 'UTC')`,
      [business, `stock-${business}`],
    );
    await sql(`insert into public.products (id, business_id, name) values ($1, $2, 'Comb')`, [
      product,
      business,
    ]);
    for (const { id, occurred_at, kind, qty_milli } of movements) {
      const isSale = kind === 'sale' || kind === 'return';
      // The rule does not ask where it came from, and a sale would need all its rows.
      await sql(
        `insert into public.stock_movements
           (id, business_id, product_id, occurred_at, kind, qty_milli, reason)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [
          id.slice(0, 24) + product.slice(24, 35) + id.slice(-1),
          business,
          product,
          occurred_at,
          isSale ? 'use' : kind,
          qty_milli,
          kind === 'adjust' ? 'Missing' : null,
        ],
      );
    }
    expect(
      await sql(
        `select qty_milli::int, is_known as "isKnown" from private.stock where product_id = $1`,
        [product],
      ),
    ).toEqual([stock]);
  });
};
