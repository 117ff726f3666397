import { receiptOf } from '#domain/checkout/receipt-lines.ts';
import { standingOf } from '#domain/checkout/standing.ts';
import type { SaleState } from '#domain/checkout/standing.ts';
import { formatMoney } from '#domain/money/format.ts';
import { payBill } from '#remote/public-bills.ts';
import type { BillStatus } from '#remote/public-bills.ts';
import { Notice } from '#ui/notice.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import { PayAsked } from './pay-asked.tsx';

/** What was bought, what is paid of it, and the way to pay the rest by card. */
export function BillPage({
  token,
  status,
  refresh,
  goTo,
}: {
  token: string;
  status: BillStatus;
  refresh: () => Promise<void>;
  goTo?: (url: string) => void;
}) {
  const { business, bill, due, is_test: isTest } = status;
  // What was promised at the till is not paid, and what is to be paid is said above.
  const payments = bill.payments.filter((payment) => payment.state === 'captured');
  const receipt = receiptOf({ ...bill, payments, business });
  const { state, due_cents } = standingOf(bill.payments, bill.refunds);
  // What a bank took back the server alone knows.
  const owed = Math.max(due, due_cents);
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const title = owed > 0 ? 'Your bill' : TITLES[state];
  return (
    <div className="mx-auto w-full max-w-xl py-6">
      {/* Who comes back from the card keeps the focus where the browser has it: then it is said. */}
      <div aria-live="polite">
        <StepHeading key={title} title={title} place={business.name}>
          {owed === 0 && TEXTS[state]}
        </StepHeading>
      </div>
      {due > 0 ? (
        <PayAsked
          token={token}
          begin={payBill}
          refresh={refresh}
          goTo={goTo}
          words={{
            title: `${money(due)} to be paid`,
            text: 'You enter your card on a secure page and come back here.',
            pay: `Pay ${money(due)}`,
            refusals: { nothing_due: 'It is paid already. Load this page again.' },
          }}
        />
      ) : (
        owed > 0 && (
          <Notice title={`${money(owed)} to be paid at ${business.name}`}>
            It cannot be paid by card here now.
          </Notice>
        )
      )}
      {due > 0 && isTest && (
        <p className="mt-4 text-sm text-muted">
          Payments are being tried out here: no real card is charged.
        </p>
      )}
      <section
        aria-label={receipt.title}
        className="mt-5 grid gap-4 rounded-lg border border-line bg-surface p-5 shadow-card wrap-anywhere"
      >
        <div>
          <h2 className="font-semibold">{receipt.title}</h2>
          <p className="text-sm text-muted">
            {[receipt.when, receipt.paidBy, receipt.taxNumber].filter(Boolean).join(' · ')}
          </p>
        </div>
        <Lines lines={receipt.items} />
        <Lines lines={receipt.sums} />
        <Lines lines={receipt.payments} />
        {receipt.closing && <p className="whitespace-pre-line text-muted">{receipt.closing}</p>}
      </section>
    </div>
  );
}

const TITLES: Readonly<Record<SaleState, string>> = {
  paid: 'This is paid',
  to_collect: 'Your bill',
  part_refunded: 'This is paid',
  refunded: 'This was given back',
  void: 'This was taken back',
};

const TEXTS: Partial<Record<SaleState, string>> = {
  paid: 'Thank you. You need not do anything.',
  void: 'Nothing is to be paid.',
};

function Lines({
  lines,
}: {
  lines: readonly { name: string; text: string; isStrong?: boolean }[];
}) {
  if (lines.length === 0) return null;
  return (
    <dl className="grid gap-1.5 border-t border-line pt-4">
      {lines.map(({ name, text, isStrong }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- two lines may say the same
        <div key={place} className={isStrong ? 'flex gap-4 font-semibold' : 'flex gap-4'}>
          <dt className="min-w-0 flex-1">{name}</dt>
          <dd className="shrink-0 tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
