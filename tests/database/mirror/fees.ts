import { expect, test } from 'vitest';
import { CANCELLED_LATE, FEE_CASES } from '#domain/appointments/fee-cases.ts';
import type { Sql } from '#supabase/local/database/database.ts';

export const feesOfVisits = (sql: Sql): void => {
  test('what it costs to cancel late or not to come', async () => {
    const cases = FEE_CASES.map(([what, change]) => ({ what, ...CANCELLED_LATE, ...change }));
    const rows = await sql<{ what: string; fee: unknown }>(
      `select c.what, private.proposed_fee(
         c.terms, c."from", c."to", c."by", c."at", c."startsAt", c."bookedAt", c.prices) as fee
       from jsonb_to_recordset($1::jsonb) c (
         what text, terms jsonb, "from" text, "to" text, "by" text, "at" timestamptz,
         "startsAt" timestamptz, "bookedAt" timestamptz, prices jsonb)`,
      [JSON.stringify(cases)],
    );
    expect(Object.fromEntries(rows.map(({ what, fee }) => [what, fee]))).toEqual(
      Object.fromEntries(FEE_CASES.map(([what, , fee]) => [what, fee])),
    );
  });
};
