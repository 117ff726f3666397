import { messageFor, ruleText } from '#app/messages.ts';
import { editBusiness } from '#db/commands/business.ts';
import { useDb } from '#db/use-query.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { addressOf, addressText } from '#domain/text/address-form.ts';
import { AddressFields } from '#ui/address-fields.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { SelectField, TextField } from '#ui/fields.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { localeOptions } from './choices.ts';
import { SettingsCard } from './settings-card.tsx';
import { ZoneField } from './zone-field.tsx';

const WEEK_STARTS = [
  { value: '1', label: 'Monday' },
  { value: '6', label: 'Saturday' },
  { value: '7', label: 'Sunday' },
];

const CLOCKS = [
  { value: 'h12', label: '2:30 PM' },
  { value: 'h23', label: '14:30' },
] as const;

/** Who the business is, where it is, and how it writes times. */
export function BusinessSection({
  business,
  readOnly,
}: {
  business: BusinessRow;
  readOnly: boolean;
}) {
  const db = useDb();
  const form = useForm({
    initial: {
      name: business.name,
      email: business.email ?? '',
      phone: business.phone ?? '',
      address: addressText(business.address),
      time_zone: business.time_zone,
      locale: business.locale,
      week_start: business.week_start,
      time_format: business.time_format,
    },
    rev: business.rev,
    draftKey: `${db.name}.settings.business`,
    words: { error: messageFor, rule: ruleText },
    save: ({ changed: { address, ...changed }, seenRev }) =>
      editBusiness(
        db,
        {
          ...changed,
          ...(address ? { address: addressOf(address, business.country_code) } : {}),
        },
        seenRev,
      ),
    onSaved: (done) => tellOutcome({ ok: true, value: done }, 'Business details saved', messageFor),
  });
  const { values, change, error } = form;
  const starts = WEEK_STARTS.some(({ value }) => value === String(values.week_start))
    ? WEEK_STARTS
    : [...WEEK_STARTS, { value: String(values.week_start), label: 'As it is now' }];
  return (
    <SettingsCard
      id="business"
      title="Business"
      text="Clients see this on the booking page and in mails."
      form={form}
      readOnly={readOnly}
    >
      <TextField
        label="Name"
        autoComplete="organization"
        value={values.name}
        onChange={(name) => change({ name })}
        error={error('name')}
      />
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <EmailField
          label="E-mail"
          autoComplete="email"
          value={values.email}
          onChange={(email) => change({ email })}
          error={error('email')}
        />
        <TextField
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          value={values.phone}
          onChange={(phone) => change({ phone })}
          error={error('phone')}
        />
      </div>
      <AddressFields
        value={values.address}
        onChange={(address) => change({ address })}
        error={error}
      />
      <ZoneField
        value={values.time_zone}
        onChange={(time_zone) => change({ time_zone })}
        error={error('time_zone')}
      />
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <SelectField
          label="Language of dates and prices"
          value={values.locale}
          onChange={(locale) => change({ locale })}
          options={localeOptions(values.locale)}
          error={error('locale')}
        />
        <SelectField
          label="The week begins on"
          value={String(values.week_start)}
          onChange={(day) => change({ week_start: Number(day) })}
          options={starts}
        />
      </div>
      <ChoiceField
        label="Times are written"
        columns
        value={values.time_format}
        onChange={(time_format) => change({ time_format })}
        choices={CLOCKS}
      />
      <dl className="grid grid-cols-2 gap-4 text-sm">
        <div>
          <dt className="text-muted">Currency</dt>
          <dd>
            {business.currency}
            <span className="block text-muted">Cannot be changed: prices are in it.</span>
          </dd>
        </div>
        <div>
          <dt className="text-muted">Country</dt>
          <dd>
            {new Intl.DisplayNames(['en'], { type: 'region' }).of(business.country_code)}
            <span className="block text-muted">Phone numbers are read as from there.</span>
          </dd>
        </div>
      </dl>
    </SettingsCard>
  );
}
