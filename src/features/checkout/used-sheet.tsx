import { messageFor, ruleText } from '#app/messages.ts';
import { correctUsed } from '#db/commands/used-products.ts';
import type { UsedView } from '#db/queries/used-products.ts';
import { useDb } from '#db/use-query.ts';
import { unitWord } from '#domain/inventory/quantity.ts';
import type { Uuid } from '#domain/rows.ts';
import { FormSheet } from '#ui/form-sheet.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { PiecesField } from '#ui/pieces-field.tsx';
import { useForm } from '#ui/use-form.ts';

/** In the unit of each product; in the order of `views`. */
type Values = { amounts: (number | null)[] };

/** What was really used, where it was more or less than the recipe says. */
export function UsedSheet({
  open,
  saleId,
  views,
  onClose,
}: {
  open: boolean;
  saleId: Uuid;
  views: readonly UsedView[];
  onClose: () => void;
}) {
  const db = useDb();
  const form = useForm<Values>({
    initial: { amounts: views.map(({ used_milli }) => used_milli / 1000) },
    words: { error: messageFor, rule: ruleText },
    save: ({ values: { amounts } }) =>
      correctUsed(
        db,
        saleId,
        views.map(({ line, product }, place) => ({
          sale_line_id: line.id,
          product_id: product.id,
          // Nothing entered is nothing used.
          qty_milli: Math.round((amounts[place] ?? 0) * 1000),
        })),
      ),
    onSaved: (value) => {
      tellOutcome({ ok: true, value }, 'Stock corrected', messageFor);
      onClose();
    },
  });
  const { amounts } = form.values;
  return (
    <FormSheet open={open} title="Products used" form={form} onClose={onClose}>
      {views.map(({ line, product }, place) => (
        <PiecesField
          key={`${line.id} ${product.id}`}
          label={`${product.name}, ${line.name}`}
          unit={unitWord(product)}
          value={amounts[place] ?? null}
          onChange={(amount) =>
            form.change({ amounts: amounts.map((old, at) => (at === place ? amount : old)) })
          }
        />
      ))}
    </FormSheet>
  );
}
