import { useRef, useState } from 'react';
import { messageFor } from '#app/messages.ts';
import { GIFT_MAX_CENTS, GIFT_MIN_CENTS } from '#domain/checkout/gift-cards.ts';
import type { AppError } from '#domain/errors/result.ts';
import { isBlank } from '#domain/forms/blank.ts';
import { formatMoney } from '#domain/money/format.ts';
import { typedExactly, typedLine } from '#domain/text/typed.ts';
import type { PublicBusiness } from '#remote/public-booking.ts';
import type { GiftCardRequest } from '#remote/public-payments.ts';
import { Button } from '#ui/button.tsx';
import { FilterChip } from '#ui/chip.tsx';
import { focusFirstInvalid } from '#ui/field-frame.tsx';
import { CheckboxField, DateField, TextArea, TextField } from '#ui/fields.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { Notice } from '#ui/notice.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import { LIMITS, emailRule } from './details.ts';

const USUAL = [2500, 5000, 10_000];
/** As long as the server takes it. */
const MESSAGE_MAX = 500;

/** What a gift card is worth, from whom and for whom it is, and when it is sent. */
export function GiftCardForm({
  business,
  asked,
  refusal,
  onSend,
}: {
  business: PublicBusiness;
  /** What was asked for before. */
  asked: GiftCardRequest | null;
  /** Why that could not be bought. */
  refusal: AppError | null;
  onSend: (request: GiftCardRequest) => void;
}) {
  const [amount, setAmount] = useState<number | null>(asked?.amount_cents ?? null);
  const [buyer, setBuyer] = useState(asked?.buyer ?? NOBODY);
  const [isGift, setGift] = useState(asked === null || asked.recipient !== null);
  const [recipient, setRecipient] = useState(asked?.recipient ?? NOBODY);
  const [message, setMessage] = useState(asked?.message ?? '');
  const [deliverOn, setDeliverOn] = useState(asked?.deliver_on ?? '');
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const wrong = {
    amount:
      amount === null || amount < GIFT_MIN_CENTS || amount > GIFT_MAX_CENTS
        ? `Enter ${money(GIFT_MIN_CENTS)} to ${money(GIFT_MAX_CENTS)}.`
        : undefined,
    buyerName: nameFault(buyer.name),
    buyerEmail: emailFault(buyer.email),
    recipientName: isGift ? nameFault(recipient.name) : undefined,
    recipientEmail: isGift ? emailFault(recipient.email) : undefined,
  };
  const shown: Partial<typeof wrong> = isChecked ? wrong : {};
  const send = (): void => {
    setChecked(true);
    if (amount === null || Object.values(wrong).some(Boolean)) {
      return focusFirstInvalid(form.current);
    }
    onSend({
      amount_cents: amount,
      buyer: trimmed(buyer),
      recipient: isGift ? trimmed(recipient) : null,
      // What is not on the page is not meant.
      message: (isGift && message.trim()) || null,
      deliver_on: (isGift && deliverOn) || null,
    });
  };
  return (
    <div className="mx-auto w-full max-w-xl pt-6">
      <StepHeading title="Buy a gift card" place={business.name}>
        It is paid by card and sent by mail. It can be used at {business.name} bit by bit.
      </StepHeading>
      {refusal && (
        <div className="mb-5">
          <Notice tone="warning" live title={REFUSED[refusal.field ?? ''] ?? messageFor(refusal)}>
            Nothing was charged.
          </Notice>
        </div>
      )}
      <form
        ref={form}
        className="grid gap-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
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
          maxCents={GIFT_MAX_CENTS}
          value={amount}
          error={shown.amount}
          onChange={setAmount}
        />
        <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
          <TextField
            label="Your name"
            autoComplete="name"
            maxLength={LIMITS.name}
            value={buyer.name}
            error={shown.buyerName}
            onChange={(name) => setBuyer({ ...buyer, name: typedLine(name) })}
          />
          <TextField
            {...MAIL_FIELD}
            label="Your email"
            autoComplete="email"
            value={buyer.email}
            error={shown.buyerEmail}
            onChange={(email) => setBuyer({ ...buyer, email: typedExactly(email) })}
          />
        </div>
        <CheckboxField label="It is for somebody else" value={isGift} onChange={setGift} />
        {isGift && (
          <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
            <TextField
              label="Their name"
              autoComplete="off"
              maxLength={LIMITS.name}
              value={recipient.name}
              error={shown.recipientName}
              onChange={(name) => setRecipient({ ...recipient, name: typedLine(name) })}
            />
            <TextField
              {...MAIL_FIELD}
              label="Their email"
              autoComplete="off"
              value={recipient.email}
              error={shown.recipientEmail}
              onChange={(email) => setRecipient({ ...recipient, email: typedExactly(email) })}
            />
            <TextArea
              className="sm:col-span-2"
              label="Your message"
              required={false}
              maxLength={MESSAGE_MAX}
              value={message}
              onChange={setMessage}
            />
            <DateField
              label="Send it on"
              required={false}
              hint="Empty: as soon as it is paid."
              value={deliverOn}
              onChange={setDeliverOn}
            />
          </div>
        )}
        <Button type="submit" variant="primary" wide>
          Continue to payment
        </Button>
      </form>
    </div>
  );
}

type Person = GiftCardRequest['buyer'];

const NOBODY: Person = { name: '', email: '' };

const MAIL_FIELD = {
  type: 'email',
  inputMode: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: LIMITS.email,
} as const;

const trimmed = ({ name, email }: Person): Person => ({ name: name.trim(), email: email.trim() });

const nameFault = (name: string): string | undefined =>
  isBlank(name) ? 'Please enter a name.' : undefined;

const emailFault = (email: string): string | undefined =>
  emailRule(email.trim(), true) ? 'Please enter an email address.' : undefined;

/** By the field that the server did not take. */
const REFUSED: Readonly<Record<string, string>> = {
  amount_cents: 'Choose another amount',
  buyer: 'Check your name and email',
  recipient: 'Check the name and email of who gets it',
  message: 'The message is too long',
  deliver_on: 'Choose a day from today on, within a year',
};
