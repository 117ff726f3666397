import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { CartLine } from '#domain/checkout/cart.ts';
import { GIFT_MAX_CENTS, GIFT_MIN_CENTS } from '#domain/checkout/gift-cards.ts';
import { giftCode } from '#domain/checkout/gift-code.ts';
import { GIFT_MESSAGE_MAX } from '#domain/checkout/schema.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { FilterChip } from '#ui/chip.tsx';
import { DateField, TextField } from '#ui/fields.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';

const USUAL = [2500, 5000, 10_000];

/** A gift card that is sold: how much, and for whom. */
export function GiftLineSheet({
  open,
  line,
  business,
  onSave,
  onRemove,
  onClose,
}: {
  open: boolean;
  /** null = another one. */
  line: CartLine | null;
  business: BusinessRow;
  onSave: (line: CartLine) => void;
  onRemove: () => void;
  onClose: () => void;
}) {
  const card = line?.gift_card;
  const [amount, setAmount] = useState<number | null>(line?.unit_price_cents ?? null);
  const [recipient, setRecipient] = useState(card?.recipient_name ?? '');
  const [message, setMessage] = useState(card?.message ?? '');
  const [deliverOn, setDeliverOn] = useState(card?.deliver_on ?? '');
  const [isChecked, setChecked] = useState(false);
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const wrong =
    amount === null || amount < GIFT_MIN_CENTS || amount > GIFT_MAX_CENTS
      ? `Enter ${money(GIFT_MIN_CENTS)} to ${money(GIFT_MAX_CENTS)}.`
      : undefined;
  const save = (): void => {
    setChecked(true);
    if (wrong || amount === null) return;
    const code = card?.code ?? giftCode(crypto.getRandomValues(new Uint8Array(11)));
    onSave({
      kind: 'gift_card',
      name: `Gift card ${code.slice(-4)}`,
      qty: 1,
      unit_price_cents: amount,
      discount: null,
      tax: null,
      staff_id: null,
      appointment_id: null,
      variant_id: null,
      gift_card: {
        code,
        recipient_name: recipient.trim() || null,
        message: message.trim() || null,
        deliver_on: deliverOn || null,
        expires_on: card?.expires_on ?? null,
      },
    });
  };
  return (
    <SideSheet
      open={open}
      title="Gift card"
      onClose={onClose}
      footer={
        <>
          {line && (
            <Button variant="quiet" icon={Trash2} onClick={onRemove}>
              Remove
            </Button>
          )}
          <Button variant="primary" onClick={save}>
            {line ? 'Done' : 'Add'}
          </Button>
        </>
      }
    >
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div role="group" aria-label="Usual amounts" className="flex flex-wrap gap-2">
          {USUAL.map((cents) => (
            <FilterChip key={cents} selected={cents === amount} onChange={() => setAmount(cents)}>
              {money(cents)}
            </FilterChip>
          ))}
        </div>
        <MoneyField
          label="Value"
          currency={business.currency}
          locale={business.locale}
          value={amount}
          error={isChecked ? wrong : undefined}
          onChange={setAmount}
        />
        <TextField
          label="For"
          required={false}
          maxLength={120}
          autoComplete="off"
          value={recipient}
          onChange={setRecipient}
        />
        <TextField
          label="Message"
          required={false}
          maxLength={GIFT_MESSAGE_MAX}
          autoComplete="off"
          value={message}
          onChange={setMessage}
        />
        <DateField
          label="Hand over on"
          required={false}
          value={deliverOn}
          onChange={setDeliverOn}
        />
        <p className="text-sm text-muted">
          Its code is shown when the sale is complete: to print, to share, or to send by mail on
          that day. It is paid at once, and it can be used elsewhere as soon as this device has
          synced.
        </p>
        {business.gift_card_years && (
          <p className="text-sm text-muted">
            {business.gift_card_years === 1
              ? 'It can be used for a year.'
              : `It can be used for ${business.gift_card_years} years.`}
          </p>
        )}
        <button type="submit" className="hidden" tabIndex={-1} aria-hidden />
      </form>
    </SideSheet>
  );
}
