import { timelineFacts } from '#db/queries/sale-timeline.ts';
import type { SaleDetail } from '#db/queries/sales.ts';
import { useQuery } from '#db/use-query.ts';
import { whatWentBack } from '#domain/checkout/receipt-lines.ts';
import { timelineOf } from '#domain/checkout/timeline.ts';
import type { SaleEvent } from '#domain/checkout/timeline.ts';
import { backWords, paymentWords } from '#domain/checkout/words.ts';
import { formatMoney } from '#domain/money/format.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Card } from '#ui/card.tsx';

/** What happened to a sale: when, by whom, on which device, and whether without a connection. */
export function TimelineCard({ detail }: { detail: SaleDetail }) {
  const { sale, business } = detail;
  const facts = useQuery((db) => timelineFacts(db, sale.id), [sale.id]);
  if (!facts) return null;
  const { mails, memberNames, ownPrefix } = facts;
  const formats = businessFormats(business);
  const device =
    sale.receipt_prefix === ownPrefix
      ? `This device, ${ownPrefix}`
      : `Device with receipts ${sale.receipt_prefix}-…`;
  const reached = ({ reachedAt, isLate }: SaleEvent): string | null =>
    reachedAt === null
      ? 'Not synced yet'
      : isLate
        ? `Without a connection, reached the server ${formats.dateTime(reachedAt)}`
        : null;
  return (
    <Card title="What happened">
      <ol aria-label="What happened" className="grid gap-2">
        {timelineOf({ ...detail, mails }).map((event, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- only ever added to, in order
          <li key={place}>
            <span className="font-medium break-words">{eventWords(event, detail)}</span>
            <span className="block text-sm text-muted">
              {[
                formats.dateTime(event.at),
                event.by && memberNames.get(event.by),
                event.kind === 'rung_up' && device,
                reached(event),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const eventWords = (
  event: SaleEvent,
  { sale, lines, business, staffNames }: SaleDetail,
): string => {
  const money = (cents: number): string => formatMoney(cents, sale.currency, business.locale);
  switch (event.kind) {
    case 'rung_up':
      return `Rung up ${money(event.sale.total_cents)}`;
    case 'tip': {
      const { staff_id, amount_cents } = event.tip;
      const whose = (staff_id && staffNames.get(staff_id)) || 'the house';
      return `Tip ${money(amount_cents)} for ${whose}`;
    }
    case 'paid':
      return `Paid ${money(event.payment.amount_cents)}: ${paymentWords(event.payment)}`;
    case 'promised':
      return `${paymentWords(event.payment)}: ${money(event.payment.amount_cents)}`;
    case 'collected':
      return `Collected ${money(event.payment.amount_cents)}: ${paymentWords(event.payment)}`;
    case 'refund': {
      const { amount_cents, method, reason } = event.refund;
      const about = [backWords(method), whatWentBack(event.refund, lines), reason];
      return `Given back ${money(amount_cents)}: ${about.filter(Boolean).join(', ')}`;
    }
    case 'void':
      return `Taken back ${money(event.refund.amount_cents)}`;
    case 'mail':
      return 'Receipt mailed to the client';
  }
};
