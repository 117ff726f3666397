import { messageFor, ruleText } from '#app/messages.ts';
import { createProduct, editProduct } from '#db/commands/products.ts';
import type { ProductFields } from '#db/commands/products.ts';
import type { Inventory, ProductView } from '#db/queries/inventory.ts';
import { useDb } from '#db/use-query.ts';
import { hasCheckDigit, readBarcode } from '#domain/inventory/barcode.ts';
import { milliOf, piecesOf } from '#domain/inventory/quantity.ts';
import { EMPTY_PRODUCT } from '#domain/inventory/schema.ts';
import type { ProductInput } from '#domain/inventory/schema.ts';
import { percentText } from '#domain/money/percent.ts';
import type { Uuid } from '#domain/rows.ts';
import { SelectField, TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { WholeField } from '#ui/whole-field.tsx';
import { KIND_WORDS, UNIT_WORDS } from './inventory-words.ts';
import { PiecesField } from '#ui/pieces-field.tsx';

type Text = 'brand' | 'category' | 'sku' | 'barcode';

/** As fields hold it: texts that may be empty, and quantities in pieces. */
type Values = Omit<ProductInput, Text | 'size_milli' | 'low_stock_milli' | 'price_cents'> &
  Record<Text, string> & {
    /** Of one piece, in the unit. */
    size: number | null;
    low: number | null;
    price_cents: number | null;
    cost_cents: number | null;
    /** What is there of a new one. */
    stock: number | null;
  };

const valuesOf = (product: ProductInput, costCents: number | null): Values => ({
  name: product.name,
  brand: product.brand ?? '',
  category: product.category ?? '',
  sku: product.sku ?? '',
  barcode: product.barcode ?? '',
  kind: product.kind,
  unit: product.unit,
  tax_rate_id: product.tax_rate_id,
  supplier_id: product.supplier_id,
  reorder_qty: product.reorder_qty,
  size: product.size_milli / 1000,
  low: product.low_stock_milli === null ? null : piecesOf(product, product.low_stock_milli),
  price_cents: product.price_cents,
  cost_cents: costCents,
  stock: null,
});

const fieldsOf = (values: Values, seesCost: boolean): ProductFields => {
  const { size, low, stock: _stock, cost_cents, price_cents, ...fields } = values;
  const measure = {
    unit: values.unit,
    size_milli: values.unit === 'piece' ? 1000 : Math.round((size ?? 0) * 1000),
  };
  return {
    ...fields,
    ...measure,
    // A price left empty is for the schema to refuse, unless nobody is asked for it.
    ...(price_cents === null && values.kind === 'professional'
      ? {}
      : { price_cents: price_cents as number }),
    low_stock_milli: low === null ? null : milliOf(measure, low),
    ...(seesCost ? { cost_cents } : {}),
  };
};

/** Makes or changes a product. */
export function ProductSheet({
  open,
  view,
  inventory: { business, categories, suppliers, taxes },
  seesCost,
  barcode = '',
  onSaved,
  onClose,
}: {
  open: boolean;
  /** null makes a new one. */
  view: ProductView | null;
  inventory: Inventory;
  seesCost: boolean;
  /** That a new one begins with. */
  barcode?: string;
  /** Instead of closing it, once a new one is there. */
  onSaved?: (id: Uuid) => void;
  onClose: () => void;
}) {
  const db = useDb();
  const product = view?.product ?? null;
  // What was typed about one new product is nothing to begin another one with.
  const draftName = product?.id ?? `new${barcode}`;
  const form = useForm<Values>({
    initial: valuesOf(product ?? { ...EMPTY_PRODUCT, barcode }, view?.costCents ?? null),
    rev: product?.rev,
    draftKey: `${db.name}.product.${draftName}`,
    words: { error: messageFor, rule: ruleText },
    save: async ({ changed, values, seenRev }) => {
      const fields = fieldsOf(values, seesCost);
      if (!product) {
        const stock =
          values.stock === null
            ? null
            : milliOf({ unit: values.unit, size_milli: fields.size_milli ?? 1000 }, values.stock);
        return createProduct(db, fields, stock);
      }
      const { size_milli, low_stock_milli, ...rest } = fields;
      const touched = Object.fromEntries(
        Object.entries(rest).filter(([name]) => name in changed),
      ) as ProductFields;
      const isMeasured = 'size' in changed || 'unit' in changed;
      return editProduct(
        db,
        product.id,
        {
          ...touched,
          ...(isMeasured ? { size_milli } : {}),
          ...(isMeasured || 'low' in changed ? { low_stock_milli } : {}),
        } as ProductFields,
        seenRev,
      );
    },
    onSaved: (value) => {
      tellOutcome({ ok: true, value }, 'Product saved', messageFor);
      if (onSaved) onSaved(value as Uuid);
      else onClose();
    },
  });
  const { values, change, error } = form;
  const code = readBarcode(values.barcode);
  const isSold = values.kind !== 'professional';
  const money = { currency: business.currency, locale: business.locale };
  return (
    <FormSheet
      open={open}
      size="lg"
      title={product ? product.name : 'Add product'}
      saveLabel={product ? 'Save' : 'Add product'}
      form={form}
      focusFirst={!product}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={values.name}
        maxLength={120}
        autoComplete="off"
        error={error('name')}
        onChange={(name) => change({ name })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Brand"
          required={false}
          value={values.brand}
          maxLength={120}
          autoComplete="off"
          error={error('brand')}
          onChange={(brand) => change({ brand })}
        />
        <TextField
          label="Category"
          required={false}
          hint={categories.length > 0 ? `In use: ${categories.slice(0, 6).join(', ')}` : undefined}
          value={values.category}
          maxLength={120}
          autoComplete="off"
          error={error('category')}
          onChange={(category) => change({ category })}
        />
        <TextField
          label="Barcode"
          required={false}
          inputMode="numeric"
          autoComplete="off"
          hint={
            code && !hasCheckDigit(code)
              ? 'The last digit does not fit. Please compare it with the label.'
              : 'Scan it, or type the digits under the bars.'
          }
          value={values.barcode}
          error={error('barcode')}
          onChange={(text) => change({ barcode: text })}
        />
        <TextField
          label="SKU"
          required={false}
          value={values.sku}
          maxLength={60}
          autoComplete="off"
          error={error('sku')}
          onChange={(sku) => change({ sku })}
        />
        <SelectField
          label="What it is for"
          value={values.kind}
          onChange={(kind) => change({ kind: kind as Values['kind'] })}
          options={Object.entries(KIND_WORDS).map(([value, label]) => ({ value, label }))}
        />
        <SelectField
          label="Stock is counted in"
          value={values.unit}
          onChange={(unit) => change({ unit: unit as Values['unit'] })}
          options={Object.entries(UNIT_WORDS).map(([value, label]) => ({ value, label }))}
        />
        {values.unit !== 'piece' && (
          <PiecesField
            label="One piece holds"
            unit={values.unit}
            value={values.size}
            error={error('size_milli')}
            onChange={(size) => change({ size })}
          />
        )}
        {isSold && (
          <MoneyField
            label="Price"
            {...money}
            value={values.price_cents}
            error={error('price_cents')}
            onChange={(price_cents) => change({ price_cents })}
          />
        )}
        {seesCost && (
          <MoneyField
            label="Cost of a piece"
            required={false}
            hint="Without tax, as your supplier bills it."
            {...money}
            value={values.cost_cents}
            error={error('cost_cents')}
            onChange={(cost_cents) => change({ cost_cents })}
          />
        )}
        {taxes.length > 0 && (
          <SelectField
            label="Tax"
            placeholder="No tax"
            value={values.tax_rate_id ?? ''}
            onChange={(id) => change({ tax_rate_id: id || null })}
            options={taxes.map(({ id, name, milli_percent }) => ({
              value: id,
              label: `${name} ${percentText(milli_percent)}`,
            }))}
          />
        )}
        {suppliers.length > 0 && (
          <SelectField
            label="Supplier"
            placeholder="Nobody"
            value={values.supplier_id ?? ''}
            onChange={(id) => change({ supplier_id: id || null })}
            options={suppliers
              .filter(({ id, status }) => status === 'active' || id === values.supplier_id)
              .map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <PiecesField
          label="Low stock at"
          required={false}
          hint="Pieces. Left empty, it is never low."
          value={values.low}
          error={error('low_stock_milli')}
          onChange={(low) => change({ low })}
        />
        <WholeField
          label="Reorder quantity"
          required={false}
          hint="Pieces"
          value={values.reorder_qty}
          error={error('reorder_qty')}
          onChange={(reorder_qty) => change({ reorder_qty })}
        />
        {!product && (
          <PiecesField
            label="There now"
            required={false}
            hint="Pieces. Left empty, it counts as not counted yet."
            value={values.stock}
            error={error('stock')}
            onChange={(stock) => change({ stock })}
          />
        )}
      </div>
    </FormSheet>
  );
}
