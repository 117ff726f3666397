import { X } from 'lucide-react';
import { Suspense } from 'react';
import type { Ref } from 'react';
import { isOverCap } from '#domain/checkout/discount-cap.ts';
import type { CartDraft } from '#domain/checkout/draft.ts';
import type { GiftCardServer } from '#domain/checkout/gift-server.ts';
import type { TenderInput } from '#domain/checkout/tenders.ts';
import { paymentWords } from '#domain/checkout/words.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { isWrongDiscount, laterOf, taxName } from './cart-draft.ts';
import type { CountedDraft } from './cart-draft.ts';
import type { Hindrance } from './hindrance-notice.tsx';
import { TenderFields } from './tender-fields.tsx';
import { Totals } from './totals.tsx';

const HindranceNotice = lazyPart(
  async () => (await import('./hindrance-notice.tsx')).HindranceNotice,
);

type Props = {
  cart: CartDraft;
  count: CountedDraft;
  business: BusinessRow;
  /** The most that may be taken off, in percent; null = no limit. */
  cap: number | null;
  giftServer: GiftCardServer;
  /** The sale that this was completed as before, when something was changed since. */
  doneAs: Uuid | null;
  isCompleting: boolean;
  payers: number;
  onSplit: (payers: number) => void;
  onChange: (part: Partial<CartDraft>) => void;
  onPay: (tender: TenderInput) => Promise<void>;
  onComplete: () => Promise<void>;
};

/** What it comes to, what is paid of it, and the next payment. */
export function TillPayment({ ref, ...props }: Props & { ref: Ref<HTMLElement> }) {
  const { cart, count, business, onChange } = props;
  const { counted, coveredCents, tipCents, totalCents, dueCents } = count;
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  return (
    <Card ref={ref} takesFocus title="Payment" className="lg:sticky lg:top-4">
      <div className="grid gap-4">
        <Totals
          lines={[
            { name: 'Subtotal', text: money(counted.subtotal_cents) },
            ...(counted.discount_cents > 0
              ? [{ name: 'Discount', text: money(-counted.discount_cents) }]
              : []),
            ...(counted.tax_cents > 0
              ? [{ name: taxName(cart.lines), text: money(counted.tax_cents) }]
              : []),
            ...(tipCents > 0 ? [{ name: 'Tip', text: money(tipCents) }] : []),
            { name: 'Total', text: money(totalCents), isStrong: true },
            ...(coveredCents > 0 ? [{ name: 'Paid by packages', text: money(coveredCents) }] : []),
          ]}
        />
        {cart.tenders.length > 0 && (
          <ul aria-label="Payments" className="grid gap-1">
            {cart.tenders.map((tender, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- two may be the same
              <li key={place} className="flex items-center gap-2">
                <span className="min-w-0 flex-1 break-words">{paymentWords(tender)}</span>
                <span className="tabular-nums">{money(tender.amount_cents)}</span>
                <IconButton
                  icon={X}
                  size="sm"
                  label={`Remove ${paymentWords(tender)}, ${money(tender.amount_cents)}`}
                  onClick={() => onChange({ tenders: cart.tenders.toSpliced(place, 1) })}
                />
              </li>
            ))}
          </ul>
        )}
        {cart.tenders.length + coveredCents > 0 && dueCents >= 0 && (
          <Totals lines={[{ name: 'Still due', text: money(dueCents), isStrong: true }]} />
        )}
        <NextPayment {...props} />
      </div>
    </Card>
  );
}

/** Takes a payment, or says what stands in the way of it. */
function NextPayment({
  cart,
  count,
  business,
  cap,
  giftServer,
  doneAs,
  isCompleting,
  payers,
  onSplit,
  onPay,
  onComplete,
}: Props) {
  const { dueCents, giftCents, totalCents } = count;
  const hindrance = doneAs === null ? hindranceOf(cart, count, cap) : 'done';
  if (hindrance) {
    return (
      <Suspense>
        <HindranceNotice
          hindrance={hindrance}
          count={count}
          business={business}
          cap={cap}
          doneAs={doneAs}
        />
      </Suspense>
    );
  }
  if (dueCents === 0) {
    return (
      <Button variant="primary" wide busy={isCompleting} onClick={() => void onComplete()}>
        Complete sale · {formatMoney(totalCents, business.currency, business.locale)}
      </Button>
    );
  }
  return (
    <TenderFields
      key={dueCents}
      dueCents={dueCents}
      business={business}
      gift={{
        cents: giftCents,
        server: giftServer,
        clientId: cart.clientId,
        visits: cart.lines.flatMap(({ appointment_id }) => appointment_id ?? []),
        used: cart.tenders.flatMap(({ card_id }) => card_id ?? []),
      }}
      split={{ payers, onChange: onSplit }}
      later={laterOf(cart)}
      verb="Complete sale"
      onPay={onPay}
    />
  );
}

const hindranceOf = (
  { discount, lines }: CartDraft,
  { counted, undividedCents, dueCents }: CountedDraft,
  cap: number | null,
): Hindrance | null => {
  if (isWrongDiscount(discount)) return 'discount';
  if (isOverCap(counted, lines, cap)) return 'cap';
  if (undividedCents !== 0) return 'tip';
  return dueCents < 0 ? 'too_much' : null;
};
