import { Mail } from 'lucide-react';
import { useState } from 'react';
import { messageFor } from '#app/messages.ts';
import { askGuests } from '#db/commands/form-requests.ts';
import { formGuests, type FormGuest, type GuestForm } from '#db/queries/form-guests.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { Uuid } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { FieldError } from '#ui/field-frame.tsx';
import { CheckboxField, SelectField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellFailure, tellOutcome } from '#ui/outcome.ts';
import { SideSheet } from '#ui/side-sheet.tsx';

const keyOf = ({ client, appointmentId }: FormGuest): string => `${appointmentId} ${client.id}`;

/**
 * Asks some of those who come to a class or together: each gets a link of their own. Who has not filled
 * the form in, and can be reached, is chosen already. Without signal the mails go out later.
 */
export function AskGuestsSheet({
  open,
  appointmentId,
  onClose,
}: {
  open: boolean;
  appointmentId: Uuid;
  onClose: () => void;
}) {
  const db = useDb();
  const found = useQuery((local) => formGuests(local, appointmentId), [appointmentId]);
  const business = useQuery((local) => local.rows('businesses').get(local.businessId), []);
  const [wantedForm, setForm] = useState<Uuid | null>(null);
  /** What somebody has chosen otherwise than it began, by form and guest. */
  const [chosen, setChosen] = useState<Record<string, boolean>>({});
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  if (found === undefined || !business) return null;
  const guests = found?.guests ?? [];
  const forms = guests[0]?.forms.map(({ form }) => form) ?? [];
  const form = forms.find(({ id }) => id === wantedForm) ?? forms[0];
  const ofForm = (guest: FormGuest) => guest.forms.find((one) => one.form.id === form?.id);
  const isChosen = (guest: FormGuest): boolean =>
    Boolean(guest.reach.email) &&
    (chosen[`${form?.id ?? ''} ${keyOf(guest)}`] ?? isOpen(ofForm(guest)));
  const picked = guests.filter(isChosen);
  const send = async (): Promise<void> => {
    setMissing(picked.length === 0);
    if (!form || picked.length === 0) return;
    setBusy(true);
    const asked = await askGuests(
      db,
      picked.map(({ client, appointmentId: visitId }) => ({
        form_id: form.id,
        client_id: client.id,
        appointment_id: visitId,
        channel: 'email' as const,
      })),
    );
    setBusy(false);
    if (!asked.ok) return tellFailure(asked.error, messageFor);
    tellOutcome(asked, `${form.name} goes to ${guestWords(picked.length)} by mail`, messageFor);
    onClose();
  };
  return (
    <SideSheet
      open={open}
      title="Ask guests to fill in a form"
      onClose={onClose}
      footer={
        form && (
          <Button variant="primary" icon={Mail} busy={isBusy} onClick={() => void send()}>
            {picked.length > 0 ? `Send by mail to ${guestWords(picked.length)}` : 'Send by mail'}
          </Button>
        )
      }
    >
      {found === null ? (
        <Notice tone="warning">This appointment is not here any more.</Notice>
      ) : guests.length === 0 ? (
        <p className="text-muted">Nobody comes yet.</p>
      ) : !form ? (
        <p className="text-muted">No form is published yet.</p>
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <SelectField
            label="Form"
            value={form.id}
            options={forms.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setForm}
          />
          <fieldset className="grid min-w-0 gap-1">
            <legend className="mb-1.5 text-sm font-medium">Who is asked</legend>
            {guests.map((guest) => (
              <CheckboxField
                key={keyOf(guest)}
                label={guest.name}
                hint={stateWords(guest, ofForm(guest), businessFormats(business))}
                disabled={!guest.reach.email}
                value={isChosen(guest)}
                onChange={(isOn) => setChosen({ ...chosen, [`${form.id} ${keyOf(guest)}`]: isOn })}
              />
            ))}
          </fieldset>
          {isMissing && picked.length === 0 && (
            <div role="alert">
              <FieldError id={undefined} text="Choose at least one guest." />
            </div>
          )}
          <p className="text-sm text-pretty text-muted">
            Everybody gets a link of their own, which names them and this visit.
          </p>
        </div>
      )}
    </SideSheet>
  );
}

const isOpen = (one: GuestForm | undefined): boolean =>
  one?.state === 'missing' || one?.state === 'unasked';

const guestWords = (count: number): string => (count === 1 ? '1 guest' : `${count} guests`);

const stateWords = (
  { reach }: FormGuest,
  one: GuestForm | undefined,
  formats: BusinessFormats,
): string => {
  const day = one?.at ? ` ${formats.date(one.at)}` : '';
  const state = {
    done: `Filled in${day}`,
    asked: `Asked${day}`,
    missing: 'Missing',
    unasked: 'Not asked',
  }[one?.state ?? 'unasked'];
  return reach.email ? state : `${state}. No e-mail address is known.`;
};
