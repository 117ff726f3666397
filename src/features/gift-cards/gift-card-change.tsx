import { Ban, CalendarPlus, Pencil, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { messageFor, ruleText } from '#app/messages.ts';
import {
  GIFT_REASON_MAX,
  adjustGiftCard,
  blockGiftCard,
  extendGiftCard,
} from '#db/commands/gift-cards.ts';
import type { GiftCardDetail } from '#db/queries/gift-cards.ts';
import { useDb } from '#db/use-query.ts';
import { GIFT_MAX_CENTS } from '#domain/checkout/gift-cards.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { addMonths } from '#domain/time/day.ts';
import { invalid } from '#domain/validation/validate.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { CheckboxField, DateField, TextField } from '#ui/fields.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellFailure, tellOutcome } from '#ui/outcome.ts';
import { useFocusFirst } from '#ui/use-focus-first.ts';
import { useForm } from '#ui/use-form.ts';

type Part = 'amount' | 'block' | 'time';

/** What whoever manages cards does to one beside sales: each with its reason, each a line of the ledger. */
export function GiftCardChange({
  detail: { card, state },
  business,
}: {
  detail: GiftCardDetail;
  business: BusinessRow;
}) {
  const db = useDb();
  const [part, setPart] = useState<Part | null>(null);
  const close = (): void => setPart(null);
  const unblock = async (): Promise<void> => {
    const done = await blockGiftCard(db, card.id, false);
    if (!done.ok) tellFailure(done.error, messageFor);
  };
  if (part === 'amount') return <AmountForm cardId={card.id} business={business} onDone={close} />;
  if (part === 'block') return <BlockForm cardId={card.id} onDone={close} />;
  if (part === 'time' && card.expires_on !== null) {
    return <TimeForm cardId={card.id} until={card.expires_on} onDone={close} />;
  }
  return (
    <div role="group" aria-label="Change this card" className="flex flex-wrap gap-2">
      <Button icon={Pencil} onClick={() => setPart('amount')}>
        Correct the amount
      </Button>
      {card.expires_on !== null && (
        <Button icon={CalendarPlus} onClick={() => setPart('time')}>
          Let it be used longer
        </Button>
      )}
      {state === 'blocked' ? (
        <Button icon={RotateCcw} onClick={() => void unblock()}>
          Open it again
        </Button>
      ) : (
        state !== 'empty' && (
          <Button icon={Ban} onClick={() => setPart('block')}>
            Block this card
          </Button>
        )
      )}
    </div>
  );
}

const WORDS = { error: messageFor, rule: ruleText };

function AmountForm({
  cardId,
  business: { currency, locale },
  onDone,
}: {
  cardId: string;
  business: BusinessRow;
  onDone: () => void;
}) {
  const db = useDb();
  const form = useForm<{ way: 'up' | 'down'; amount_cents: number | null; reason: string }>({
    initial: { way: 'up', amount_cents: null, reason: '' },
    words: WORDS,
    save: ({ values: { way, amount_cents, reason } }) =>
      adjustGiftCard(db, cardId, (way === 'up' ? 1 : -1) * (amount_cents ?? 0), reason),
    onSaved: (value) => {
      tellOutcome({ ok: true, value }, 'Gift card corrected', messageFor);
      onDone();
    },
  });
  useFocusFirst(form.formProps.ref);
  const { values, change, error } = form;
  return (
    <form {...form.formProps} aria-label="Correct the amount" className="grid gap-4">
      {form.failure && <Notice tone="danger">{form.failure}</Notice>}
      <ChoiceField
        label="What is wrong"
        columns
        value={values.way}
        onChange={(way) => change({ way })}
        choices={[
          { value: 'up', label: 'More belongs on it' },
          { value: 'down', label: 'Less belongs on it' },
        ]}
      />
      <MoneyField
        label="By how much"
        currency={currency}
        locale={locale}
        maxCents={GIFT_MAX_CENTS}
        value={values.amount_cents}
        error={error('amount_cents')}
        onChange={(amount_cents) => change({ amount_cents })}
      />
      <TextField
        label="Reason"
        maxLength={GIFT_REASON_MAX}
        autoComplete="off"
        value={values.reason}
        error={error('reason')}
        onChange={(reason) => change({ reason })}
      />
      <p className="text-sm text-muted">
        No money is taken or given back. To give money back, refund the sale of the card.
      </p>
      <End label="Correct" isBusy={form.isBusy} onCancel={onDone} />
    </form>
  );
}

function BlockForm({ cardId, onDone }: { cardId: string; onDone: () => void }) {
  const db = useDb();
  const form = useForm<{ reason: string }>({
    initial: { reason: '' },
    words: WORDS,
    save: ({ values: { reason } }) => {
      const words = reason.trim();
      return words === ''
        ? Promise.resolve(invalid('reason', 'required'))
        : blockGiftCard(db, cardId, true, words);
    },
    onSaved: onDone,
  });
  useFocusFirst(form.formProps.ref);
  return (
    <form {...form.formProps} aria-label="Block this card" className="grid gap-4">
      {form.failure && <Notice tone="danger">{form.failure}</Notice>}
      <TextField
        label="Reason"
        hint="Lost, stolen, its payment is disputed"
        maxLength={GIFT_REASON_MAX}
        autoComplete="off"
        value={form.values.reason}
        error={form.error('reason')}
        onChange={(reason) => form.change({ reason })}
      />
      <End label="Block" isBusy={form.isBusy} onCancel={onDone} />
    </form>
  );
}

function TimeForm({
  cardId,
  until,
  onDone,
}: {
  cardId: string;
  until: string;
  onDone: () => void;
}) {
  const db = useDb();
  const form = useForm<{ expires_on: string; for_ever: boolean }>({
    initial: { expires_on: addMonths(until, 12), for_ever: false },
    words: WORDS,
    save: ({ values: { expires_on, for_ever } }) =>
      extendGiftCard(db, cardId, for_ever ? null : expires_on),
    onSaved: (value) => {
      tellOutcome({ ok: true, value }, 'It can be used longer', messageFor);
      onDone();
    },
  });
  useFocusFirst(form.formProps.ref);
  const { values, change, error } = form;
  return (
    <form {...form.formProps} aria-label="Let it be used longer" className="grid gap-4">
      {form.failure && <Notice tone="danger">{form.failure}</Notice>}
      <CheckboxField
        label="It never expires"
        value={values.for_ever}
        onChange={(for_ever) => change({ for_ever })}
      />
      {!values.for_ever && (
        <DateField
          label="Until"
          hint="Later than now. A card is never made shorter."
          value={values.expires_on}
          error={error('expires_on')}
          onChange={(expires_on) => change({ expires_on })}
        />
      )}
      <End label="Save" isBusy={form.isBusy} onCancel={onDone} />
    </form>
  );
}

function End({
  label,
  isBusy,
  onCancel,
}: {
  label: string;
  isBusy: boolean;
  onCancel: () => void;
}) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" variant="primary" busy={isBusy}>
        {label}
      </Button>
    </div>
  );
}
