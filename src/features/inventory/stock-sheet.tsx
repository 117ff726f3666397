import { messageFor, ruleText } from '#app/messages.ts';
import { changeStock, countStock } from '#db/commands/stock.ts';
import type { ProductView } from '#db/queries/inventory.ts';
import { useDb } from '#db/use-query.ts';
import { milliOf, quantityText, sizeText } from '#domain/inventory/quantity.ts';
import { ADJUST_REASONS } from '#domain/inventory/schema.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { FilterChip } from '#ui/chip.tsx';
import { TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { PiecesField } from '#ui/pieces-field.tsx';

type Values = {
  what: 'receive' | 'use' | 'less' | 'more' | 'count';
  qty_milli: number | null;
  cost_cents: number | null;
  reason: string;
};

/** One thing that happened to the stock of a product beside sales. */
export function StockSheet({
  open,
  view: { product, stock, costCents },
  business: { currency, locale },
  seesCost,
  onClose,
}: {
  open: boolean;
  view: ProductView;
  business: BusinessRow;
  seesCost: boolean;
  onClose: () => void;
}) {
  const db = useDb();
  const form = useForm<Values>({
    initial: { what: 'receive', qty_milli: null, cost_cents: costCents, reason: '' },
    words: { error: messageFor, rule: ruleText },
    save: ({ values: { what, qty_milli: pieces, cost_cents, reason } }) => {
      // Nothing entered is for the schema to refuse.
      const milli = pieces === null ? (null as unknown as number) : milliOf(product, pieces);
      const of = { product_id: product.id };
      if (what === 'count') return countStock(db, [{ ...of, qty_milli: milli }]);
      if (what === 'receive') {
        const cost = seesCost ? { cost_cents } : {};
        return changeStock(db, { ...of, kind: 'receive', qty_milli: milli, ...cost });
      }
      if (what === 'use') {
        return changeStock(db, { ...of, kind: 'use', qty_milli: pieces === null ? milli : -milli });
      }
      const qty_milli = what === 'less' && pieces !== null ? -milli : milli;
      return changeStock(db, { ...of, kind: 'adjust', qty_milli, reason });
    },
    onSaved: (value) => {
      tellOutcome({ ok: true, value }, 'Stock changed', messageFor);
      onClose();
    },
  });
  const { values, change, error } = form;
  const isAdjusted = values.what === 'less' || values.what === 'more';
  const size = sizeText(product, locale);
  return (
    <FormSheet open={open} title="Change stock" form={form} onClose={onClose}>
      <p className="text-muted">
        {stock.isKnown
          ? `${product.name}: ${quantityText(product, stock.qty_milli, locale)} left.`
          : `${product.name} was not counted yet.`}
      </p>
      <ChoiceField
        label="What happened"
        value={values.what}
        onChange={(what) => change({ what })}
        choices={[
          { value: 'receive', label: 'Some came in' },
          { value: 'use', label: 'Some was used at work' },
          { value: 'less', label: 'There is less', hint: 'Damaged, expired, missing' },
          { value: 'more', label: 'There is more' },
          { value: 'count', label: 'I counted it' },
        ]}
      />
      <PiecesField
        label={values.what === 'count' ? 'There now' : 'How much'}
        hint={size === '' ? 'Pieces' : `Pieces of ${size}`}
        value={values.qty_milli}
        error={error('qty_milli') ?? error('0')}
        onChange={(qty_milli) => change({ qty_milli })}
      />
      {values.what === 'receive' && seesCost && (
        <MoneyField
          label="Cost of a piece"
          required={false}
          currency={currency}
          locale={locale}
          value={values.cost_cents}
          error={error('cost_cents')}
          onChange={(cost_cents) => change({ cost_cents })}
        />
      )}
      {isAdjusted && (
        <div className="grid gap-2">
          <TextField
            label="Reason"
            value={values.reason}
            maxLength={200}
            autoComplete="off"
            error={error('reason')}
            onChange={(reason) => change({ reason })}
          />
          <div role="group" aria-label="Frequent reasons" className="flex flex-wrap gap-2">
            {ADJUST_REASONS.map((reason) => (
              <FilterChip
                key={reason}
                selected={values.reason === reason}
                onChange={() => change({ reason })}
              >
                {reason}
              </FilterChip>
            ))}
          </div>
        </div>
      )}
    </FormSheet>
  );
}
