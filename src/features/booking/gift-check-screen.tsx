import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import { printedGiftCode, readGiftCode } from '#domain/checkout/gift-code.ts';
import { formatMoney } from '#domain/money/format.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { giftBalance } from '#remote/gift-balance.ts';
import type { GiftBalance } from '#remote/gift-balance.ts';
import type { PublicBusiness } from '#remote/public-booking.ts';
import { Button } from '#ui/button.tsx';
import { focusFirstInvalid } from '#ui/field-frame.tsx';
import { TextField } from '#ui/fields.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { StepHeading } from '#ui/step-heading.tsx';

/** Where the holder of a gift card sees what is left on it. The code may come behind the `#` of the address. */
export function GiftCheckScreen({ slug, business }: { slug: string; business: PublicBusiness }) {
  const { hash } = useLocation();
  const scanned = readGiftCode(hash);
  const [typed, setTyped] = useState(scanned === null ? '' : printedGiftCode(scanned));
  const [wrong, setWrong] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const [found, setFound] = useState<GiftBalance | null>(null);
  const [isBusy, setBusy] = useState(scanned !== null);
  const form = useRef<HTMLFormElement>(null);

  /** At the field, so that it is read out. */
  const fault = (words: string): void => {
    setWrong(words);
    focusFirstInvalid(form.current);
  };

  const show = (answer: Awaited<ReturnType<typeof giftBalance>>): void => {
    setBusy(false);
    if (answer.ok) setFound(answer.value);
    else if (answer.error.code === 'not_found') fault(NOT_FOUND);
    else setFailure(messageFor(answer.error));
  };
  const ask = async (text: string): Promise<void> => {
    const code = readGiftCode(text);
    setWrong(undefined);
    setFailure(null);
    setFound(null);
    // A code that cannot be one costs none of the attempts.
    if (code === null) return fault(NO_CODE);
    setBusy(true);
    show(await giftBalance(slug, code));
  };
  const askScanned = useEffectEvent(() => {
    if (scanned !== null) void giftBalance(slug, scanned).then(show);
  });
  useEffect(() => askScanned(), []);

  return (
    <div className="mx-auto grid w-full max-w-xl gap-5 py-6">
      <StepHeading title="What is left on a gift card" place={business.name}>
        Enter the code of a gift card for {business.name}.
      </StepHeading>
      <form
        ref={form}
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void ask(typed);
        }}
      >
        <TextField
          label="Code"
          placeholder="XXXX-XXXX-XXXX"
          autoComplete="off"
          // Also the address that the QR code of a card is.
          maxLength={300}
          value={typed}
          error={wrong}
          onChange={setTyped}
        />
        <Button type="submit" variant="primary" wide busy={isBusy}>
          Check
        </Button>
      </form>
      {failure !== null && (
        <Notice tone="warning" live title={failure}>
          The card itself is not changed by looking at it.
        </Notice>
      )}
      <div aria-live="polite">{found && <Balance found={found} business={business} />}</div>
      <LinkButton className="justify-self-start" to={pathTo('book', { proUrl: slug })}>
        Go to the booking page
      </LinkButton>
    </div>
  );
}

function Balance({ found, business }: { found: GiftBalance; business: PublicBusiness }) {
  const formats = businessFormats(business);
  const money = (cents: number): string => formatMoney(cents, found.currency, business.locale);
  const { state, balance_cents, expires_on, history } = found;
  return (
    <div className="grid gap-4">
      <p>
        <span className="block text-2xl font-semibold tabular-nums">{money(balance_cents)}</span>
        <span className="text-muted">
          {state === 'expired' && expires_on !== null
            ? `This card expired after ${formats.date(expires_on)}. Ask ${business.name} whether it can be used longer.`
            : state === 'closed'
              ? `This card cannot be used now. Ask ${business.name}.`
              : state === 'empty'
                ? 'Nothing is left on this card.'
                : expires_on === null
                  ? 'It never expires.'
                  : `It can be used until ${formats.date(expires_on)}.`}
        </span>
      </p>
      {history.length > 0 && (
        <section aria-labelledby="gift-history" className="grid gap-2">
          <h2 id="gift-history" className="font-semibold">
            What happened
          </h2>
          <ul className="grid gap-2">
            {history.map(({ at, kind, amount_cents }, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows are not told apart by anything else
              <li key={place} className="flex gap-3">
                <span className="min-w-0 flex-1">
                  {WORDS[kind] ?? 'Corrected'}
                  <span className="block text-sm text-muted">{formats.dateTime(at)}</span>
                </span>
                <span className="tabular-nums">{money(amount_cents)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const NO_CODE = 'This is not the code of a gift card. Check each character.';
const NOT_FOUND = 'No gift card here has this code. Check each character.';

const WORDS: Partial<Record<GiftBalance['history'][number]['kind'], string>> = {
  activate: 'Bought',
  redeem: 'Used',
  refund: 'Given back to the card',
  deactivate: 'Taken back',
};
