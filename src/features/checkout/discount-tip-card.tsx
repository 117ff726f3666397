import type { Till } from '#db/queries/checkout.ts';
import type { CartDraft } from '#domain/checkout/draft.ts';
import { REASON_MAX } from '#domain/checkout/schema.ts';
import { tipOfferOf } from '#domain/checkout/tip-offer.ts';
import { Card } from '#ui/card.tsx';
import { TextField } from '#ui/fields.tsx';
import type { CountedDraft } from './cart-draft.ts';
import { DiscountFields } from './discount-fields.tsx';
import { TipFields } from './tip-fields.tsx';

/** What comes off everything, and what is put on top of it. */
export function DiscountTipCard({
  cart,
  count,
  till,
  onChange,
}: {
  cart: CartDraft;
  count: CountedDraft;
  till: Till;
  onChange: (part: Partial<CartDraft>) => void;
}) {
  const { business } = till;
  const tips = tipOfferOf(business);
  return (
    <Card>
      <div className="grid gap-4">
        <DiscountFields
          label="Discount on everything"
          value={cart.discount}
          business={business}
          onChange={(discount) => onChange({ discount })}
        />
        {cart.discount !== null && (
          <TextField
            label="Reason"
            required={false}
            maxLength={REASON_MAX}
            autoComplete="off"
            value={cart.reason}
            onChange={(reason) => onChange({ reason })}
          />
        )}
        {(tips.isOn || cart.tip !== null) && (
          <TipFields
            cart={cart}
            counted={count}
            till={till}
            choices={tips.choices}
            onChange={onChange}
          />
        )}
      </div>
    </Card>
  );
}
