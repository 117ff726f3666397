import { useState } from 'react';
import { messageFor } from '#app/messages.ts';
import { ownDevice } from '#db/commands/own-device.ts';
import { giftCard, giftCardByCode } from '#db/queries/gift-cards.ts';
import { useDb } from '#db/use-query.ts';
import { readGiftCode } from '#domain/checkout/gift-code.ts';
import type { GiftCardServer } from '#domain/checkout/gift-server.ts';
import type { TenderInput } from '#domain/checkout/tenders.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/fields.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { tellFailure } from '#ui/outcome.ts';
import { useOnline } from '#ui/use-online.ts';

const NOT_HERE =
  'Without a connection only a card that this device keeps, or has just sold, can be used. Open the card while you have signal and choose “Keep on this device”.';

/**
 * Pays by a gift card, in part when there is less on it. With a connection the server first keeps the
 * amount for this checkout; without one only what is kept for this device can be used.
 */
export function GiftTender({
  dueCents,
  business,
  onPay,
  server,
}: {
  /** What of the sale a card may pay. */
  dueCents: number;
  business: BusinessRow;
  onPay: (tender: TenderInput) => void | Promise<void>;
  server: GiftCardServer;
}) {
  const db = useDb();
  const isOnline = useOnline();
  const [typed, setTyped] = useState('');
  const [amount, setAmount] = useState<number | null>(null);
  const [wrong, setWrong] = useState<{ code?: string; amount?: string }>({});
  const [isBusy, setBusy] = useState(false);
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);

  const use = async (): Promise<void> => {
    const code = readGiftCode(typed);
    if (!code)
      return setWrong({ code: 'This is not the code of a gift card. Check each character.' });
    const id = await giftCardByCode(db, code);
    const found = id ? await giftCard(db, id) : null;
    if (!found) {
      return setWrong({
        code: 'This device knows no card with this code. A card sold elsewhere appears after a sync.',
      });
    }
    const { card, state, here, balance_cents } = found;
    if (state === 'blocked' || state === 'expired') {
      return setWrong({ code: `This card is ${state}.` });
    }
    if (state === 'empty') return setWrong({ code: 'Nothing is left on this card.' });
    const most = Math.min(dueCents, balance_cents);
    if (amount !== null && (amount < 1 || amount > most)) {
      return setWrong({
        amount: `Enter at most ${money(most)}: ${money(balance_cents)} is on it.`,
      });
    }
    // Without a connection: as much as is kept for this device.
    const cents = amount ?? (isOnline || here.cents === 0 ? most : Math.min(most, here.cents));
    let lease = here.lease_id;
    if (here.cents < cents) {
      if (!isOnline) return setWrong({ code: NOT_HERE });
      lease = db.newId();
      const granted = await server.lease(db.businessId, {
        deviceId: await ownDevice(db),
        leaseId: lease,
        cardId: card.id,
        cents,
        held: 'checkout',
      });
      if (!granted.ok) return tellFailure(granted.error, messageFor);
    }
    setWrong({});
    await onPay({
      method: 'gift_card',
      label: card.code_last4,
      amount_cents: cents,
      tendered_cents: null,
      card_id: card.id,
      lease_id: lease,
    });
  };
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy) return;
        setBusy(true);
        void use().finally(() => setBusy(false));
      }}
    >
      <TextField
        label="Code"
        placeholder="XXXX-XXXX-XXXX"
        autoComplete="off"
        maxLength={40}
        value={typed}
        error={wrong.code}
        onChange={setTyped}
      />
      <MoneyField
        label="Amount"
        required={false}
        hint="Empty: as much as the card covers."
        currency={business.currency}
        locale={business.locale}
        value={amount}
        error={wrong.amount}
        onChange={setAmount}
      />
      <Button type="submit" variant="primary" wide busy={isBusy}>
        Use gift card
      </Button>
    </form>
  );
}
