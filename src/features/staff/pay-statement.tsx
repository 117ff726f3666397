import { Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Day, PayEntry } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { ratesText, serviceLines } from './pay-words.ts';
import './statement.css';

type Statement = {
  from_day: Day;
  to_day: Day;
  entry: PayEntry;
  paid_on?: Day | null | undefined;
  paid_note?: string | null | undefined;
};

/** What one person is paid for a closed run, as it is handed to them on paper. */
export function PayStatement({
  statement: { from_day, to_day, entry, paid_on, paid_note },
  business,
}: {
  statement: Statement;
  business: BusinessRow;
}) {
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const { date } = businessFormats(business);
  const { products_cents, product_bp, product_pay_cents } = entry;
  const paper = useRef<HTMLElement>(null);
  // It stands below the list that it was chosen in, which may be longer than the screen.
  useEffect(() => paper.current?.focus(), [from_day, to_day, entry.staff_id]);
  const plain = (name: string, cents: number) =>
    cents === 0 ? [] : [{ name, text: money(cents) }];
  const lines = [
    ...serviceLines(entry, money),
    ...(products_cents === 0 && product_pay_cents === 0
      ? []
      : [
          {
            name: `Products: ${ratesText(product_bp, [], money)} of ${money(products_cents)}`,
            text: money(product_pay_cents),
          },
        ]),
    ...plain('Tips', entry.tips_cents),
    ...plain('Extra', entry.extra_cents),
    ...plain('Taken off', -entry.off_cents),
    { name: 'Together', text: money(entry.total_cents) },
  ];
  const how = paid_note ? `: ${paid_note}` : '';
  return (
    <div className="grid gap-3">
      <section
        ref={paper}
        tabIndex={-1}
        aria-label={`Statement for ${entry.name}`}
        className="statement grid gap-3 rounded-lg border border-line bg-surface p-5"
      >
        <header>
          <p className="font-semibold break-words">{business.name}</p>
          <p className="text-sm text-muted">
            {entry.name} · {date(from_day)} – {date(to_day)}
          </p>
        </header>
        <dl className="grid gap-1.5">
          {lines.map(({ name, text }) => (
            <div key={name} className="flex justify-between gap-4 last:font-semibold">
              <dt className="min-w-0 break-words">{name}</dt>
              <dd className="shrink-0 tabular-nums">{text}</dd>
            </div>
          ))}
        </dl>
        {entry.note && <p className="text-sm break-words">{entry.note}</p>}
        <p className="text-sm text-muted">
          {paid_on ? `Paid on ${date(paid_on)}${how}` : 'Not paid yet'}
        </p>
      </section>
      <Button className="justify-self-start" icon={Printer} onClick={() => window.print()}>
        Print
      </Button>
    </div>
  );
}
