import { X } from 'lucide-react';
import type { Ref } from 'react';
import { pathTo } from '#app/paths.ts';
import { isOverCap } from '#domain/checkout/discount-cap.ts';
import type { CartDraft } from '#domain/checkout/draft.ts';
import type { GiftCardServer } from '#domain/checkout/gift-server.ts';
import type { TenderInput } from '#domain/checkout/tenders.ts';
import { paymentWords } from '#domain/checkout/words.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { isWrongDiscount, laterOf, taxName } from './cart-draft.ts';
import type { CountedDraft } from './cart-draft.ts';
import { TenderFields } from './tender-fields.tsx';
import { Totals } from './totals.tsx';

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
    <Card
      ref={ref}
      takesFocus
      title="Payment"
      className="scroll-mt-[calc(env(safe-area-inset-top)+1rem)] lg:sticky lg:top-4"
    >
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
  const { counted, dueCents, giftCents, totalCents, undividedCents } = count;
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  if (doneAs !== null) {
    return (
      <Notice
        tone="warning"
        live
        title="This sale was completed before"
        action={
          <LinkButton size="sm" to={pathTo('checkoutSuccess', null, { sale: doneAs })}>
            Open the sale
          </LinkButton>
        }
      >
        What was changed since then is not in it.
      </Notice>
    );
  }
  if (isWrongDiscount(cart.discount)) {
    return (
      <Notice tone="warning" live title="The discount is no percentage up to 100">
        Enter it again, or choose None.
      </Notice>
    );
  }
  if (isOverCap(counted, cart.lines, cap)) {
    return (
      <Notice tone="warning" live title={`At most ${cap} % off`}>
        Your role may not take off more. Ask the owner or a manager.
      </Notice>
    );
  }
  if (undividedCents !== 0) {
    return (
      <Notice tone="warning" live title="The tip is not divided">
        {undividedCents > 0
          ? `${money(undividedCents)} of it is nobody’s yet.`
          : `${money(-undividedCents)} more is given than there is.`}
      </Notice>
    );
  }
  if (dueCents < 0) {
    return (
      <Notice tone="warning" live title={`${money(-dueCents)} too much`}>
        What was entered as paid is more than the total now. Remove a payment and enter what was
        really taken.
      </Notice>
    );
  }
  if (dueCents === 0) {
    return (
      <Button variant="primary" wide busy={isCompleting} onClick={() => void onComplete()}>
        Complete sale · {money(totalCents)}
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
