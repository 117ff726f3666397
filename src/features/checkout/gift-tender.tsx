import { Gift } from 'lucide-react';
import { useState } from 'react';
import { messageFor } from '#app/messages.ts';
import { ownDevice } from '#db/commands/own-device.ts';
import { giftCard, giftCardByCode, walletOf } from '#db/queries/gift-cards.ts';
import { giftsKeptFor } from '#db/queries/gift-lookup.ts';
import type { GiftCardDetail } from '#db/queries/gift-cards.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { printedGiftCode, readGiftCode } from '#domain/checkout/gift-code.ts';
import type { VisitLease } from '#domain/checkout/gift-cards.ts';
import type { GiftCardServer } from '#domain/checkout/gift-server.ts';
import type { TenderInput } from '#domain/checkout/tenders.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { QR_CODES } from '#platform/camera-codes.ts';
import { Button } from '#ui/button.tsx';
import { CameraScan } from '#ui/camera-scan.tsx';
import { TextField } from '#ui/fields.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { tellFailure } from '#ui/outcome.ts';
import { useOnline } from '#ui/use-online.ts';
import { SIGNS, useScanner } from './use-scanner.ts';

const NOT_HERE =
  'Without a connection only a card that this device keeps, or has just sold, can be used. Open the card while you have signal and choose “Keep on this device”.';

/**
 * Pays by a gift card, in part when there is less on it: by its code, typed or scanned, or by one press
 * when it is the client's. With a connection the server first keeps the amount for this checkout;
 * without one only what is kept for this device can be used.
 */
export function GiftTender({
  dueCents,
  business,
  clientId,
  visits,
  used,
  onPay,
  server,
}: {
  /** What of the sale a card may pay. */
  dueCents: number;
  business: BusinessRow;
  /** For whom the sale is. */
  clientId: Uuid | null;
  /** The visits that are paid for. */
  visits: readonly Uuid[];
  /** Cards that pay a part of the sale already: they are not offered again. */
  used: readonly Uuid[];
  onPay: (tender: TenderInput) => void | Promise<void>;
  server: GiftCardServer;
}) {
  const db = useDb();
  const isOnline = useOnline();
  const wallet = useQuery(
    (read) => (clientId ? walletOf(read, clientId) : Promise.resolve([])),
    [clientId],
  );
  const leases = useQuery((read) => giftsKeptFor(read, visits), [visits.join()]) ?? [];
  const kept = leases.filter(({ card_id }) => !used.includes(card_id));
  const [typed, setTyped] = useState('');
  const [amount, setAmount] = useState<number | null>(null);
  const [wrong, setWrong] = useState<{ code?: string; amount?: string }>({});
  const [isBusy, setBusy] = useState(false);
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);

  const pay = async (
    { card, state, here: own, balance_cents }: GiftCardDetail,
    forVisit?: VisitLease,
  ): Promise<void> => {
    const here = forVisit ?? own;
    if (state === 'expired' && card.expires_on !== null) {
      return setWrong({
        code: `This card could be used until ${businessFormats(business).date(card.expires_on)}. Whoever manages gift cards can let it be used longer.`,
      });
    }
    if (state === 'blocked' || state === 'expired') {
      return setWrong({ code: `This card is ${state}.` });
    }
    if (state === 'empty') return setWrong({ code: 'Nothing is left on this card.' });
    const most = Math.min(dueCents, forVisit?.cents ?? balance_cents);
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
  /** One after the other: two scans of a card are one payment. */
  const busily = (work: () => Promise<void>): void => {
    if (isBusy) return;
    setBusy(true);
    void work().finally(() => setBusy(false));
  };
  const take = async (text: string): Promise<void> => {
    const code = readGiftCode(text);
    if (!code)
      return setWrong({ code: 'This is not the code of a gift card. Check each character.' });
    const id = await giftCardByCode(db, code);
    const found = id ? await giftCard(db, id) : null;
    if (!found) {
      return setWrong({
        code: 'This device knows no card with this code. A card sold elsewhere appears after a sync.',
      });
    }
    await pay(found);
  };
  const scan = (text: string): void => {
    const code = readGiftCode(text);
    setTyped(code === null ? text : printedGiftCode(code));
    busily(() => take(text));
  };
  const payWith = async (id: Uuid, forVisit?: VisitLease): Promise<void> => {
    const found = await giftCard(db, id);
    if (found) await pay(found, forVisit);
  };
  useScanner(scan, SIGNS);
  // What is kept for the visit is not to be had a second time.
  const named = [...used, ...kept.map(({ card_id }) => card_id)];
  const mine = (wallet ?? []).filter(
    ({ card, isOwn, state }) =>
      isOwn && (state === 'active' || state === 'pending') && !named.includes(card.id),
  );
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        busily(() => take(typed));
      }}
    >
      {kept.map((lease) => (
        <Button
          key={lease.lease_id}
          icon={Gift}
          variant="primary"
          wide
          busy={isBusy}
          onClick={() => busily(() => payWith(lease.card_id, lease))}
        >
          {`Use …${lease.code_last4}, ${money(lease.cents)} kept for this visit`}
        </Button>
      ))}
      {mine.length > 0 && (
        <div role="group" aria-label="Gift cards of this client" className="grid gap-2">
          {mine.map(({ card, balance_cents }) => (
            <Button
              key={card.id}
              icon={Gift}
              wide
              busy={isBusy}
              onClick={() => busily(() => payWith(card.id))}
            >
              {`Use …${card.code_last4}, ${money(balance_cents)} left`}
            </Button>
          ))}
        </div>
      )}
      <TextField
        label="Code"
        placeholder="XXXX-XXXX-XXXX"
        autoComplete="off"
        // The QR code is an address with the code at its end.
        maxLength={300}
        value={typed}
        error={wrong.code}
        onChange={setTyped}
      />
      <CameraScan formats={QR_CODES} onScan={scan} />
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
