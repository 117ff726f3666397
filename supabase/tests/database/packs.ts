import type { Op } from '#domain/commands/op.ts';
import type { Uuid } from '#domain/rows.ts';
import { cashSale } from './gifts.ts';
import { at, type Salon } from './salon.ts';
import { newId, put } from './setup.ts';

/** What a device sends when it sells a package of so many cuts for cash. */
export const soldPackage = (
  salon: Salon,
  device: Uuid,
  receipt: number,
  {
    credits = 3,
    cents = 10_000,
    ...more
  }: { credits?: number; cents?: number } & Record<string, unknown> = {},
) => {
  const id = newId();
  const { sale_id, ops } = cashSale(device, receipt, cents, {
    line: { kind: 'package', name: 'Cuts', staff_id: null },
  });
  const line_id = ops[1]!.id;
  return {
    id,
    sale_id,
    line_id,
    ops: [
      put('package_holdings', id, {
        client_id: salon.client,
        package_id: salon.rows.packages,
        name: 'Cuts',
        price_cents: cents,
        credits,
        service_ids: [salon.service],
        expires_on: null,
        ...more,
      }),
      ...ops.slice(0, 2),
      packageActivity(id, {
        kind: 'sell',
        credits,
        amount_cents: cents,
        sale_id,
        sale_line_id: line_id,
      }),
      ops[2]!,
    ],
  };
};

/** One thing that happened to a package. */
export const packageActivity = (
  holding_id: Uuid,
  value: Record<string, unknown>,
  id = newId(),
): Op => put('package_activities', id, { holding_id, occurred_at: at(-1, 9), ...value });

/** A cut that one credit pays. */
export const paidByPackage = (
  salon: Salon,
  device: Uuid,
  receipt: number,
  holding: Uuid,
  cents: number,
) => {
  const { sale_id, payment, ops } = cashSale(device, receipt, cents, {
    line: { variant_id: salon.cut },
    payment: { method: 'package', tendered_cents: null, label: 'Cuts' },
  });
  const line_id = ops[1]!.id;
  const redeem = packageActivity(
    holding,
    { kind: 'redeem', credits: -1, amount_cents: -cents, sale_id, sale_line_id: line_id },
    payment,
  );
  return { sale_id, line_id, payment, ops: [...ops.slice(0, 2), redeem, ops[2]!] };
};
