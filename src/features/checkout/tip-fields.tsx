import { Suspense, useState } from 'react';
import type { Till } from '#db/queries/checkout.ts';
import type { CartDraft } from '#domain/checkout/draft.ts';
import { tipOf } from '#domain/checkout/tips.ts';
import { formatMoney } from '#domain/money/format.ts';
import { FilterChip } from '#ui/chip.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import type { CountedDraft } from './cart-draft.ts';

// Most leave it to what each has done.
const TipDivision = lazyPart(async () => (await import('./tip-division.tsx')).TipDivision);

/** What the client gives on top: a percentage that the business offers, or any amount; and who gets it. */
export function TipFields({
  cart,
  counted,
  till,
  choices,
  onChange,
}: {
  cart: CartDraft;
  counted: CountedDraft;
  till: Pick<Till, 'business' | 'staff'>;
  /** In basis points. */
  choices: readonly number[];
  onChange: (part: Partial<CartDraft>) => void;
}) {
  const [isTyping, setTyping] = useState(false);
  const { tip } = cart;
  const { currency, locale } = till.business;
  const money = (cents: number): string => formatMoney(cents, currency, locale);
  const asksAmount = isTyping || (tip !== null && 'cents' in tip);
  const choose = (next: CartDraft['tip']): void => {
    setTyping(false);
    onChange({ tip: next, ...(next === null ? { shares: null } : {}) });
  };
  return (
    <div role="group" aria-label="Tip" className="grid gap-1.5">
      <p className="text-sm font-medium">Tip</p>
      <div className="flex flex-wrap gap-2">
        <FilterChip selected={tip === null && !isTyping} onChange={() => choose(null)}>
          No tip
        </FilterChip>
        {counted.tipBaseCents > 0 &&
          choices.map((bp) => (
            <FilterChip
              key={bp}
              selected={tip !== null && 'bp' in tip && tip.bp === bp}
              onChange={() => choose({ bp })}
            >
              {bp / 100} % · {money(tipOf(counted.tipBaseCents, bp))}
            </FilterChip>
          ))}
        <FilterChip selected={asksAmount} onChange={() => setTyping(true)}>
          Another amount
        </FilterChip>
      </div>
      {asksAmount && (
        <MoneyField
          label="Tip"
          currency={currency}
          locale={locale}
          value={tip !== null && 'cents' in tip ? tip.cents : null}
          onChange={(cents) => onChange(cents ? { tip: { cents } } : { tip: null, shares: null })}
        />
      )}
      {counted.tipCents > 0 && till.staff.length > 1 && (
        <Suspense>
          <TipDivision
            tipCents={counted.tipCents}
            shares={counted.tipShares}
            isByHand={Boolean(cart.shares)}
            till={till}
            onChange={(shares) => onChange({ shares })}
          />
        </Suspense>
      )}
    </div>
  );
}
