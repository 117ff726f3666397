import { messageFor } from '#app/messages.ts';
import type { AppError } from '#domain/errors/result.ts';
import { typedExactly } from '#domain/text/typed.ts';
import { nowMs } from '#platform/clock.ts';
import { askClientCode, redeemClientCode } from '#remote/known-client.ts';
import type { KnownClient as Known } from '#remote/known-client.ts';
import { Button } from '#ui/button.tsx';
import { focusFirstInvalid } from '#ui/field-frame.tsx';
import { TextField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { askedCode, forgetAskedCode, keepAskedCode } from './asked-code.ts';
import { sameChoices } from './booking-draft.ts';
import type { Choice } from './booking-draft.ts';
import type { BookingFlow } from './booking-flow.ts';
import { serviceLimit, stillOffered } from './catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import { emailRule, LIMITS } from './details.ts';

const CODE_LENGTH = 6;

/**
 * For who has been here before: a code goes to their mailbox, and with it their details need not be typed
 * again, and what they had last time is one press away. Nothing of it says whether an address is known.
 */
export function KnownClient({
  flow,
  hasLast,
}: {
  flow: BookingFlow;
  /** Whether what they had last time may be chosen here. */
  hasLast: boolean;
}) {
  const { slug, catalogue, draft, send } = flow;
  const [asked] = useState(() => askedCode(slug, nowMs()));
  const [email, setEmail] = useState(asked ?? draft.details.email);
  const [code, setCode] = useState('');
  const [stage, setStage] = useState<'email' | 'code'>(asked === null ? 'email' : 'code');
  const [known, setKnown] = useState<Known | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | undefined>();
  const form = useRef<HTMLFormElement>(null);
  const welcome = useRef<HTMLDivElement>(null);

  /** Where it is typed, so that it is read out. */
  const say = (words: string): void => {
    setWrong(words);
    focusFirstInvalid(form.current);
  };
  const refused = (error: AppError): void =>
    say(
      error.field === 'code'
        ? 'This code does not count, or not any more. Look at it again, or ask for a new one.'
        : messageFor(error),
    );

  const ask = async (): Promise<void> => {
    if (emailRule(email.trim(), true)) return say('Please enter your email address.');
    setBusy(true);
    setWrong(undefined);
    const answer = await askClientCode(slug, email.trim());
    setBusy(false);
    if (!answer.ok) return refused(answer.error);
    keepAskedCode(slug, email.trim(), nowMs());
    setCode('');
    setStage('code');
  };

  const redeem = async (): Promise<void> => {
    if (code.trim().length < CODE_LENGTH) return say('Please enter the six digits of the code.');
    setBusy(true);
    setWrong(undefined);
    const answer = await redeemClientCode(slug, email.trim(), code.trim());
    setBusy(false);
    if (!answer.ok) return refused(answer.error);
    forgetAskedCode(slug);
    const { client } = answer.value;
    const fields = {
      firstName: client.first_name,
      lastName: client.last_name,
      email: client.email,
      phone: client.phone,
    };
    for (const [field, value] of Object.entries(fields)) {
      if (value) send({ type: 'detail_typed', field: field as keyof typeof fields, value });
    }
    setKnown(answer.value);
  };

  // The button that was pressed is gone.
  useEffect(() => {
    if (known) welcome.current?.focus({ preventScroll: true });
  }, [known]);

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) void (stage === 'email' ? ask() : redeem());
  };

  if (known) {
    const last = hasLast ? lastChoices(catalogue, known) : [];
    return (
      <div ref={welcome} tabIndex={-1} className="mb-5 outline-none">
        <Notice live title={['Welcome back', known.client.first_name].filter(Boolean).join(', ')}>
          {last.length > 0 ? (
            <>
              <p>{`Last time: ${last.map((choice) => wordsOf(catalogue, choice)).join(', ')}.`}</p>
              <Button
                size="sm"
                className="mt-2"
                onClick={() => send({ type: 'offer_changed', choices: last })}
              >
                Same as last time
              </Button>
              {sameChoices(draft.choices, last) && (
                <p className="mt-1 text-sm">This is chosen now.</p>
              )}
            </>
          ) : (
            'Your details are filled in.'
          )}
        </Notice>
      </div>
    );
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Been here before?"
      onSubmit={onSubmit}
      className="mb-5 grid max-w-xl grid-cols-1 gap-3 rounded-lg border border-line p-4"
    >
      {stage === 'email' ? (
        <TextField
          key="email"
          label="Your email address"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          maxLength={LIMITS.email}
          hint="We send a code there, and fill in the rest."
          value={email}
          error={wrong}
          onChange={(typed) => {
            setEmail(typedExactly(typed));
            setWrong(undefined);
          }}
        />
      ) : (
        <>
          <p role="status">
            If {email.trim()} is known here, a code is on its way there. Nothing came? Then simply
            go on without it.
          </p>
          <TextField
            key="code"
            label="Code from the mail"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            maxLength={12}
            value={code}
            error={wrong}
            onChange={(typed) => {
              setCode(typed);
              setWrong(undefined);
            }}
          />
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={isBusy}>
          {stage === 'email' ? 'Send me a code' : 'Use the code'}
        </Button>
        {stage === 'code' && (
          <Button
            onClick={() => {
              setWrong(undefined);
              setStage('email');
            }}
          >
            Ask for another code
          </Button>
        )}
      </div>
    </form>
  );
}

/** What they had last time, as far as it is on the menu and as much as is booked at once. */
const lastChoices = (catalogue: Catalogue, { last }: Known): Choice[] => {
  const choices = last.map(({ variant_id, staff_id, add_on_ids }) => ({
    variantId: variant_id,
    staffId: staff_id,
    addOnIds: add_on_ids,
  }));
  const offered = stillOffered(catalogue, choices).filter(
    ({ variantId }, place, all) =>
      !catalogue.variantById.get(variantId)?.service.is_class &&
      // Nothing is booked twice at once here.
      all.findIndex((one) => one.variantId === variantId) === place,
  );
  return offered.slice(0, serviceLimit(catalogue));
};

const wordsOf = ({ variantById, staffById }: Catalogue, { variantId, staffId }: Choice): string => {
  // A business that hides its staff names nobody.
  const person = staffId !== null && staffById.get(staffId)?.display_name;
  const name = variantById.get(variantId)?.fullName ?? '';
  return person ? `${name} with ${person}` : name;
};
