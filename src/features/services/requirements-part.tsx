import type { ServiceView } from '#db/queries/services.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { CheckboxField } from '#ui/fields.tsx';
import { lazyExtra } from '#ui/lazy-part.tsx';
import type { Form } from '#ui/use-form.ts';
import { WholeField } from '#ui/whole-field.tsx';
import { Suspense } from 'react';
import { NeedsField } from './needs-field.tsx';
import { Part } from './part.tsx';
import type { ServiceValues } from './service-sheet.tsx';

// Most businesses ask for no form.
const FormsField = lazyExtra(async () => (await import('./forms-field.tsx')).FormsField);

const PLACES = [
  { value: 'business', label: 'At your place' },
  { value: 'client', label: 'At the client’s place' },
  { value: 'remote', label: 'By video' },
  { value: 'phone', label: 'By phone' },
] as const;

const PATCH_TEST = [
  { value: 'warn', label: 'Warn', hint: 'You may book it all the same.' },
  { value: 'block', label: 'Do not book', hint: 'First the test, then the visit.' },
] as const;

/** What has to be there before a service is done: rooms, a place, a patch test, forms. */
export function RequirementsPart({
  form,
  view,
}: {
  form: Form<ServiceValues>;
  view: ServiceView | null;
}) {
  const { values, change, error } = form;
  const place = (value: (typeof PLACES)[number]['value'], on: boolean): void =>
    change({
      location_types: PLACES.map((one) => one.value).filter((one) =>
        one === value ? on : values.location_types.includes(one),
      ),
    });
  return (
    <Part title="Requirements">
      <NeedsField
        value={values.resource_needs}
        onChange={(resource_needs) => change({ resource_needs })}
        error={error('resource_needs')}
      />
      <fieldset className="min-w-0">
        <legend className="mb-1 text-sm font-medium">Where it happens</legend>
        <div className="grid sm:grid-cols-2">
          {PLACES.map(({ value, label }) => (
            <CheckboxField
              key={value}
              label={label}
              value={values.location_types.includes(value)}
              onChange={(on) => place(value, on)}
            />
          ))}
        </div>
        {error('location_types') && (
          <p role="alert" className="text-sm text-danger">
            {error('location_types')}
          </p>
        )}
      </fieldset>
      <CheckboxField
        label="Clients need a patch test before"
        value={values.patch_test_required}
        onChange={(patch_test_required) => change({ patch_test_required })}
      />
      {values.patch_test_required && (
        <>
          <div className="grid grid-cols-2 items-start gap-3 *:min-w-0">
            <WholeField
              label="At least before the visit"
              unit="hours"
              value={values.patch_test_min_hours}
              onChange={(patch_test_min_hours) => change({ patch_test_min_hours })}
              error={error('patch_test_min_hours')}
            />
            <WholeField
              label="Counts for"
              unit="days"
              value={values.patch_test_valid_days}
              onChange={(patch_test_valid_days) => change({ patch_test_valid_days })}
              error={error('patch_test_valid_days')}
            />
          </div>
          <ChoiceField
            label="When it is missing"
            value={values.patch_test_enforce}
            onChange={(patch_test_enforce) => change({ patch_test_enforce })}
            choices={PATCH_TEST}
          />
        </>
      )}
      <Suspense>
        <FormsField
          serviceId={view?.service.id ?? null}
          value={values.forms}
          onChange={(forms) => change({ forms })}
        />
      </Suspense>
    </Part>
  );
}
