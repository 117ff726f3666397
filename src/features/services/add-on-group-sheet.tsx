import { messageFor, ruleText } from '#app/messages.ts';
import { deleteAddOnGroup } from '#db/commands/add-ons.ts';
import { saveAddOnGroup } from '#db/commands/save-add-ons.ts';
import type { AddOnGroupView, CategoryView } from '#db/queries/services.ts';
import { useDb } from '#db/use-query.ts';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { changedFields } from '#ui/changed-fields.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { CheckboxField, TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { WholeField } from '#ui/whole-field.tsx';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';

type AddOnValues = {
  id: Uuid | null;
  key: string;
  name: string;
  price_cents: number | null;
  extra_min: number | null;
};

/** Makes or changes a group of add-ons. */
export function AddOnGroupSheet({
  open,
  view,
  tree,
  business,
  onClose,
}: {
  open: boolean;
  view: AddOnGroupView | null;
  tree: readonly CategoryView[];
  business: BusinessRow;
  onClose: () => void;
}) {
  const db = useDb();
  const [isAsking, setAsking] = useState(false);
  const group = view?.group ?? null;
  const initial = {
    name: group?.name ?? '',
    min_count: (group?.min_count ?? 0) as number | null,
    max_count: (group?.max_count ?? 1) as number | null,
    service_ids: group?.service_ids ?? [],
    addOns: startOf(view),
  };
  const form = useForm({
    initial,
    rev: group?.rev,
    draftKey: `${db.name}.add-ons.${group?.id ?? 'new'}`,
    words: { error: messageFor, rule: ruleText },
    save: async ({ changed, values, base, seenRev }) => {
      const { addOns: _, ...fields } = group ? changed : values;
      const saved = await saveAddOnGroup(db, {
        id: group?.id ?? null,
        seenRev,
        // A number left empty is for the schema to refuse.
        group: fields as Parameters<typeof saveAddOnGroup>[1]['group'],
        addOns: values.addOns.map((one) => {
          const known = base.addOns.find(({ id }) => id !== null && id === one.id);
          const { id: _id, key: _key, ...part } = known ? changedFields(known, one) : one;
          return { id: one.id, values: part as { name: string } };
        }),
      });
      const isGone = ({ id }: AddOnValues): boolean =>
        id !== null && values.addOns.every((one) => one.id !== id);
      if (saved.ok && base.addOns.some(isGone)) {
        tellOutcome(saved, `${values.name} saved`, messageFor);
      }
      return saved;
    },
    onSaved: onClose,
  });
  const { values, change, error } = form;
  const setAddOn = (at: number, part: Partial<AddOnValues>): void =>
    change({ addOns: values.addOns.map((one, i) => (i === at ? { ...one, ...part } : one)) });
  const remove = async (): Promise<void> => {
    if (!group) return;
    setAsking(false);
    tellOutcome(await deleteAddOnGroup(db, group.id), `${group.name} deleted`, messageFor);
    onClose();
  };
  return (
    <FormSheet
      open={open}
      size="lg"
      title={group ? 'Edit add-ons' : 'New group of add-ons'}
      saveLabel={group ? 'Save' : 'Add group'}
      form={form}
      focusFirst={!group}
      onClose={onClose}
      actions={
        group && (
          <Button variant="quiet" className="text-danger" onClick={() => setAsking(true)}>
            Delete
          </Button>
        )
      }
    >
      <TextField
        label="Name of the group"
        placeholder="Treatments, extras …"
        autoComplete="off"
        value={values.name}
        onChange={(name) => change({ name })}
        error={error('name')}
      />
      <section aria-label="Add-ons" className="grid gap-3 border-t border-line pt-4">
        <h3 className="font-semibold">Add-ons</h3>
        {values.addOns.map((addOn, index) => (
          <div
            key={addOn.key}
            role="group"
            aria-label={addOn.name || `Add-on ${index + 1}`}
            className="grid grid-cols-[1fr_1fr_auto] items-start gap-2 rounded-lg border border-line p-3 sm:grid-cols-[2fr_1fr_1fr_auto]"
          >
            <TextField
              label="Name"
              className="max-sm:col-span-3"
              autoComplete="off"
              value={addOn.name}
              onChange={(name) => setAddOn(index, { name })}
              error={error(`addOns.${index}.name`)}
            />
            <MoneyField
              label="Price"
              currency={business.currency}
              locale={business.locale}
              value={addOn.price_cents}
              onChange={(price_cents) => setAddOn(index, { price_cents })}
              error={error(`addOns.${index}.price_cents`)}
            />
            <WholeField
              label="Longer by"
              unit="min"
              value={addOn.extra_min}
              onChange={(extra_min) => setAddOn(index, { extra_min })}
              error={error(`addOns.${index}.extra_min`)}
            />
            <IconButton
              icon={Trash2}
              label={`Remove ${addOn.name || `add-on ${index + 1}`}`}
              className="mt-6.5"
              onClick={() => change({ addOns: values.addOns.filter((_, i) => i !== index) })}
            />
          </div>
        ))}
        <Button
          size="sm"
          icon={Plus}
          className="justify-self-start"
          onClick={() => change({ addOns: [...values.addOns, emptyAddOn(`new-${Date.now()}`)] })}
        >
          Add another
        </Button>
      </section>
      <div className="grid grid-cols-2 items-start gap-3 border-t border-line pt-4">
        <WholeField
          label="A client takes at least"
          value={values.min_count}
          onChange={(min_count) => change({ min_count })}
          error={error('min_count')}
          hint="0: nobody has to."
        />
        <WholeField
          label="and at most"
          value={values.max_count}
          onChange={(max_count) => change({ max_count })}
          error={error('max_count')}
        />
      </div>
      <section aria-label="Offered with" className="grid gap-2 border-t border-line pt-4">
        <h3 className="font-semibold">Offered with</h3>
        {tree.map(({ category, services }) => {
          const active = services.filter(({ service }) => service.status === 'active');
          if (active.length === 0) return null;
          return (
            <fieldset key={category?.id ?? ''} className="min-w-0">
              <legend className="text-sm text-muted">{category?.name ?? 'Without category'}</legend>
              <div className="grid sm:grid-cols-2 sm:gap-x-4">
                {active.map(({ service }) => (
                  <CheckboxField
                    key={service.id}
                    label={service.name}
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
      </section>
      {group && (
        <ConfirmDialog
          open={isAsking}
          title={`Delete “${group.name}”?`}
          confirmLabel="Delete group"
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          Its add-ons go with it. Appointments keep what was agreed.
        </ConfirmDialog>
      )}
    </FormSheet>
  );
}

const emptyAddOn = (key: string): AddOnValues => ({
  id: null,
  key,
  name: '',
  price_cents: null,
  extra_min: 0,
});

const startOf = (view: AddOnGroupView | null): AddOnValues[] => {
  const active = view?.addOns.filter(({ status }) => status === 'active') ?? [];
  if (active.length === 0) return [emptyAddOn('first')];
  return active.map(({ id, name, price_cents, extra_min }) => ({
    id,
    key: id,
    name,
    price_cents,
    extra_min,
  }));
};
