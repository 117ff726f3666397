import { messageFor, ruleText } from '#app/messages.ts';
import { retryUpload } from '#db/commands/blobs.ts';
import { editBusiness } from '#db/commands/business.ts';
import { setPicture } from '#db/commands/pictures.ts';
import { hasAgreedPrices } from '#db/queries/agreed-prices.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { useShownPicture } from '#db/use-shown-picture.ts';
import { currencyOptions } from '#domain/money/currency-options.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { addressOf, addressText } from '#domain/text/address-form.ts';
import type { SmallPicture } from '#platform/shrink-picture.ts';
import { AddressFields } from '#ui/address-fields.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { SelectField, TextField } from '#ui/fields.tsx';
import { LogoTile } from '#ui/logo-tile.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { PictureField } from '#ui/picture-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { ZoneField } from '#ui/zone-field.tsx';
import { localeOptions } from './choices.ts';
import { SettingsCard } from './settings-card.tsx';

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
      currency: business.currency,
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
  const isCurrencyFixed = useQuery(hasAgreedPrices, []);
  const canChangeCurrency = !readOnly && isCurrencyFixed === false;
  const logo = useShownPicture(business.logo_path);
  const setLogo = async (next: SmallPicture | null): Promise<void> => {
    const done = await setPicture(db, { table: 'businesses', id: business.id }, next);
    tellOutcome(done, next ? 'Logo saved' : 'Logo removed', messageFor);
  };
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
      <PictureField
        label="Logo"
        hint="Keeps its shape, on white. Clients see it above the booking page."
        picture={logo}
        preview={<LogoTile name={business.name} picture={logo} heightPx={64} />}
        isSquare={false}
        onChange={setLogo}
        onRetry={(id) => void retryUpload(db, id)}
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
        onChange={(time_zone) => change({ time_zone: time_zone ?? business.time_zone })}
        error={error('time_zone')}
        hint="Opening hours and appointments are in this zone, wherever you are."
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
      {canChangeCurrency && (
        <SelectField
          label="Currency"
          hint="Until the first appointment with a price. Your prices keep their figures: 45.00 stays 45.00."
          value={values.currency}
          onChange={(currency) => change({ currency })}
          options={currencyOptions(values.currency)}
          error={error('currency')}
        />
      )}
      <dl className="grid grid-cols-1 gap-4 text-sm sm:grid-cols-2">
        {!canChangeCurrency && (
          <div>
            <dt className="text-muted">Currency</dt>
            <dd>
              {business.currency}
              <span className="block text-muted">
                Stays as it is since the first appointment with a price: what was agreed and earned
                is in it.
              </span>
            </dd>
          </div>
        )}
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
