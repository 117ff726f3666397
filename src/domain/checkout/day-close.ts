import type { DayCloseRow, Instant, SaleRow } from '#domain/rows.ts';

/** A device that rings up sales, by the letters on its receipts. */
export type OtherTill = {
  receipt_prefix: string;
  /** When its newest sale came to the server; null = it has not yet. */
  heardAt: Instant | null;
};

/**
 * Other devices that rang up sales lately: whatever they sold without a connection is not here. Those
 * that were heard of longest ago come first.
 */
export const otherTills = (
  sales: readonly Pick<SaleRow, 'receipt_prefix' | 'created_at' | 'rev'>[],
  ownPrefix: string | null,
): OtherTill[] => {
  const tills = new Map<string, Instant | null>();
  for (const { receipt_prefix, created_at, rev } of sales) {
    if (receipt_prefix === ownPrefix) continue;
    const known = tills.get(receipt_prefix) ?? null;
    const heard = rev > 0 ? created_at : null;
    tills.set(receipt_prefix, heard !== null && (known === null || heard > known) ? heard : known);
  }
  return [...tills]
    .map(([receipt_prefix, heardAt]) => ({ receipt_prefix, heardAt }))
    .toSorted((a, b) => ((a.heardAt ?? '') < (b.heardAt ?? '') ? -1 : 1));
};

export type DaySums = Pick<
  DayCloseRow,
  'sales' | 'taken_cents' | 'back_cents' | 'tip_cents' | 'due_cents'
>;

/** What came to a closed day since, as far as it changed. */
export const sinceClose = (
  close: DaySums,
  now: DaySums,
): { sales: number; cents: number } | null => {
  const sales = now.sales - close.sales;
  const cents = now.taken_cents - now.back_cents - (close.taken_cents - close.back_cents);
  return sales === 0 && cents === 0 ? null : { sales, cents };
};
