import { useRef, useState } from 'react';
import { messageFor } from '#app/messages.ts';
import { readGiftCode } from '#domain/checkout/gift-code.ts';
import type { AppError } from '#domain/errors/result.ts';
import { keepGiftCard } from '#remote/gift-balance.ts';
import type { GiftKept } from '#remote/gift-balance.ts';
import type { BookRequest } from '#remote/public-booking.ts';
import { Button } from '#ui/button.tsx';
import { focusFirstInvalid } from '#ui/field-frame.tsx';
import { TextField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';

/** A gift card toward what is paid now: as much of it as the visit costs is kept for the visit. */
export function GiftDeposit({
  slug,
  request,
  onKept,
}: {
  slug: string;
  request: BookRequest;
  onKept: (kept: GiftKept) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [failure, setFailure] = useState<AppError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  if (!isOpen) {
    return (
      <Button wide className="mt-3" onClick={() => setOpen(true)}>
        {request.gift === undefined ? 'Use a gift card' : 'Use another gift card'}
      </Button>
    );
  }
  /** At the field, so that it is read out. */
  const fault = (words: string): void => {
    setWrong(words);
    focusFirstInvalid(form.current);
  };
  const use = async (): Promise<void> => {
    const code = readGiftCode(typed);
    setFailure(null);
    setWrong(undefined);
    if (code === null) return fault(NO_CODE);
    setBusy(true);
    const answer = await keepGiftCard(slug, request, code);
    setBusy(false);
    if (answer.ok) onKept(answer.value);
    else if (answer.error.code === 'not_found') fault(NO_CODE);
    else if (answer.error.code === 'gift_card_short') fault('Nothing is free on this card now.');
    else setFailure(answer.error);
  };
  return (
    <form
      ref={form}
      aria-label="Gift card"
      className="mt-3 grid gap-4 rounded-lg border border-line p-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void use();
      }}
    >
      <TextField
        label="Code of the gift card"
        placeholder="XXXX-XXXX-XXXX"
        autoComplete="off"
        autoFocus
        maxLength={300}
        value={typed}
        error={wrong}
        onChange={setTyped}
      />
      <p className="text-sm text-muted">
        As much of it as the visit costs is kept for you, and taken at the visit. If you cancel in
        time it is free again.
      </p>
      {failure && (
        <Notice tone="warning" live title={messageFor(failure)}>
          Nothing was taken off the card.
        </Notice>
      )}
      <Button type="submit" busy={isBusy}>
        Use gift card
      </Button>
    </form>
  );
}

const NO_CODE = 'No gift card here has this code. Check each character.';
