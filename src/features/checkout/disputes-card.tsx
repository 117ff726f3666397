import type { SaleDetail } from '#db/queries/sales.ts';
import { DISPUTE_WORDS, isDisputed } from '#domain/checkout/disputes.ts';
import type { DisputeStanding } from '#domain/checkout/disputes.ts';
import { formatMoney } from '#domain/money/format.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { lazySheet } from '#ui/lazy-overlay.tsx';
import { useLinger } from '#ui/use-linger.ts';
import { FileText } from 'lucide-react';
import { Suspense, useState } from 'react';

const EvidenceSheet = lazySheet(
  'Evidence',
  async () => (await import('./evidence-sheet.tsx')).EvidenceSheet,
);

const TONES = { open: 'warning', won: 'success', lost: 'danger' } as const;

const outcomeWords = (
  state: DisputeStanding['state'],
  takenCents: number,
  money: (cents: number) => string,
): string => {
  if (state === 'lost') return `${money(takenCents)} went back to your client.`;
  if (state === 'open') {
    return takenCents > 0
      ? `The bank of your client keeps ${money(takenCents)} for now.`
      : 'The bank of your client asks about it and has taken nothing so far.';
  }
  return takenCents > 0
    ? `The bank gives ${money(takenCents)} back.`
    : 'What was paid online is yours again.';
};

/** What banks of clients want back of what this sale counts as paid online, and what came of it. */
export function DisputesCard({ detail }: { detail: SaleDetail }) {
  const { disputes, sale, business } = detail;
  const formats = businessFormats(business);
  const [isOpen, setOpen] = useState(false);
  const shown = useLinger(isOpen || null);
  const money = (cents: number): string => formatMoney(cents, sale.currency, business.locale);
  return (
    <Card title="Disputes">
      <ul className="grid gap-3">
        {disputes.map(({ id, state, taken, fees, answerBy, openedAt }) => (
          <li key={id} className="grid justify-items-start gap-1">
            <Chip tone={TONES[state]}>{DISPUTE_WORDS[state]}</Chip>
            <span>
              {outcomeWords(state, taken, money)}
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
      {/* Nobody can answer what is decided. */}
      {isDisputed(disputes) && (
        <Button icon={FileText} className="mt-3" onClick={() => setOpen(true)}>
          Evidence for the bank
        </Button>
      )}
      <Suspense>
        {shown && <EvidenceSheet open={isOpen} detail={detail} onClose={() => setOpen(false)} />}
      </Suspense>
    </Card>
  );
}
