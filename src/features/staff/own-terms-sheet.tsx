import { messageFor, ruleText } from '#app/messages.ts';
import { setOverrides } from '#db/commands/overrides.ts';
import { overrideKey } from '#db/queries/services.ts';
import type { ServiceView } from '#db/queries/services.ts';
import { useDb } from '#db/use-query.ts';
import { fail } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { BusinessRow, ServiceVariantRow, StaffRow } from '#domain/rows.ts';
import { formatPrice } from '#domain/services/price.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { CheckboxField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { WholeField } from '#ui/whole-field.tsx';
import { hasAmount } from './offers.ts';

type Terms = {
  hasTime: boolean;
  duration_min: number | null;
  hasPrice: boolean;
  price_cents: number | null;
};

/** What one person takes and asks for a service, where that is not what the service says. */
export function OwnTermsSheet({
  open,
  staff,
  view,
  business,
  onClose,
}: {
  open: boolean;
  staff: StaffRow;
  view: ServiceView;
  business: BusinessRow;
  onClose: () => void;
}) {
  const db = useDb();
  const { service } = view;
  const overrideOf = ({ id }: ServiceVariantRow) => view.overrides.get(overrideKey(id, staff.id));
  const variants = view.variants.filter((one) => overrideOf(one)?.offered !== false);
  const form = useForm<{ options: Terms[] }>({
    initial: { options: variants.map((one) => termsOf(one, overrideOf(one))) },
    draftKey: `${db.name}.terms.${staff.id}.${service.id}`,
    words: { error: messageFor, rule: ruleText },
    save: async ({ values: { options } }) => {
      const empty = emptyField(options);
      if (empty) return fail('invalid', { field: empty, rule: 'required' });
      const saved = await setOverrides(
        db,
        variants.map(({ id }, index) => ({
          staff_id: staff.id,
          variant_id: id,
          offered: true,
          duration_min: options[index]?.hasTime ? options[index].duration_min : null,
          price_cents: options[index]?.hasPrice ? options[index].price_cents : null,
        })),
      );
      return inOptions(saved);
    },
    onSaved: (done) => {
      tellOutcome(
        { ok: true, value: done },
        `${service.name} of ${staff.display_name} saved`,
        messageFor,
      );
      onClose();
    },
  });
  const { options } = form.values;
  const change = (at: number, part: Partial<Terms>): void =>
    form.change({
      options: options.map((one, index) => (index === at ? { ...one, ...part } : one)),
    });
  const money = { currency: business.currency, locale: business.locale };
  return (
    <FormSheet
      open={open}
      title={`${service.name}: ${staff.display_name}`}
      form={form}
      onClose={onClose}
    >
      <p className="text-muted">
        What is not ticked follows the service, also when that changes. Visits that are booked stay
        as they are.
      </p>
      {variants.map((variant, index) => {
        const terms = options[index];
        if (!terms) return null;
        const { name, price_kind, price_cents, duration_min } = variant;
        return (
          <section
            key={variant.id}
            aria-label={name || service.name}
            className="grid gap-2 border-t border-line pt-3"
          >
            {variants.length > 1 && <h3 className="font-semibold">{name}</h3>}
            <CheckboxField
              label="Own time"
              hint={`The service: ${formatDuration(duration_min, { locale: business.locale })}`}
              value={terms.hasTime}
              onChange={(hasTime) => change(index, { hasTime })}
            />
            {terms.hasTime && (
              <WholeField
                label="Length"
                unit="min"
                value={terms.duration_min}
                onChange={(minutes) => change(index, { duration_min: minutes })}
                error={form.error(`options.${index}.duration_min`)}
              />
            )}
            {hasAmount(price_kind) && (
              <CheckboxField
                label="Own price"
                hint={`The service: ${formatPrice({ kind: price_kind, cents: price_cents }, money)}`}
                value={terms.hasPrice}
                onChange={(hasPrice) => change(index, { hasPrice })}
              />
            )}
            {hasAmount(price_kind) && terms.hasPrice && (
              <MoneyField
                label="Amount"
                {...money}
                value={terms.price_cents}
                onChange={(cents) => change(index, { price_cents: cents })}
                error={form.error(`options.${index}.price_cents`)}
              />
            )}
          </section>
        );
      })}
    </FormSheet>
  );
}

/** The fields begin with what holds now, so that a tick alone changes nothing. */
const termsOf = (
  variant: ServiceVariantRow,
  override: { price_cents: number | null; duration_min: number | null } | undefined,
): Terms => {
  const { price_cents = null, duration_min = null } = override ?? {};
  return {
    hasTime: duration_min !== null,
    duration_min: duration_min ?? variant.duration_min,
    hasPrice: price_cents !== null && hasAmount(variant.price_kind),
    price_cents: price_cents ?? variant.price_cents,
  };
};

/** Ticked and left empty: neither an own value nor the service's. */
const emptyField = (options: readonly Terms[]): string | null => {
  for (const [index, one] of options.entries()) {
    if (one.hasTime && one.duration_min === null) return `options.${index}.duration_min`;
    if (one.hasPrice && one.price_cents === null) return `options.${index}.price_cents`;
  }
  return null;
};

/** The command counts its list, the form calls it `options`. */
const inOptions = <T,>(result: Result<T>): Result<T> => {
  if (result.ok || !result.error.issues) return result;
  const issues = result.error.issues.map((issue) => ({
    ...issue,
    field: `options.${issue.field}`,
  }));
  return fail('invalid', { ...issues[0], issues });
};
