import type { SaleDetail } from '#db/queries/sales.ts';
import { DISPUTE_WORDS } from '#domain/checkout/disputes.ts';
import { formatMoney } from '#domain/money/format.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';

const TONES = { open: 'warning', won: 'success', lost: 'danger' } as const;

/** What banks of clients want back of what this sale counts as paid online, and what came of it. */
export function DisputesCard({ detail }: { detail: SaleDetail }) {
  const { disputes, sale, business } = detail;
  const formats = businessFormats(business);
  const money = (cents: number): string => formatMoney(cents, sale.currency, business.locale);
  return (
    <Card title="Disputes">
      <ul className="grid gap-3">
        {disputes.map(({ id, state, taken, fees, answerBy, openedAt }) => (
          <li key={id} className="grid justify-items-start gap-1">
            <Chip tone={TONES[state]}>{DISPUTE_WORDS[state]}</Chip>
            <span>
              {state === 'open' && `The bank of your client keeps ${money(taken)} for now.`}
              {state === 'lost' && `${money(taken)} went back to your client.`}
              {state === 'won' && 'What was paid online is yours again.'}
              {fees > 0 && ` Your provider charges ${money(fees)} for it.`}
            </span>
            <span className="text-sm text-muted">
              Since {formats.dateTime(openedAt)}
              {answerBy !== null &&
                ` · answer in your Stripe dashboard by ${formats.dateTime(answerBy)}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
