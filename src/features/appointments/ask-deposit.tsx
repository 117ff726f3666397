import { Copy, Link2 } from 'lucide-react';
import { useState } from 'react';
import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import { useDb } from '#db/use-query.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Instant, Uuid } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { instantMs, toInstant } from '#domain/time/instant.ts';
import { Button } from '#ui/button.tsx';
import { copyAndTell } from '#ui/copy-and-tell.ts';
import { SelectField } from '#ui/fields.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { tellFailure } from '#ui/outcome.ts';
import { useOnline } from '#ui/use-online.ts';

/** Less than this cards cannot be charged for. */
const LEAST_CENTS = 50;

/** For how many hours the time may be kept. */
const KEPT_HOURS = [1, 3, 24, 48, 168];
const QUARTER_MS = 900_000;

/** Makes a link on which the client of a visit pays a deposit, to be passed on. */
export function AskDeposit({
  appointmentId,
  startsAt,
  business,
}: {
  appointmentId: Uuid;
  startsAt: Instant;
  business: BusinessRow;
}) {
  const db = useDb();
  const online = useOnline();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [cents, setCents] = useState<number | null>(null);
  // null = as long as it takes.
  const [until, setUntil] = useState<Instant | null>(null);
  const [error, setError] = useState<string | undefined>();
  const [asked, setAsked] = useState<{
    link: string;
    amount: number;
    mailed: boolean;
    isCard: boolean;
    until: Instant | null;
  } | null>(null);
  // One link, however often its answer is lost.
  const [opId] = useState(() => db.newId());
  const [ends] = useState(() => keptUntil(db.nowMs(), startsAt));
  const formats = businessFormats(business);
  const money = (amount: number): string => formatMoney(amount, business.currency, business.locale);
  const { askDeposit } = db;
  // On a made-up day there is nobody to ask.
  if (!askDeposit) return null;

  const ask = async (): Promise<void> => {
    if (cents === null || cents < LEAST_CENTS) {
      setError(`Enter at least ${money(LEAST_CENTS)}.`);
      return;
    }
    await askFor(cents);
  };
  /** 0 = for a card alone. */
  const askFor = async (wanted: number): Promise<void> => {
    setBusy(true);
    const keep = wanted === 0 ? null : until;
    const answer = await askDeposit(appointmentId, wanted, opId, keep);
    setBusy(false);
    if (!answer.ok) return tellFailure(answer.error, messageFor);
    const { token, amount, mailed } = answer.value;
    setAsked({
      link: `${location.origin}${pathTo('cancelAppointment', null, { token })}`,
      amount,
      mailed,
      isCard: wanted === 0,
      until: keep,
    });
  };

  if (!isOpen) {
    return (
      <Button
        size="sm"
        icon={Link2}
        className="justify-self-start"
        aria-expanded={false}
        onClick={() => setOpen(true)}
      >
        Ask for a deposit…
      </Button>
    );
  }
  return (
    <section
      aria-label="Ask for a deposit"
      className="grid gap-3 rounded-lg border border-line bg-surface px-4 py-3 shadow-card"
    >
      {asked ? (
        <>
          <p className="text-pretty">
            {asked.isCard
              ? 'Send this link to your client. They see their appointment there and leave a card, for what cancelling late or not coming costs.'
              : asked.amount > 0
                ? `${asked.mailed ? 'Your client gets this link by mail.' : 'Send this link to your client.'} They see their appointment there and pay ${money(asked.amount)} by card.`
                : 'Your client has paid as much already.'}
          </p>
          {asked.until && asked.amount > 0 && (
            <p className="text-pretty">
              Unpaid by {formats.dateTime(asked.until)}, the visit is cancelled. Both of you are
              told.
            </p>
          )}
          <p className="text-sm text-muted select-all wrap-anywhere">{asked.link}</p>
          <Button
            size="sm"
            icon={Copy}
            className="justify-self-start"
            onClick={() => void copyAndTell(asked.link, 'Link copied')}
          >
            Copy the link
          </Button>
        </>
      ) : (
        <>
          <MoneyField
            label="Deposit for this visit"
            hint="What was paid before is taken off."
            value={cents}
            onChange={(typed) => {
              setCents(typed);
              setError(undefined);
            }}
            currency={business.currency}
            locale={business.locale}
            error={error}
          />
          {ends.length > 0 && (
            <SelectField
              label="Keep the time"
              hint="Unpaid by then, the visit is cancelled by itself."
              value={until ?? ''}
              onChange={(chosen) => setUntil(chosen || null)}
              options={[
                { value: '', label: 'As long as it takes' },
                ...ends.map((value) => ({ value, label: `Until ${formats.dateTime(value)}` })),
              ]}
            />
          )}
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              variant="primary"
              busy={isBusy}
              disabled={!online}
              onClick={() => void ask()}
            >
              Make the link
            </Button>
            <Button size="sm" busy={isBusy} disabled={!online} onClick={() => void askFor(0)}>
              Ask for a card only
            </Button>
          </div>
          {!online && <p className="text-sm text-muted">Links are made with a connection.</p>}
        </>
      )}
    </section>
  );
}

/** Moments before the visit at which it may be given up, to the quarter of an hour. */
const keptUntil = (nowMs: number, startsAt: Instant): Instant[] =>
  KEPT_HOURS.map((hours) => Math.ceil(nowMs / QUARTER_MS) * QUARTER_MS + hours * 3_600_000)
    .filter((at) => at < instantMs(startsAt))
    .map((at) => toInstant(at));
