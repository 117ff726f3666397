import type { SaleDetail } from '#db/queries/sales.ts';
import { addressLines } from '#domain/text/address.ts';
import { receiptOf } from '#domain/checkout/receipt-lines.ts';
import { Totals } from './totals.tsx';
import './receipt.css';

/** What was sold and how it was paid, as the client gets it. */
export function ReceiptCard({ detail }: { detail: SaleDetail }) {
  const { business } = detail;
  const { title, when, taxNumber, items, sums, payments, closing, paidBy } = receiptOf(detail);
  const address = business.address ? addressLines(business.address).join(', ') : null;
  return (
    <section
      aria-label={title}
      className="receipt grid gap-4 rounded-lg border border-line bg-surface p-5 shadow-card"
    >
      <header>
        <p className="font-semibold break-words">{business.name}</p>
        {address && <p className="text-sm text-muted">{address}</p>}
        {taxNumber && <p className="text-sm break-words text-muted">{taxNumber}</p>}
        <p className="text-sm text-muted">
          {title} · {when}
        </p>
        {detail.clientName && <p className="text-sm text-muted">{detail.clientName}</p>}
        {paidBy && <p className="text-sm text-muted">{paidBy}</p>}
      </header>
      <Totals lines={items} />
      <div className="border-t border-line pt-3">
        <Totals lines={sums} />
      </div>
      {payments.length > 0 && (
        <div className="border-t border-line pt-3">
          <Totals lines={payments} />
        </div>
      )}
      {closing && (
        <p className="border-t border-line pt-3 break-words whitespace-pre-line">{closing}</p>
      )}
    </section>
  );
}
