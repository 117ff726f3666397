import { Mail } from 'lucide-react';
import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import { askForForm } from '#db/commands/form-requests.ts';
import { formsToSend, type FormsToSend } from '#db/queries/form-requests.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { addressedAs, readerOf } from '#domain/clients/guardian.ts';
import { clientName } from '#domain/clients/name.ts';
import { messageValues } from '#domain/messages/values.ts';
import { filledText, wordsInForce } from '#domain/messages/words.ts';
import type { FormRow, Uuid } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { HandOver } from '#ui/hand-over.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { SideSheet } from '#ui/side-sheet.tsx';

/** Asks a client to fill in forms, for a visit or for none. Without signal mails go out later. */
export function SendSheet({
  open,
  clientId,
  appointmentId,
  onClose,
}: {
  open: boolean;
  clientId: Uuid;
  appointmentId: Uuid | null;
  onClose: () => void;
}) {
  const found = useQuery(
    (local) => formsToSend(local, clientId, appointmentId),
    [clientId, appointmentId],
  );
  if (found === undefined) return null;
  return (
    <SideSheet open={open} title="Send a form" onClose={onClose}>
      {found === null ? (
        <Notice tone="warning">This client is not here any more.</Notice>
      ) : found.forms.length === 0 ? (
        <p className="text-muted">No form is published yet.</p>
      ) : (
        <>
          <p className="mb-3 text-muted">
            To <bdi>{found.name}</bdi>
            {!found.reach.email && '. No e-mail address is known.'}
          </p>
          <ul aria-label="Forms" className="divide-y divide-line">
            {found.forms.map((line) => (
              <SendLine key={line.form.id} found={found} line={line} />
            ))}
          </ul>
        </>
      )}
    </SideSheet>
  );
}

function SendLine({
  found,
  line: { form, request, filledAt },
}: {
  found: FormsToSend;
  line: FormsToSend['forms'][number];
}) {
  const db = useDb();
  const { client, reach, visit, business } = found;
  const formats = businessFormats(business);
  const ask = (channel: 'email' | 'phone') =>
    askForForm(db, {
      form_id: form.id,
      client_id: client.id,
      appointment_id: visit?.id ?? null,
      channel,
    });
  const mail = async (): Promise<void> =>
    tellOutcome(await ask('email'), `${form.name} goes to ${found.name} by mail`, messageFor);
  const reader = readerOf(reach) ?? client;
  return (
    <li className="grid gap-1.5 py-3">
      <p className="font-medium break-words">{form.name}</p>
      <p className="text-sm text-muted">
        {[
          filledAt ? `Filled in ${formats.date(filledAt)}` : 'Never filled in',
          request?.asked_at && `asked ${formats.date(request.asked_at)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {reach.email && (
        <Button
          icon={Mail}
          className="justify-self-start"
          aria-label={`${request?.asked_at ? 'Send again by mail' : 'Send by mail'}: ${form.name}`}
          onClick={() => void mail()}
        >
          {request?.asked_at ? 'Send again by mail' : 'Send by mail'}
        </Button>
      )}
      {reach.phone &&
        (form.public_link_on ? (
          <HandOver
            reach={{ phone: reach.phone, email: null }}
            name={clientName(reader)}
            subject={form.name}
            text={textFor(found, form)}
            isOpened={request?.channel === 'phone' && request.asked_at !== null}
            onOpen={() => void ask('phone')}
          />
        ) : (
          <p className="text-sm text-muted">
            To send it from your phone, let anybody with the link fill it in.
          </p>
        ))}
    </li>
  );
}

/** In the business's own words for a phone. */
const textFor = ({ business, client, reach, visit, words }: FormsToSend, form: FormRow): string => {
  const at = visit?.starts_at ?? null;
  const values = messageValues({
    business,
    client: { first_name: addressedAs(client, reach), last_name: client.last_name },
    starts_at: at ?? '1970-01-01T00:00:00+00:00',
    ends_at: visit?.ends_at ?? '1970-01-01T00:00:00+00:00',
    segments: [],
    address: '',
    note: null,
    cancelUntil: '',
    manageLink: '',
    bookLink: location.origin + pathTo('book', { proUrl: business.slug }),
    formLink: location.origin + pathTo('form', { publicKey: form.public_key }),
  });
  const known = at === null ? { ...values, date: '', time: '' } : values;
  return filledText(wordsInForce('form_request', words).sms, known);
};
