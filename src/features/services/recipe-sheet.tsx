import { messageFor, ruleText } from '#app/messages.ts';
import { setRecipe } from '#db/commands/used-products.ts';
import type { ServiceView } from '#db/queries/services.ts';
import { recipeBook } from '#db/queries/used-products.ts';
import type { RecipeBook } from '#db/queries/used-products.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { sameValue } from '#domain/commands/same-value.ts';
import { ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { unitWord } from '#domain/inventory/quantity.ts';
import type { ServiceVariantRow, Uuid } from '#domain/rows.ts';
import { IconButton } from '#ui/button.tsx';
import { SelectField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { PiecesField } from '#ui/pieces-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { Trash2 } from 'lucide-react';

type Props = { open: boolean; view: ServiceView; onClose: () => void };

/** What each option of a service uses up; a sale of it then takes that out of stock. */
export function RecipeSheet(props: Props) {
  const book = useQuery(recipeBook, []);
  return book ? <RecipeForm {...props} book={book} /> : null;
}

/** Amounts are in the unit of the product. */
type Use = { variant_id: Uuid; product_id: Uuid; amount: number | null };
type Values = { uses: Use[] };

function RecipeForm({ open, view, book, onClose }: Props & { book: RecipeBook }) {
  const db = useDb();
  const variants = view.variants.filter(({ status }) => status === 'active');
  const itemsOf = (uses: readonly Use[], variantId: Uuid) =>
    uses
      .filter(({ variant_id }) => variant_id === variantId)
      .map(({ product_id, amount }) => ({
        product_id,
        // Nothing entered is for the schema to refuse.
        qty_milli: (amount === null ? null : Math.round(amount * 1000)) as number,
      }));
  const form = useForm<Values>({
    initial: {
      uses: variants.flatMap(({ id }) =>
        (book.recipes.get(id) ?? []).map(({ product_id, qty_milli }) => ({
          variant_id: id,
          product_id,
          amount: qty_milli / 1000,
        })),
      ),
    },
    words: { error: messageFor, rule: ruleText },
    save: async ({ values, base }) => {
      let done: Result<unknown> = ok(null);
      for (const { id } of variants) {
        const items = itemsOf(values.uses, id);
        if (sameValue(items, itemsOf(base.uses, id))) continue;
        done = await setRecipe(db, id, items);
        if (!done.ok) return done;
      }
      return done;
    },
    onSaved: (value) => {
      // One option can be taken back; several are several changes.
      tellOutcome({ ok: true, value: variants.length === 1 ? value : null }, 'Saved', messageFor);
      onClose();
    },
  });
  const { uses } = form.values;
  const set = (next: Use[]): void => form.change({ uses: next });
  return (
    <FormSheet open={open} title="Products used" form={form} onClose={onClose}>
      <p className="text-muted">
        What one visit uses up. Checking it out takes this out of stock; the amounts can be
        corrected on the sale.
      </p>
      {variants.map((variant) => (
        <VariantRecipe
          key={variant.id}
          variant={variant}
          name={variants.length > 1 ? variant.name || 'Standard' : view.service.name}
          book={book}
          uses={uses.filter(({ variant_id }) => variant_id === variant.id)}
          onAdd={(product_id) =>
            set([...uses, { variant_id: variant.id, product_id, amount: null }])
          }
          onChange={(changed, amount) =>
            set(uses.map((use) => (use === changed ? { ...use, amount } : use)))
          }
          onRemove={(gone) => set(uses.filter((use) => use !== gone))}
        />
      ))}
      {book.products.length === 0 && (
        <p className="text-muted">
          No product is used at work yet. Add one to the inventory, for use at work.
        </p>
      )}
    </FormSheet>
  );
}

function VariantRecipe({
  variant,
  name,
  book,
  uses,
  onAdd,
  onChange,
  onRemove,
}: {
  variant: ServiceVariantRow;
  name: string;
  book: RecipeBook;
  uses: readonly Use[];
  onAdd: (productId: Uuid) => void;
  onChange: (use: Use, amount: number | null) => void;
  onRemove: (use: Use) => void;
}) {
  const others = book.products.filter(({ id }) => !uses.some((use) => use.product_id === id));
  return (
    <section aria-labelledby={`recipe-${variant.id}`} className="grid gap-3">
      <h3 id={`recipe-${variant.id}`} className="font-semibold wrap-anywhere">
        {name}
      </h3>
      {uses.map((use) => {
        const product = book.productById.get(use.product_id);
        const label = product?.name ?? 'Unknown product';
        return (
          <div key={use.product_id} className="flex items-end gap-2">
            <PiecesField
              className="min-w-0 flex-1"
              label={label}
              unit={product ? unitWord(product) : undefined}
              value={use.amount}
              onChange={(amount) => onChange(use, amount)}
            />
            <IconButton icon={Trash2} label={`Remove ${label}`} onClick={() => onRemove(use)} />
          </div>
        );
      })}
      {others.length > 0 && (
        <SelectField
          label="Add a product"
          required={false}
          placeholder="Choose"
          value=""
          onChange={(id) => id !== '' && onAdd(id)}
          options={others.map((product) => ({ value: product.id, label: product.name }))}
        />
      )}
    </section>
  );
}
