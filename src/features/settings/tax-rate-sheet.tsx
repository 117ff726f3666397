import { messageFor, ruleText } from '#app/messages.ts';
import { createTaxRate, editTaxRate } from '#db/commands/tax-rates.ts';
import { useDb } from '#db/use-query.ts';
import { fail } from '#domain/errors/result.ts';
import { parsePercent, percentInput } from '#domain/money/percent.ts';
import type { TaxRateRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { useForm } from '#ui/use-form.ts';

const HOW = [
  { value: 'in', label: 'In the price', hint: 'Clients pay what the menu says.' },
  { value: 'added', label: 'Added to the price', hint: 'It comes on top when they pay.' },
] as const;

/** Makes or changes a tax. */
export function TaxRateSheet({
  open,
  rate,
  onClose,
  onActive,
}: {
  open: boolean;
  /** null makes a new one. */
  rate: TaxRateRow | null;
  onClose: () => void;
  onActive: (rate: TaxRateRow, isActive: boolean) => void;
}) {
  const db = useDb();
  const form = useForm({
    initial: {
      name: rate?.name ?? '',
      percent: rate ? percentInput(rate.milli_percent) : '',
      how: (rate?.inclusive ?? true) ? ('in' as const) : ('added' as const),
    } as { name: string; percent: string; how: 'in' | 'added' },
    rev: rate?.rev,
    draftKey: `${db.name}.tax.${rate?.id ?? 'new'}`,
    words: { error: messageFor, rule: ruleText },
    save: async ({ changed, values, seenRev }) => {
      const milli_percent = parsePercent(values.percent);
      if (milli_percent === null) {
        const rule = values.percent.trim() === '' ? 'required' : 'not_a_number';
        return fail('invalid', { field: 'percent', rule });
      }
      const fields = {
        ...('name' in changed || !rate ? { name: values.name } : {}),
        ...('percent' in changed || !rate ? { milli_percent } : {}),
        ...('how' in changed || !rate ? { inclusive: values.how === 'in' } : {}),
      };
      const saved = rate
        ? await editTaxRate(db, rate.id, fields, seenRev)
        : await createTaxRate(db, fields);
      // The schema speaks of the column, the form of what was typed.
      return !saved.ok && saved.error.field === 'milli_percent'
        ? fail('invalid', { field: 'percent', rule: 'too_large' })
        : saved;
    },
    onSaved: onClose,
  });
  const { values, change, error } = form;
  return (
    <FormSheet
      open={open}
      title={rate ? `Edit ${rate.name}` : 'Add a tax'}
      saveLabel={rate ? 'Save' : 'Add a tax'}
      form={form}
      focusFirst={!rate}
      onClose={onClose}
      actions={
        rate && (
          <Button variant="quiet" onClick={() => onActive(rate, !rate.active)}>
            {rate.active ? 'Archive' : 'Use again'}
          </Button>
        )
      }
    >
      <TextField
        label="Name"
        placeholder="Sales tax, VAT …"
        autoComplete="off"
        value={values.name}
        onChange={(name) => change({ name })}
        error={error('name')}
      />
      <TextField
        label="Percent"
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
        unit="%"
        value={values.percent}
        onChange={(percent) => change({ percent })}
        error={error('percent')}
      />
      <ChoiceField
        label="How it is charged"
        value={values.how}
        onChange={(how) => change({ how })}
        choices={HOW}
      />
      {rate && (
        <p className="text-pretty text-muted">
          A change counts from the next sale on; what was sold keeps its tax.
        </p>
      )}
    </FormSheet>
  );
}
