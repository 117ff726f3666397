import { Suspense, useState } from 'react';
import { giftsKeptFor } from '#db/queries/gift-lookup.ts';
import { useQuery } from '#db/use-query.ts';
import type { GiftCardServer } from '#domain/checkout/gift-server.ts';
import { LABEL_MAX, TENDERS } from '#domain/checkout/schema.ts';
import type { LATER } from '#domain/checkout/schema.ts';
import { changeOf, equalParts, isPromise, likelyCash } from '#domain/checkout/tenders.ts';
import type { TenderInput } from '#domain/checkout/tenders.ts';
import { METHOD_WORDS } from '#domain/checkout/words.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { FilterChip } from '#ui/chip.tsx';
import { TextField } from '#ui/fields.tsx';
import { lazyExtra, lazyPart } from '#ui/lazy-part.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { Notice } from '#ui/notice.tsx';

const SplitField = lazyExtra(async () => (await import('./split-field.tsx')).SplitField);
const GiftTender = lazyPart(async () => (await import('./gift-tender.tsx')).GiftTender);

const MAX_CENTS = 1_000_000_000;

type Later = (typeof LATER)[number];

const LATER_WORDS: Readonly<Record<Later, string>> = {
  card: 'Nothing is charged yet. From the sale you send a payment link, or collect it later.',
  owed: 'Nothing is taken now. The client owes it, and you are told at their next checkout.',
};

/**
 * One payment: how, how much, and for cash what was handed over. Starts anew whenever `dueCents`
 * changes: give it that as its key.
 */
export function TenderFields({
  dueCents,
  business,
  gift,
  split,
  later,
  verb,
  onPay,
}: {
  dueCents: number;
  business: BusinessRow;
  /** What gift cards may pay of it; absent or 0 = they are not offered. */
  gift?: {
    cents: number;
    server: GiftCardServer;
    clientId: Uuid | null;
    /** What is paid for: cards may be kept for them. */
    visits: readonly Uuid[];
    /** Cards that pay a part of it already: they are not offered again. */
    used: readonly Uuid[];
  };
  /** Between how many it is split; absent = that is not offered. */
  split?: { payers: number; onChange: (payers: number) => void };
  /** What may be promised instead of paid. */
  later: readonly Later[];
  /** What paying all that is due does: `Complete sale`. */
  verb: string;
  onPay: (tender: TenderInput) => void | Promise<void>;
}) {
  const [method, setMethod] = useState<TenderInput['method']>('cash');
  const [amount, setAmount] = useState<number | null>(equalParts(dueCents, split?.payers ?? 1)[0]!);
  const [tendered, setTendered] = useState<number | null>(null);
  const [label, setLabel] = useState('');
  // The business's own way of paying that is chosen.
  const [own, setOwn] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const visits = gift?.visits ?? [];
  const leases = useQuery((db) => giftsKeptFor(db, visits), [visits.join()]) ?? [];
  const kept = leases.filter(({ card_id }) => !gift?.used.includes(card_id));
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const choose = (next: TenderInput['method'], name = ''): void => {
    setMethod(next);
    setOwn(name);
  };
  const isCash = method === 'cash';
  const wrongAmount =
    amount === null || amount < 1
      ? 'Enter an amount.'
      : amount > dueCents
        ? `That is more than the ${money(dueCents)} that are due.`
        : undefined;
  const given = isCash ? (tendered ?? amount) : null;
  const wrongGiven =
    given !== null && amount !== null && given < amount
      ? `That is less than ${money(amount)}.`
      : undefined;
  const pay = async (): Promise<void> => {
    setChecked(true);
    if (wrongAmount || wrongGiven || amount === null) return;
    setBusy(true);
    await onPay({
      method,
      label: (method === 'other' && (own || label.trim())) || null,
      amount_cents: amount,
      tendered_cents: given,
    });
    setBusy(false);
  };
  const offersGift = gift !== undefined && gift.cents > 0;
  const methods = [...TENDERS, ...(offersGift ? (['gift_card'] as const) : []), ...later];
  const part = { currency: business.currency, locale: business.locale, maxCents: MAX_CENTS };
  const ways = (
    <>
      {offersGift && kept.length > 0 && method !== 'gift_card' && (
        <Notice
          tone="info"
          title="A gift card is kept for this visit"
          action={
            <Button size="sm" onClick={() => choose('gift_card')}>
              Use it
            </Button>
          }
        >
          Its holder chose it when they booked online.
        </Notice>
      )}
      <div role="group" aria-label="Paid by" className="flex flex-wrap gap-2">
        {methods.map((one) => (
          <FilterChip
            key={one}
            selected={one === method && own === ''}
            onChange={() => choose(one)}
          >
            {METHOD_WORDS[one]}
          </FilterChip>
        ))}
        {business.other_methods?.map((name) => (
          <FilterChip key={name} selected={name === own} onChange={() => choose('other', name)}>
            {name}
          </FilterChip>
        ))}
      </div>
    </>
  );
  if (gift && method === 'gift_card') {
    return (
      <div className="grid gap-4">
        {ways}
        <Suspense>
          <GiftTender
            // The cards of one client are not shown with the next, not even until theirs are read.
            key={gift.clientId}
            dueCents={gift.cents}
            business={business}
            server={gift.server}
            clientId={gift.clientId}
            visits={gift.visits}
            used={gift.used}
            onPay={onPay}
          />
        </Suspense>
      </div>
    );
  }
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void pay();
      }}
    >
      {ways}
      {method === 'other' && own === '' && (
        <TextField
          label="What it is"
          required={false}
          placeholder="Voucher, app"
          value={label}
          maxLength={LABEL_MAX}
          autoComplete="off"
          onChange={setLabel}
        />
      )}
      {isPromise(method) && <p className="text-sm text-muted">{LATER_WORDS[method]}</p>}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <MoneyField
          {...part}
          // What was typed gives way to the part of each.
          key={split?.payers}
          label="Amount"
          value={amount}
          error={isChecked ? wrongAmount : undefined}
          onChange={setAmount}
        />
        {isCash && (
          <MoneyField
            {...part}
            label="Received"
            required={false}
            value={tendered}
            error={isChecked ? wrongGiven : undefined}
            onChange={setTendered}
          />
        )}
      </div>
      {isCash && amount !== null && (
        <div role="group" aria-label="Cash received" className="flex flex-wrap gap-2">
          {likelyCash(amount).map((cents) => (
            <FilterChip
              key={cents}
              selected={cents === tendered}
              onChange={(on) => setTendered(on ? cents : null)}
            >
              {money(cents)}
            </FilterChip>
          ))}
        </div>
      )}
      {isCash && amount !== null && given !== null && given > amount && (
        <p className="text-lg" role="status">
          Change due{' '}
          <strong className="tabular-nums">
            {money(changeOf({ amount_cents: amount, tendered_cents: given }))}
          </strong>
        </p>
      )}
      {split && (
        <Suspense>
          <SplitField
            dueCents={dueCents}
            payers={split.payers}
            business={business}
            onChange={(payers) => {
              setAmount(equalParts(dueCents, payers)[0]!);
              setTendered(null);
              split.onChange(payers);
            }}
          />
        </Suspense>
      )}
      <Button type="submit" variant="primary" wide busy={isBusy}>
        {amount !== null && amount < dueCents
          ? `Add payment of ${money(amount)}`
          : `${verb} · ${money(dueCents)}`}
      </Button>
    </form>
  );
}
