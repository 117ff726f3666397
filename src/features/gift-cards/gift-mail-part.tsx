import { Mail, MailX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { messageFor } from '#app/messages.ts';
import type { GiftCardDetail } from '#db/queries/gift-cards.ts';
import { useDb } from '#db/use-query.ts';
import type { GiftCardPost, GiftDelivery } from '#domain/checkout/gift-server.ts';
import { GIFT_MESSAGE_MAX } from '#domain/checkout/schema.ts';
import type { AppError } from '#domain/errors/result.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { focusFirstInvalid } from '#ui/field-frame.tsx';
import { DateField, TextArea, TextField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { useFocusFirst } from '#ui/use-focus-first.ts';
import { useOnline } from '#ui/use-online.ts';

/** The card by mail: to whom and when, changed until it has gone. Needs a connection. */
export function GiftMailPart({
  detail: { card, state, code },
  business,
  post,
}: {
  detail: GiftCardDetail;
  business: BusinessRow;
  post: GiftCardPost;
}) {
  const db = useDb();
  const isOnline = useOnline();
  const [delivery, setDelivery] = useState<GiftDelivery | null>(null);
  const [isEdited, setEdited] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isKnown = state !== 'pending';
  useEffect(() => {
    if (!isOnline || !isKnown) return;
    let isGone = false;
    void post.delivery(db.businessId, card.id).then((answer) => {
      if (!isGone && answer.ok) setDelivery(answer.value.delivery);
    });
    return () => {
      isGone = true;
    };
  }, [db, post, card.id, isOnline, isKnown]);

  const send = async (
    request: Pick<GiftDelivery, 'to' | 'message' | 'deliver_on'>,
  ): Promise<void> => {
    setBusy(true);
    const answer = await post.send(db.businessId, { ...request, cardId: card.id, code });
    setBusy(false);
    setFailure(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    setDelivery(answer.value.delivery);
    setEdited(false);
  };

  if (!isKnown) {
    return code === null ? null : (
      <p className="text-sm text-muted">
        It can be sent by mail as soon as this device has synced.
      </p>
    );
  }
  // What is being typed stays: sending it says what is missing.
  if (!isOnline && !isEdited) {
    return code === null ? null : (
      <p className="text-sm text-muted">To send it by mail you need a connection.</p>
    );
  }
  const waits = delivery?.state === 'queued';
  // Who has no code can only change what waits.
  if (delivery === null || (delivery.state === 'none' && code === null)) return null;
  const maySend = state === 'active' && (waits || code !== null);
  return (
    <section aria-labelledby="gift-mail" className="grid gap-2">
      <h3 id="gift-mail" className="font-semibold">
        By mail
      </h3>
      <p aria-live="polite" className="text-sm text-muted wrap-anywhere">
        {standingOf(delivery, (day) => businessFormats(business).date(day))}
      </p>
      {isEdited ? (
        <MailForm
          card={card}
          delivery={delivery}
          failure={failure}
          isBusy={isBusy}
          onSend={(request) => void send(request)}
          onCancel={() => {
            setFailure(null);
            setEdited(false);
          }}
        />
      ) : (
        <>
          {failure && (
            <Notice tone="danger" live>
              {messageFor(failure)}
            </Notice>
          )}
          <div className="flex flex-wrap gap-2">
            {maySend && (
              <Button icon={Mail} onClick={() => setEdited(true)}>
                {waits ? 'Change' : delivery.state === 'none' ? 'Send by mail' : 'Send again'}
              </Button>
            )}
            {waits && (
              <Button
                icon={MailX}
                busy={isBusy}
                onClick={() => void send({ to: null, message: null, deliver_on: null })}
              >
                Do not send it
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  );
}

const standingOf = (
  { state, to, deliver_on }: GiftDelivery,
  dateOf: (day: string) => string,
): string => {
  const email = to?.email ?? '';
  if (state === 'none') return 'It was not sent by mail.';
  if (state === 'sent') return `Sent to ${email}.`;
  if (state === 'failed' || state === 'suppressed') return `It could not be sent to ${email}.`;
  return deliver_on === null
    ? `On its way to ${email}.`
    : `Goes to ${email} on ${dateOf(deliver_on)}, at nine in the morning.`;
};

function MailForm({
  card,
  delivery,
  failure,
  isBusy,
  onSend,
  onCancel,
}: {
  card: GiftCardDetail['card'];
  delivery: GiftDelivery;
  failure: AppError | null;
  isBusy: boolean;
  onSend: (request: Pick<GiftDelivery, 'to' | 'message' | 'deliver_on'>) => void;
  onCancel: () => void;
}) {
  const [name, setName] = useState(delivery.to?.name ?? card.recipient_name ?? '');
  const [email, setEmail] = useState(delivery.to?.email ?? '');
  const [message, setMessage] = useState(
    (delivery.state === 'queued' ? delivery.message : card.message) ?? '',
  );
  const [day, setDay] = useState(
    (delivery.state === 'queued' ? delivery.deliver_on : card.deliver_on) ?? '',
  );
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useFocusFirst(form);
  const wrongName = name.trim() === '' ? 'Please enter a name.' : undefined;
  const wrongEmail = /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email.trim())
    ? undefined
    : 'Please enter an email address.';
  return (
    <form
      ref={form}
      aria-label="Send by mail"
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (wrongName || wrongEmail) return focusFirstInvalid(form.current);
        if (isBusy) return;
        onSend({
          to: { name: name.trim(), email: email.trim() },
          message: message.trim() || null,
          deliver_on: day || null,
        });
      }}
    >
      {failure && (
        <Notice tone="danger" live>
          {REFUSED[failure.field ?? ''] ?? messageFor(failure)}
        </Notice>
      )}
      <TextField
        label="Name"
        maxLength={120}
        autoComplete="off"
        value={name}
        error={isChecked ? wrongName : undefined}
        onChange={setName}
      />
      <TextField
        type="email"
        inputMode="email"
        label="Email"
        maxLength={254}
        autoComplete="off"
        value={email}
        error={isChecked ? wrongEmail : undefined}
        onChange={setEmail}
      />
      <TextArea
        label="Message"
        required={false}
        maxLength={GIFT_MESSAGE_MAX}
        value={message}
        onChange={setMessage}
      />
      <DateField
        label="Send it on"
        required={false}
        hint="Empty: now. Otherwise at nine in the morning of that day, and you can change it until then."
        value={day}
        onChange={setDay}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isBusy}>
          Send
        </Button>
      </div>
    </form>
  );
}

/** By the field that the server did not take. */
const REFUSED: Readonly<Record<string, string>> = {
  code: 'Only the device that sold this card can send it',
  recipient: 'Check the name and the email',
  message: 'The message is too long',
  deliver_on: 'Choose a day from today on, within a year',
};
