import { messageFor, ruleText } from '#app/messages.ts';
import { editClient } from '#db/commands/clients.ts';
import { staffNames } from '#db/queries/staff.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { addressesOf } from '#domain/clients/addresses.ts';
import { clientName } from '#domain/clients/name.ts';
import type { BusinessRow, ClientRow } from '#domain/rows.ts';
import { addressOf, labelledText } from '#domain/text/address-form.ts';
import type { LabelledText } from '#domain/text/address-form.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { DateField, SelectField, TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { useForm } from '#ui/use-form.ts';
import { ZoneField } from '#ui/zone-field.tsx';
import { BirthdayField } from './birthday-field.tsx';
import { ClientAddresses } from './client-addresses.tsx';
import { ALERT_HINT } from './client-words.ts';
import { ContactFields } from './contact-fields.tsx';
import { EmergencyFields, NO_EMERGENCY_CONTACT } from '#ui/emergency-fields.tsx';

const ONLINE = [
  { value: 'allow', label: 'Allowed', hint: 'Books like everybody else.' },
  { value: 'approve', label: 'With your approval', hint: 'Each booking waits for your yes.' },
  { value: 'block', label: 'Not possible', hint: 'Is asked to contact you instead.' },
] as const;

const PAYMENT = [
  { value: 'default', label: 'As for everybody' },
  { value: 'card', label: 'Leaves a card' },
  { value: 'deposit', label: 'Pays a deposit' },
  { value: 'prepay', label: 'Pays in full' },
  { value: 'none', label: 'Pays nothing before' },
] as const;

/** Everything about a client that a person enters. */
export function EditClientSheet({
  open,
  client,
  business,
  onClose,
}: {
  open: boolean;
  client: ClientRow;
  business: BusinessRow;
  onClose: () => void;
}) {
  const db = useDb();
  const names = useQuery(staffNames, []);
  const form = useForm({
    initial: startOf(client),
    rev: client.rev,
    draftKey: `${db.name}.client.${client.id}`,
    words: { error: messageFor, rule: ruleText },
    save: ({ changed: { address, more_addresses, client_since, ...changed }, seenRev }) =>
      editClient(
        db,
        client.id,
        {
          ...changed,
          ...(client_since === undefined ? {} : { client_since: client_since || null }),
          ...(address === undefined
            ? {}
            : { address: addressOf(address, country(address, client)) }),
          ...(more_addresses === undefined
            ? {}
            : {
                more_addresses: more_addresses.flatMap(
                  (entry) => addressOf(entry, country(entry, client)) ?? [],
                ),
              }),
        },
        seenRev,
      ),
    onSaved: onClose,
  });
  const { values, change, error } = form;
  return (
    <FormSheet open={open} title={`Edit ${clientName(client)}`} form={form} onClose={onClose}>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="First name"
          autoComplete="off"
          value={values.first_name}
          onChange={(first_name) => change({ first_name })}
          error={error('first_name')}
        />
        <TextField
          label="Last name"
          autoComplete="off"
          value={values.last_name}
          onChange={(last_name) => change({ last_name })}
          error={error('last_name')}
        />
        <TextField
          label="Goes by"
          autoComplete="off"
          value={values.preferred_name}
          onChange={(preferred_name) => change({ preferred_name })}
          error={error('preferred_name')}
        />
        <TextField
          label="Pronouns"
          autoComplete="off"
          value={values.pronouns}
          onChange={(pronouns) => change({ pronouns })}
          error={error('pronouns')}
        />
      </div>
      <ContactFields form={form} countryCode={business.country_code} id={client.id} />
      <TextField
        label="Alert"
        hint={ALERT_HINT}
        value={values.alert_note}
        onChange={(alert_note) => change({ alert_note })}
        error={error('alert_note')}
      />
      <BirthdayField
        value={values.birthday}
        locale={business.locale}
        onChange={(birthday) => change({ birthday })}
        error={error('birthday')}
      />
      <EmergencyFields
        value={values.emergency_contact}
        onChange={(emergency_contact) => change({ emergency_contact })}
        error={error}
      />
      <ClientAddresses
        first={values.address}
        more={values.more_addresses}
        onChange={change}
        error={error}
      />
      <ZoneField
        value={values.time_zone}
        none={business.time_zone}
        onChange={(time_zone) => change({ time_zone })}
        error={error('time_zone')}
        hint="Only if they live elsewhere: visits by video or phone then show their time as well."
      />
      <SelectField
        label="Prefers"
        placeholder="Nobody in particular"
        value={values.preferred_staff_id ?? ''}
        onChange={(id) => change({ preferred_staff_id: id || null })}
        options={[...(names ?? [])].map(([value, label]) => ({ value, label }))}
      />
      <TextField
        label="Came through"
        hint="A friend, the shop window, a search."
        value={values.source}
        onChange={(source) => change({ source })}
        error={error('source')}
      />
      <DateField
        label="Client since"
        hint="Where it was before their record here was made."
        value={values.client_since}
        onChange={(client_since) => change({ client_since })}
        error={error('client_since')}
      />
      <ChoiceField
        label="Online booking"
        value={values.online_booking}
        onChange={(online_booking) => change({ online_booking })}
        choices={ONLINE}
      />
      {values.online_booking !== 'block' && (
        <SelectField
          label="Before a visit booked online"
          hint={
            ['card', 'deposit', 'prepay'].includes(values.payment_rule)
              ? 'Their booking waits as a request until you have the payment and say yes.'
              : undefined
          }
          value={values.payment_rule}
          onChange={(rule) => change({ payment_rule: rule as ClientRow['payment_rule'] })}
          options={PAYMENT}
        />
      )}
    </FormSheet>
  );
}

/** The form has no field for the country: an address that was there keeps its own. */
const country = (text: LabelledText, client: ClientRow): string | undefined =>
  addressesOf(client).find(
    ({ line1, postal_code = '' }) => line1 === text.line1 && postal_code === text.postal_code,
  )?.country_code ?? client.address?.country_code;

const startOf = (client: ClientRow) => ({
  first_name: client.first_name,
  last_name: client.last_name,
  preferred_name: client.preferred_name ?? '',
  pronouns: client.pronouns ?? '',
  phone: client.phone_raw ?? client.phone ?? '',
  alt_phone: client.alt_phone_raw ?? client.alt_phone ?? '',
  email: client.email ?? '',
  birthday: client.birthday,
  emergency_contact: client.emergency_contact ?? NO_EMERGENCY_CONTACT,
  address: labelledText(client.address),
  more_addresses: (client.more_addresses ?? []).map(labelledText),
  time_zone: client.time_zone ?? null,
  source: client.source ?? '',
  client_since: client.client_since ?? '',
  online_booking: client.online_booking,
  payment_rule: client.payment_rule,
  preferred_staff_id: client.preferred_staff_id,
  alert_note: client.alert_note ?? '',
});
