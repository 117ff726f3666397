import { messageFor, ruleText } from '#app/messages.ts';
import { setCommission } from '#db/commands/pay.ts';
import { useDb } from '#db/use-query.ts';
import { ok } from '#domain/errors/result.ts';
import type { BusinessRow, CommissionRuleRow, ServiceRow, StaffRow, Uuid } from '#domain/rows.ts';
import { EACH_MAX_CENTS } from '#domain/staff/pay-schema.ts';
import type { Adjustment } from '#domain/staff/pay.ts';
import { TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { PiecesField } from '#ui/pieces-field.tsx';
import { showToast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { CommissionRates } from './commission-rates.tsx';
import type { TypedRate } from './commission-rates.tsx';
import { CommissionSteps } from './commission-steps.tsx';
import type { TypedStep } from './commission-steps.tsx';

/** Percentages as they are typed; the schema speaks of them by these names. */
type Values = {
  service_bp: number | null;
  product_bp: number | null;
  service_steps: TypedStep[];
  service_cents: number | null;
  own_rates: TypedRate[];
  extra_cents: number | null;
  off_cents: number | null;
  note: string;
};

const MAX_CENTS = 1_000_000_000;
const RULE_FIELDS = [
  'service_bp',
  'product_bp',
  'service_steps',
  'service_cents',
  'own_rates',
] as const;
const bpOf = (percent: number | null): number => Math.round((percent ?? 0) * 100);

/** What somebody earns of what they sell, and what is put on top or taken off this time. */
export function PaySheet({
  open,
  staff,
  rule,
  adjustment,
  services,
  business,
  onAdjust,
  onClose,
}: {
  open: boolean;
  staff: StaffRow;
  rule: CommissionRuleRow | null;
  adjustment: Adjustment;
  services: ReadonlyMap<Uuid, ServiceRow>;
  business: BusinessRow;
  onAdjust: (adjustment: Adjustment) => void;
  onClose: () => void;
}) {
  const db = useDb();
  const { currency, locale } = business;
  const form = useForm<Values>({
    initial: {
      service_bp: (rule?.service_bp ?? 0) / 100,
      product_bp: (rule?.product_bp ?? 0) / 100,
      service_steps: (rule?.service_steps ?? []).map(({ from_cents, bp }) => ({
        from_cents,
        percent: bp / 100,
      })),
      service_cents: rule?.service_cents || null,
      own_rates: (rule?.own_rates ?? []).map(({ service_id, bp, cents }) => ({
        service_id,
        percent: bp / 100,
        cents: cents || null,
      })),
      extra_cents: adjustment.extra_cents || null,
      off_cents: adjustment.off_cents || null,
      note: adjustment.note,
    },
    rev: rule?.rev,
    words: { error: messageFor, rule: ruleText },
    save: async ({ changed, values: typed }) => {
      const { extra_cents, off_cents, note } = typed;
      const wanted = {
        service_bp: bpOf(typed.service_bp),
        product_bp: bpOf(typed.product_bp),
        service_steps: typed.service_steps.map(({ from_cents, percent }) => ({
          from_cents: from_cents ?? 0,
          bp: bpOf(percent),
        })),
        service_cents: typed.service_cents ?? 0,
        own_rates: typed.own_rates.map(({ service_id, percent, cents }) => ({
          service_id,
          bp: bpOf(percent),
          cents: cents ?? 0,
        })),
      };
      const isRule = RULE_FIELDS.some((field) => field in changed);
      const saved = isRule ? await setCommission(db, staff.id, wanted) : ok(null);
      if (!saved.ok) return saved;
      onAdjust({ extra_cents: extra_cents ?? 0, off_cents: off_cents ?? 0, note: note.trim() });
      return saved;
    },
    onSaved: () => {
      showToast({ type: 'success', title: 'Saved' });
      onClose();
    },
  });
  const { values, change, error } = form;
  const money = (
    field: 'service_cents' | 'extra_cents' | 'off_cents',
    label: string,
    maxCents = MAX_CENTS,
  ) => (
    <MoneyField
      label={label}
      required={false}
      currency={currency}
      locale={locale}
      maxCents={maxCents}
      value={values[field]}
      onChange={(cents) => change({ [field]: cents } as Partial<Values>)}
    />
  );
  const percent = (field: 'service_bp' | 'product_bp', label: string) => (
    <PiecesField
      label={label}
      unit="%"
      value={values[field]}
      error={error(field)}
      onChange={(value) => change({ [field]: value } as Partial<Values>)}
    />
  );
  return (
    <FormSheet open={open} title={staff.display_name} form={form} onClose={onClose}>
      <p className="text-muted">
        These rates hold from now on, for every run that is not closed yet.
      </p>
      {percent('service_bp', 'Of services')}
      <CommissionSteps
        steps={values.service_steps}
        business={business}
        error={error}
        onChange={(service_steps) => change({ service_steps })}
      />
      {money('service_cents', 'For each service', EACH_MAX_CENTS)}
      <CommissionRates
        rates={values.own_rates}
        services={[...services.values()]}
        business={business}
        error={error}
        onChange={(own_rates) => change({ own_rates })}
      />
      {percent('product_bp', 'Of products')}
      <h3 className="font-semibold">In this run</h3>
      {money('extra_cents', 'Put on top')}
      {money('off_cents', 'Take off')}
      <TextField
        label="Why"
        required={false}
        maxLength={500}
        autoComplete="off"
        value={values.note}
        onChange={(note) => change({ note })}
      />
    </FormSheet>
  );
}
