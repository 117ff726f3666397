import { messageFor, ruleText } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import { archiveBundle, createBundle, editBundle, restoreBundle } from '#db/commands/bundles.ts';
import { useDb } from '#db/use-query.ts';
import type { BundleRow, BusinessRow, Uuid } from '#domain/rows.ts';
import { BUNDLE_MAX_PARTS, EMPTY_BUNDLE } from '#domain/services/bundle-schema.ts';
import type { BundleInput } from '#domain/services/bundle-schema.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { SelectField, TextArea, TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { LinkBox } from '#ui/link-box.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { OrderButtons } from '#ui/order-buttons.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { WholeField } from '#ui/whole-field.tsx';
import { Trash2 } from 'lucide-react';
import { bundleText, canBePart, partsOf, type MenuPart } from './bundle-words.ts';
import { VISIBILITY } from './service-fields.tsx';

const PRICES = [
  { value: 'fixed', label: 'One price' },
  { value: 'percent', label: 'Percent less' },
  { value: 'amount', label: 'So much less' },
] as const;

const PRICE_PARTS = ['price_mode', 'price_cents', 'percent_bp'] as const;

/** The one number that counts for this kind of price: what was typed for another kind is let go. */
const priceOf = ({
  price_mode,
  price_cents,
  percent_bp,
}: Pick<BundleRow, 'price_mode' | 'percent_bp'> & { price_cents: number | null }) =>
  price_mode === 'percent' ? { price_cents: 0, percent_bp } : { price_cents, percent_bp: null };

/** Makes or changes what is sold together. */
export function BundleSheet({
  open,
  row,
  menu,
  business,
  onClose,
}: {
  open: boolean;
  /** null makes a new one. */
  row: BundleRow | null;
  menu: ReadonlyMap<Uuid, MenuPart>;
  business: BusinessRow;
  onClose: () => void;
}) {
  const db = useDb();
  const start = row ?? EMPTY_BUNDLE;
  const form = useForm({
    initial: {
      name: start.name,
      description: start.description ?? '',
      visibility: start.visibility,
      variant_ids: start.variant_ids,
      price_mode: start.price_mode,
      price_cents: (row && row.price_mode !== 'percent' ? row.price_cents : null) as number | null,
      percent_bp: start.percent_bp,
    },
    rev: row?.rev,
    draftKey: `${db.name}.bundle.${row?.id ?? 'new'}`,
    words: { error: messageFor, rule: ruleText },
    save: ({ changed, values, seenRev }) => {
      const { percent_bp: _percent, price_cents: _cents, ...rest } = row ? changed : values;
      const isPriced = !row || PRICE_PARTS.some((part) => part in changed);
      // A number left empty is for the schema to refuse.
      const input = { ...rest, ...(isPriced ? priceOf(values) : {}) } as Partial<BundleInput>;
      return row ? editBundle(db, row.id, input, seenRev) : createBundle(db, input);
    },
    onSaved: onClose,
  });
  const { values, change, error } = form;
  const parts = partsOf(values.variant_ids, menu);
  const isArchived = row?.status === 'archived';
  const toggle = async (): Promise<void> => {
    if (!row) return;
    tellOutcome(
      await (isArchived ? restoreBundle(db, row.id) : archiveBundle(db, row.id)),
      isArchived ? `${row.name} is offered again` : `${row.name} archived`,
      messageFor,
    );
    onClose();
  };
  return (
    <FormSheet
      open={open}
      title={row ? 'Edit bundle' : 'Add bundle'}
      saveLabel={row ? 'Save' : 'Add bundle'}
      form={form}
      focusFirst={!row}
      onClose={onClose}
      actions={
        row && (
          <Button variant="quiet" onClick={() => void toggle()}>
            {isArchived ? 'Offer again' : 'Archive'}
          </Button>
        )
      }
    >
      <TextField
        label="Name"
        placeholder="Bridal day"
        autoComplete="off"
        value={values.name}
        onChange={(name) => change({ name })}
        error={error('name')}
      />
      <TextArea
        label="Description"
        required={false}
        rows={2}
        value={values.description}
        onChange={(description) => change({ description })}
        error={error('description')}
      />
      <PartsField
        ids={values.variant_ids}
        menu={menu}
        error={error('variant_ids')}
        onChange={(variant_ids) => change({ variant_ids })}
      />
      {values.price_mode !== 'hidden' && (
        <section aria-label="Price" className="grid gap-3 border-t border-line pt-4">
          <ChoiceField
            label="Price"
            columns
            value={values.price_mode}
            onChange={(price_mode) => change({ price_mode })}
            choices={PRICES}
          />
          {values.price_mode === 'percent' ? (
            <WholeField
              label="Percent less than its services"
              className="max-w-60"
              unit="%"
              // Whole percents are entered.
              value={values.percent_bp === null ? null : Math.round(values.percent_bp / 100)}
              onChange={(percent) =>
                change({ percent_bp: percent === null ? null : percent * 100 })
              }
              error={error('percent_bp')}
            />
          ) : (
            <MoneyField
              label={values.price_mode === 'fixed' ? 'Price together' : 'Less by'}
              className="max-w-60"
              currency={business.currency}
              locale={business.locale}
              value={values.price_cents}
              onChange={(price_cents) => change({ price_cents })}
              error={error('price_cents')}
            />
          )}
          {parts.length > 1 && (
            <p className="text-sm text-muted tabular-nums">
              {bundleText(
                {
                  price_mode: values.price_mode,
                  price_cents: values.price_cents ?? 0,
                  percent_bp: values.percent_bp ?? 0,
                },
                parts,
                business,
              )}
            </p>
          )}
          <p className="text-sm text-muted">
            Each service gets its share of the price, so pay and taxes go by the services.
          </p>
        </section>
      )}
      <ChoiceField
        label="Where it is shown"
        value={values.visibility}
        onChange={(visibility) => change({ visibility })}
        choices={VISIBILITY}
      />
      {row && values.visibility === 'link' && (
        <LinkBox
          path={pathTo('book', { proUrl: business.slug }, { service: row.id })}
          what="the page of this bundle"
        />
      )}
      {row && <p className="text-sm text-muted">What was booked before stays as it is.</p>}
    </FormSheet>
  );
}

/** The services of a bundle in their order. */
function PartsField({
  ids,
  menu,
  error,
  onChange,
}: {
  ids: readonly Uuid[];
  menu: ReadonlyMap<Uuid, MenuPart>;
  error: string | undefined;
  onChange: (ids: Uuid[]) => void;
}) {
  const others = [...menu.values()].filter(
    (part) => canBePart(part) && !ids.includes(part.variant.id),
  );
  const move = (from: number, to: number): void => {
    const next = ids.toSpliced(from, 1);
    onChange(next.toSpliced(to, 0, ids[from]!));
  };
  return (
    <section aria-label="Services" className="grid gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">Services, in their order</h3>
      {ids.length > 0 && (
        <ol className="divide-y divide-line rounded-lg border border-line">
          {ids.map((id, index) => {
            const name = menu.get(id)?.name ?? 'A service that is gone';
            return (
              <li key={id} className="flex min-h-12 items-center gap-2 py-1 pl-3">
                <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
                <OrderButtons
                  name={name}
                  index={index}
                  count={ids.length}
                  onMove={(to) => move(index, to)}
                />
                <IconButton
                  icon={Trash2}
                  label={`Remove ${name}`}
                  onClick={() => onChange(ids.filter((other) => other !== id))}
                />
              </li>
            );
          })}
        </ol>
      )}
      {others.length > 0 && ids.length < BUNDLE_MAX_PARTS && (
        <SelectField
          label="Add a service"
          required={false}
          placeholder="Choose"
          value=""
          onChange={(id) => id !== '' && onChange([...ids, id])}
          options={others.map(({ name, variant }) => ({ value: variant.id, label: name }))}
        />
      )}
      {error && (
        <p role="alert" className="text-danger">
          Choose at least two services.
        </p>
      )}
    </section>
  );
}
