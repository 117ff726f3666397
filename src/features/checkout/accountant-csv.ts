import { amountCell } from '#domain/export/plain-cells.ts';
import { accountsOf } from '#domain/checkout/accountant.ts';
import type { AccountedSale, OnlineMoney } from '#domain/checkout/accountant.ts';
import type { BusinessRow, Instant } from '#domain/rows.ts';
import { BYTE_ORDER_MARK, csvLine } from '#domain/text/csv.ts';

/** One line for each day of [from, to): what was sold by tax, how it was paid, and deposits. */
export const accountantCsv = (
  sales: readonly AccountedSale[],
  online: OnlineMoney,
  { time_zone, currency }: BusinessRow,
  period: { from: Instant; to: Instant },
): string => {
  const { columns, days } = accountsOf(sales, online, { timeZone: time_zone, ...period });
  return (
    BYTE_ORDER_MARK +
    csvLine(['Date', ...columns, 'Currency']) +
    days.map(({ day, cents }) => csvLine([day, ...cents.map(amountCell), currency])).join('')
  );
};
