import { useCallback, useEffect, useState } from 'react';
import type { OnlinePayment, OnlineRefunds, PaidFor } from '#domain/checkout/online-refunds.ts';
import type { AppError } from '#domain/errors/result.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from './button.tsx';
import { TextField } from './fields.tsx';
import { loadOrTell } from './load-or-tell.ts';
import { MoneyField } from './money-field.tsx';
import { Notice } from './notice.tsx';
import { tellOutcome } from './outcome.ts';
import { useOnline } from './use-online.ts';

type Server = {
  refunds: () => Promise<OnlineRefunds>;
  business: Pick<BusinessRow, 'currency' | 'locale' | 'time_zone' | 'time_format'>;
  newId: () => Uuid;
  /** Turns an error into a sentence. */
  words: (error: AppError) => string;
};

/**
 * Gives what was paid online back to the card that it came from, or a part of it: a deposit, or a gift
 * card. For who may give back; nothing where nothing can go back.
 */
export function GiveBack({ paidFor, ...server }: Server & { paidFor: PaidFor }) {
  const { refunds } = server;
  const online = useOnline();
  const [payments, setPayments] = useState<OnlinePayment[]>([]);
  // The same words for the same thing: it is looked at again when they change.
  const about = JSON.stringify(paidFor);

  /** What was known stays where the server, or the way to it, cannot be had now. */
  const look = useCallback(async (): Promise<OnlinePayment[] | null> => {
    const remote = await refunds().catch(() => null);
    const answer = await remote?.look(JSON.parse(about) as PaidFor);
    return answer?.ok ? answer.value.payments : null;
  }, [refunds, about]);
  useEffect(() => {
    if (!online) return;
    let isOver = false;
    void look().then((found) => {
      if (!isOver && found) setPayments(found);
    });
    return () => {
      isOver = true;
    };
  }, [look, online]);

  return (
    <>
      {!online && (
        <p className="text-sm text-muted">Giving back to the card needs a connection.</p>
      )}
      {/* What was typed, and which refund it is, is still there when the connection is back. */}
      <div hidden={!online} className="contents">
        {payments
          .filter(({ left, asked }) => left > 0 || asked !== null)
          .map((payment) => (
            <PaymentPart
              key={payment.id}
              payment={payment}
              onChanged={async () => {
                const found = await look();
                if (found) setPayments(found);
              }}
              {...server}
            />
          ))}
      </div>
    </>
  );
}

function PaymentPart({
  payment: { id, left, asked, card },
  onChanged,
  refunds,
  business,
  newId,
  words,
}: Server & { payment: OnlinePayment; onChanged: () => Promise<void> }) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [cents, setCents] = useState<number | null>(left);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  // One refund, however often its answer is lost.
  const [opId, setOpId] = useState(newId);
  const money = (amount: number): string => formatMoney(amount, business.currency, business.locale);
  const where = card ? `the card ending in ${card.last4}` : 'the card that it was paid with';
  const amountError =
    cents === null || cents < 1 || cents > left ? `Enter an amount up to ${money(left)}.` : null;
  const reasonError = reason.trim() === '' ? 'Say why.' : null;

  const ask = async (): Promise<void> => {
    setTried(true);
    if (cents === null || amountError || reasonError) return;
    setBusy(true);
    const remote = await loadOrTell(refunds);
    if (!remote) return setBusy(false);
    const answer = await remote.ask(id, cents, reason.trim(), opId);
    if (answer.ok) {
      setOpen(false);
      setTried(false);
      setReason('');
      setOpId(newId());
    }
    await onChanged();
    setBusy(false);
    tellOutcome(answer, 'Refund noted', words);
  };
  const takeBack = async (): Promise<void> => {
    setBusy(true);
    const remote = await loadOrTell(refunds);
    if (!remote) return setBusy(false);
    const answer = await remote.takeBack(id);
    await onChanged();
    setBusy(false);
    tellOutcome(answer, 'Nothing goes back', words);
  };

  if (asked) {
    return (
      <Notice
        tone="info"
        title={`${money(asked.amount)} goes back to ${where} at ${businessFormats(business).time(asked.due_at)}`}
        action={
          asked.may_take_back && (
            <Button size="sm" busy={isBusy} onClick={() => void takeBack()}>
              Take back
            </Button>
          )
        }
      >
        Your client is told by mail when it has gone.
      </Notice>
    );
  }
  if (!isOpen) {
    return (
      <Button
        size="sm"
        className="justify-self-start"
        aria-expanded={false}
        onClick={() => {
          setCents(left);
          setOpen(true);
        }}
      >
        Give back to the card…
      </Button>
    );
  }
  return (
    <section
      aria-label="Give back to the card"
      className="grid gap-3 rounded-lg border border-line bg-surface px-4 py-3 shadow-card"
    >
      <p className="text-pretty text-muted">
        Up to {money(left)} goes back to {where}, ten minutes from now. Until then you can take it
        back.
      </p>
      <MoneyField
        label="Amount"
        value={cents}
        onChange={setCents}
        currency={business.currency}
        locale={business.locale}
        error={isTried ? (amountError ?? undefined) : undefined}
      />
      <TextField
        label="Reason"
        value={reason}
        maxLength={500}
        autoComplete="off"
        error={isTried ? (reasonError ?? undefined) : undefined}
        onChange={setReason}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" onClick={() => setOpen(false)}>
          Cancel
        </Button>
        <Button size="sm" variant="primary" busy={isBusy} onClick={() => void ask()}>
          Give back
        </Button>
      </div>
    </section>
  );
}
