import { serviceTree } from '#db/queries/services.ts';
import { useQuery } from '#db/use-query.ts';
import type { FormInput } from '#domain/forms/form-schema.ts';
import { FilterChip } from '#ui/chip.tsx';
import { SelectField, SwitchField, TextField } from '#ui/fields.tsx';
import { AskedWhenFields } from './asked-when-fields.tsx';
import { KIND_NAMES } from './form-words.ts';

const ENFORCE_HINTS: Readonly<Record<FormInput['enforce'], string | false>> = {
  none: false,
  warn: 'The visit shows it in a colour that stands out.',
  block_online:
    'Clients fill it in while they book, each time. Whoever you book in yourself is not kept from anything: the visit warns you.',
};

/** What a form is called, which visits want it, and what follows from it. */
export function SettingsFields({
  values,
  errorOf,
  onChange,
}: {
  values: FormInput;
  errorOf: (field: keyof FormInput) => string | undefined;
  onChange: (part: Partial<FormInput>) => void;
}) {
  const business = useQuery((local) => local.rows('businesses').get(local.businessId), []);
  const tree = useQuery((local) => serviceTree(local), []) ?? [];
  const services = tree.flatMap(({ services: some }) => some.map(({ service }) => service));
  return (
    <div className="grid grid-cols-1 gap-4">
      <TextField
        label="Name"
        maxLength={120}
        value={values.name}
        error={errorOf('name')}
        onChange={(name) => onChange({ name })}
      />
      <SelectField
        label="Kind"
        value={values.kind}
        options={Object.entries(KIND_NAMES).map(([value, label]) => ({ value, label }))}
        onChange={(kind) => onChange({ kind: kind as FormInput['kind'] })}
      />
      <AskedWhenFields
        values={values}
        locale={business?.locale ?? 'en'}
        error={errorOf('offset_min')}
        onChange={onChange}
      />
      {values.wanted !== 'manual' && (
        <>
          <fieldset>
            <legend className="mb-1.5 text-sm font-medium">
              For these services{' '}
              <span className="font-normal text-muted">(none chosen: for all)</span>
            </legend>
            <div className="flex flex-wrap gap-2">
              {services.map(({ id, name }) => (
                <FilterChip
                  key={id}
                  selected={values.service_ids.includes(id)}
                  onChange={(isOn) =>
                    onChange({
                      service_ids: isOn
                        ? [...values.service_ids, id]
                        : values.service_ids.filter((one) => one !== id),
                    })
                  }
                >
                  {name}
                </FilterChip>
              ))}
            </div>
          </fieldset>
          <SelectField
            label="How often"
            value={values.frequency}
            options={[
              { value: 'once', label: 'Once' },
              { value: 'once_per_version', label: 'Once, and again when the form changes' },
              { value: 'every_visit', label: 'For every visit' },
              { value: 'every_n_months', label: 'Again after some months' },
            ]}
            onChange={(frequency) => onChange({ frequency: frequency as FormInput['frequency'] })}
          />
          {values.frequency === 'every_n_months' && (
            <TextField
              label="Months"
              type="number"
              value={String(values.every_months || '')}
              error={errorOf('every_months')}
              onChange={(months) => onChange({ every_months: Number(months) })}
            />
          )}
          <SelectField
            label="When it is missing"
            value={values.enforce}
            hint={ENFORCE_HINTS[values.enforce]}
            options={[
              { value: 'none', label: 'Show it on the visit' },
              { value: 'warn', label: 'Warn on the visit' },
              ...(values.wanted === 'before'
                ? [{ value: 'block_online', label: 'No online booking without it' }]
                : []),
            ]}
            onChange={(chosen) => {
              const enforce = chosen as FormInput['enforce'];
              onChange({ enforce, ...(enforce === 'block_online' && { offset_min: null }) });
            }}
          />
        </>
      )}
      <SwitchField
        label="Anybody with the link can fill it in"
        hint="What comes in belongs to nobody until you say whose it is."
        value={values.public_link_on}
        onChange={(public_link_on) => onChange({ public_link_on })}
      />
      <SwitchField
        label="You sign as well"
        hint="A filled-in form is complete when somebody of the team has signed it."
        value={values.countersign}
        onChange={(countersign) => onChange({ countersign })}
      />
    </div>
  );
}
