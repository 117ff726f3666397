import { useState } from 'react';
import { messageFor, ruleText } from '#app/messages.ts';
import { noteUsed } from '#db/commands/used-products.ts';
import { usedAtVisit } from '#db/queries/used-products.ts';
import type { NotedView } from '#db/queries/used-products.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { readBarcode } from '#domain/inventory/barcode.ts';
import { unitWord, usedText } from '#domain/inventory/quantity.ts';
import type { ProductRow, Uuid } from '#domain/rows.ts';
import { PRODUCT_CODES } from '#platform/camera-codes.ts';
import { Button } from '#ui/button.tsx';
import { CameraScan } from '#ui/camera-scan.tsx';
import { Card } from '#ui/card.tsx';
import { SelectField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { PiecesField } from '#ui/pieces-field.tsx';
import { useFocusFirst } from '#ui/use-focus-first.ts';
import { useForm } from '#ui/use-form.ts';

/** What a visit uses up, noted while it goes on; nothing where no product is used at work. */
export function VisitUsed({ appointmentId, locale }: { appointmentId: Uuid; locale: string }) {
  const view = useQuery((db) => usedAtVisit(db, appointmentId), [appointmentId]);
  const [isOpen, setOpen] = useState(false);
  if (!view || (view.products.length === 0 && view.noted.length === 0)) return null;
  return (
    <Card
      title="Products used"
      actions={
        !isOpen && (
          <Button size="sm" onClick={() => setOpen(true)}>
            Note
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {view.noted.length === 0 ? (
          <p className="text-muted">
            Nothing noted. What is not noted here is taken from the recipes when it is paid for.
          </p>
        ) : (
          <ul className="grid gap-2">
            {view.noted.map(({ product, used_milli }) => (
              <li key={product.id} className="flex justify-between gap-3">
                <span className="min-w-0 wrap-anywhere">{product.name}</span>
                <span className="shrink-0 tabular-nums">
                  {usedText(product, used_milli, locale)}
                </span>
              </li>
            ))}
          </ul>
        )}
        {isOpen && (
          <NoteForm
            appointmentId={appointmentId}
            products={view.products}
            noted={view.noted}
            onDone={() => setOpen(false)}
          />
        )}
      </div>
    </Card>
  );
}

function NoteForm({
  appointmentId,
  products,
  noted,
  onDone,
}: {
  appointmentId: Uuid;
  products: readonly ProductRow[];
  noted: readonly NotedView[];
  onDone: () => void;
}) {
  const db = useDb();
  const [told, setTold] = useState('');
  const form = useForm<{ product_id: string; qty_milli: number | null }>({
    initial: { product_id: '', qty_milli: null },
    words: { error: messageFor, rule: ruleText },
    save: ({ values: { product_id, qty_milli } }) =>
      noteUsed(db, appointmentId, {
        product_id,
        // Nothing entered is for the schema to refuse.
        qty_milli: qty_milli === null ? Number.NaN : Math.round(qty_milli * 1000),
      }),
    onSaved: (value) => {
      tellOutcome({ ok: true, value }, 'Products noted', messageFor);
      onDone();
    },
  });
  useFocusFirst(form.formProps.ref);
  const { values, change, error } = form;
  const chosen = products.find(({ id }) => id === values.product_id);
  const choose = (product_id: string): void => {
    const before = noted.find(({ product }) => product.id === product_id);
    change({ product_id, qty_milli: before ? before.used_milli / 1000 : null });
  };
  const scan = (text: string): void => {
    const code = readBarcode(text);
    const hits = products.filter(({ barcode }) => code !== null && barcode === code);
    const [hit] = hits;
    setTold(hits.length === 1 ? '' : `No product for work has the barcode ${text}.`);
    if (hit && hits.length === 1) choose(hit.id);
  };
  return (
    <form {...form.formProps} aria-label="Products used" className="grid gap-4">
      {form.failure && <Notice tone="danger">{form.failure}</Notice>}
      <SelectField
        label="Product"
        placeholder="Choose a product"
        value={values.product_id}
        error={error('product_id')}
        onChange={choose}
        options={products.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <CameraScan formats={PRODUCT_CODES} told={told} onScan={scan} />
      <p role="status" className="text-sm text-muted empty:hidden">
        {told}
      </p>
      <PiecesField
        label="How much in all"
        unit={chosen ? unitWord(chosen) : undefined}
        value={values.qty_milli}
        error={error('qty_milli')}
        onChange={(qty_milli) => change({ qty_milli })}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.isBusy}>
          Save
        </Button>
      </div>
    </form>
  );
}
