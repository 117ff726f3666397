/** What was paid before: gift cards and packages, when a sale goes back. */
import type { NewRow, Op } from '#domain/commands/op.ts';
import { ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import type { WriteScope } from '../write.ts';
import { giftRefunds, giftVoid } from './sale-gifts.ts';
import type { SoldSale } from './sale-gifts.ts';
import { packageRefunds, packagesSold, packageVoid } from './sale-packages.ts';

/** Codes: already_refunded, gift_card_used, package_used. */
export const prepaidRefunds = async (
  scope: WriteScope,
  found: SoldSale,
  rows: readonly NewRow<'refunds'>[],
): Promise<Result<Op[]>> => {
  const packages = await packageRefunds(scope, found.sale.id, rows);
  if (!packages.ok) return packages;
  const sold = [...(await packagesSold(scope, found.sale.id)).values()];
  const cents = sold.reduce((sum, one) => sum + one.sold.amount_cents, 0);
  const gifts = await giftRefunds(scope, found, rows, cents);
  return gifts.ok ? ok([...gifts.value, ...packages.value]) : gifts;
};

/** Codes: gift_card_used, package_used. */
export const prepaidVoid = async (scope: WriteScope, saleId: Uuid): Promise<Result<Op[]>> => {
  const gifts = await giftVoid(scope, saleId);
  if (!gifts.ok) return gifts;
  const packages = await packageVoid(scope, saleId);
  return packages.ok ? ok([...gifts.value, ...packages.value]) : packages;
};
