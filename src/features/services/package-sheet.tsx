import { messageFor, ruleText } from '#app/messages.ts';
import {
  archivePackage,
  createPackage,
  editPackage,
  restorePackage,
} from '#db/commands/packages.ts';
import type { CategoryView } from '#db/queries/services.ts';
import { useDb } from '#db/use-query.ts';
import type { PackageInput } from '#domain/checkout/package-schema.ts';
import type { BusinessRow, PackageRow, Uuid } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { CheckboxField, SelectField, TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { WholeField } from '#ui/whole-field.tsx';

/** Makes or changes what is offered as a package. */
export function PackageSheet({
  open,
  row,
  tree,
  business,
  onClose,
}: {
  open: boolean;
  /** null makes a new one. */
  row: PackageRow | null;
  tree: readonly CategoryView[];
  business: BusinessRow;
  onClose: () => void;
}) {
  const db = useDb();
  const form = useForm({
    initial: {
      name: row?.name ?? '',
      price_cents: (row?.price_cents ?? null) as number | null,
      credits: (row?.credits ?? null) as number | null,
      valid_days: (row?.valid_days ?? null) as number | null,
      renews_months: (row?.renews_months ?? null) as number | null,
      service_ids: row?.service_ids ?? ([] as Uuid[]),
    },
    rev: row?.rev,
    draftKey: `${db.name}.package.${row?.id ?? 'new'}`,
    words: { error: messageFor, rule: ruleText },
    save: ({ changed, values, seenRev }) =>
      // A number left empty is for the schema to refuse.
      row
        ? editPackage(db, row.id, changed as Partial<PackageInput>, seenRev)
        : createPackage(db, values as Partial<PackageInput>),
    onSaved: onClose,
  });
  const { values, change, error } = form;
  const inPackage = new Set([...(row?.service_ids ?? []), ...values.service_ids]);
  const toggle = async (): Promise<void> => {
    if (!row) return;
    const isActive = row.status === 'active';
    tellOutcome(
      await (isActive ? archivePackage(db, row.id) : restorePackage(db, row.id)),
      isActive ? `${row.name} is not sold any more` : `${row.name} is sold again`,
      messageFor,
    );
    onClose();
  };
  return (
    <FormSheet
      open={open}
      title={row ? 'Edit package' : 'Add package'}
      saveLabel={row ? 'Save' : 'Add package'}
      form={form}
      focusFirst={!row}
      onClose={onClose}
      actions={
        row && (
          <Button variant="quiet" onClick={() => void toggle()}>
            {row.status === 'active' ? 'Archive' : 'Restore'}
          </Button>
        )
      }
    >
      <TextField
        label="Name"
        placeholder="Ten massages"
        autoComplete="off"
        value={values.name}
        onChange={(name) => change({ name })}
        error={error('name')}
      />
      <div className="grid grid-cols-2 items-start gap-3">
        <WholeField
          label="Visits"
          value={values.credits}
          onChange={(credits) => change({ credits })}
          error={error('credits')}
        />
        <MoneyField
          label="Price, taxes included"
          currency={business.currency}
          locale={business.locale}
          value={values.price_cents}
          onChange={(price_cents) => change({ price_cents })}
          error={error('price_cents')}
        />
      </div>
      <SelectField
        label="Renews"
        hint="A membership: your client leaves a card, and is charged for the visits of each period."
        value={String(values.renews_months ?? '')}
        onChange={(months) => {
          const renews_months = months === '' ? null : Number(months);
          // A period is as long as it is.
          change(renews_months === null ? { renews_months } : { renews_months, valid_days: null });
        }}
        options={[
          { value: '', label: 'No: it is sold once' },
          { value: '1', label: 'Every month' },
          { value: '3', label: 'Every 3 months' },
          { value: '12', label: 'Every year' },
        ]}
      />
      {values.renews_months === null && (
        <WholeField
          label="Can be used for"
          required={false}
          unit="days"
          hint="Empty: for ever. Local law may ask for more than you would."
          value={values.valid_days}
          onChange={(valid_days) => change({ valid_days })}
          error={error('valid_days')}
        />
      )}
      <section aria-label="Services" className="grid gap-2 border-t border-line pt-4">
        <h3 className="font-semibold">Services</h3>
        <p className="text-sm text-muted">A visit of the package pays one of these.</p>
        {tree.map(({ category, services }) => {
          // What is not offered any more is shown where it is a part of the package: to be taken out.
          const shown = services.filter(
            ({ service: { id, status } }) => status === 'active' || inPackage.has(id),
          );
          if (shown.length === 0) return null;
          return (
            <fieldset key={category?.id ?? ''} className="min-w-0">
              <legend className="text-sm text-muted">{category?.name ?? 'Without category'}</legend>
              <div className="grid sm:grid-cols-2 sm:gap-x-4">
                {shown.map(({ service }) => (
                  <CheckboxField
                    key={service.id}
                    label={service.name}
                    {...(service.status === 'active' ? {} : { hint: 'Archived' })}
                    value={values.service_ids.includes(service.id)}
                    onChange={(on) =>
                      change({
                        service_ids: on
                          ? [...values.service_ids, service.id]
                          : values.service_ids.filter((id) => id !== service.id),
                      })
                    }
                  />
                ))}
              </div>
            </fieldset>
          );
        })}
        {error('service_ids') && (
          <p role="alert" className="text-danger">
            Choose at least one service.
          </p>
        )}
      </section>
      {row && (
        <p className="text-sm text-muted">What was sold before stays as it was when it was sold.</p>
      )}
    </FormSheet>
  );
}
