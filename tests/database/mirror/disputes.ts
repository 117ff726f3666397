import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { depositsByVisit, voidedSales } from '#domain/checkout/deposits.ts';
import type { Sql } from '#supabase/local/database/database.ts';

const cents = fc.integer({ min: 1, max: 5000 });
const anyMoney = fc.record({
  paid: fc.array(cents, { maxLength: 3 }),
  back: fc.array(cents, { maxLength: 2 }),
  /** What sales have taken up. */
  used: fc.array(fc.record({ cents, isVoid: fc.boolean() }), { maxLength: 3 }),
  disputes: fc.array(
    fc.record({ cents, end: fc.constantFrom('open' as const, 'won' as const, 'lost' as const) }),
    { maxLength: 3 },
  ),
});

/** What is left of what was paid before a visit, and what banks have decided for its client. */
export const depositsOfVisits = (sql: Sql): void => {
  test('what is left and what is lost is the same for device and server', async () => {
    await fc.assert(
      fc.asyncProperty(anyMoney, async ({ paid, back, used, disputes }) => {
        const [business, visit] = [randomUUID(), randomUUID()];
        const sales = used.map((one) => ({ ...one, id: randomUUID() }));
        const payments = [
          ...paid.map((amount_cents) => ({
            method: 'card_online' as const,
            sale_id: null,
            appointment_id: visit,
            amount_cents,
          })),
          ...sales.map(({ id, cents: amount_cents }) => ({
            method: 'deposit' as const,
            sale_id: id,
            appointment_id: visit,
            amount_cents,
          })),
        ];
        const refunds = [
          ...back.map((amount_cents) => ({
            kind: 'refund' as const,
            method: 'card_online',
            sale_id: null,
            appointment_id: visit,
            amount_cents,
          })),
          ...sales.flatMap(({ id, isVoid, cents: amount_cents }) =>
            isVoid
              ? {
                  kind: 'void' as const,
                  method: null,
                  sale_id: id,
                  appointment_id: null,
                  amount_cents,
                }
              : [],
          ),
        ];
        const entries = disputes.flatMap(({ cents: amount_cents, end }) => {
          const part = { dispute_id: randomUUID(), appointment_id: visit };
          const open = { ...part, state: 'open' as const, amount_cents };
          if (end === 'open') return [open];
          return [open, { ...part, state: end, amount_cents: end === 'won' ? -amount_cents : 0 }];
        });
        // Just these rows: no sale has to be whole for them.
        await sql('set session_replication_role = replica');
        try {
          await sql(
            `insert into public.payments (id, business_id, sale_id, appointment_id, occurred_at,
               method, state, amount_cents)
             select gen_random_uuid(), $1, p.sale_id, p.appointment_id, now(), p.method, 'captured',
               p.amount_cents
             from jsonb_to_recordset($2::jsonb) p (
               sale_id uuid, appointment_id uuid, method text, amount_cents bigint)`,
            [business, JSON.stringify(payments)],
          );
          await sql(
            `insert into public.refunds (id, business_id, sale_id, appointment_id, occurred_at, kind,
               method, amount_cents)
             select gen_random_uuid(), $1, r.sale_id, r.appointment_id, now(), r.kind, r.method,
               r.amount_cents
             from jsonb_to_recordset($2::jsonb) r (
               sale_id uuid, appointment_id uuid, kind text, method text, amount_cents bigint)`,
            [business, JSON.stringify(refunds)],
          );
          await sql(
            `insert into public.dispute_entries (id, business_id, dispute_id, payment_id,
               appointment_id, occurred_at, state, amount_cents, fee_cents)
             select gen_random_uuid(), $1, e.dispute_id, gen_random_uuid(), e.appointment_id, now(),
               e.state, e.amount_cents, 0
             from jsonb_to_recordset($2::jsonb) e (
               dispute_id uuid, appointment_id uuid, state text, amount_cents bigint)`,
            [business, JSON.stringify(entries)],
          );
        } finally {
          await sql('set session_replication_role = origin');
        }
        const here = depositsByVisit(payments, refunds, voidedSales(refunds), entries).get(visit);
        expect(
          await sql(
            `select private.deposit_left($1, $2)::int as "left",
               private.deposit_lost($1, $2)::int as lost`,
            [business, visit],
          ),
        ).toEqual([{ left: here?.left ?? 0, lost: here?.lost ?? 0 }]);
      }),
      { numRuns: 40 },
    );
  });
};
