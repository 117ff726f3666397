import { messageFor, ruleText } from '#app/messages.ts';
import { createCategory, deleteCategory, editCategory } from '#db/commands/services.ts';
import { useDb } from '#db/use-query.ts';
import { nextColour, toColour } from '#domain/colours.ts';
import type { ServiceCategoryRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { ColourField } from '#ui/colour-field.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { CheckboxField, TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { useState } from 'react';

/** Makes or changes a category. */
export function CategorySheet({
  open,
  category,
  used,
  serviceCount,
  onClose,
}: {
  open: boolean;
  /** null makes a new one. */
  category: ServiceCategoryRow | null;
  /** Colours of the other categories. */
  used: readonly string[];
  serviceCount: number;
  onClose: () => void;
}) {
  const db = useDb();
  const [isAsking, setAsking] = useState(false);
  const form = useForm({
    initial: {
      name: category?.name ?? '',
      colour: category ? toColour(category.colour) : nextColour(used),
      visible_online: category?.visible_online ?? true,
    },
    rev: category?.rev,
    draftKey: `${db.name}.category.${category?.id ?? 'new'}`,
    words: { error: messageFor, rule: ruleText },
    save: ({ changed, values, seenRev }) =>
      category ? editCategory(db, category.id, changed, seenRev) : createCategory(db, values),
    onSaved: onClose,
  });
  const remove = async (): Promise<void> => {
    if (!category) return;
    setAsking(false);
    tellOutcome(await deleteCategory(db, category.id), `${category.name} deleted`, messageFor);
    onClose();
  };
  const { values, change, error } = form;
  return (
    <FormSheet
      open={open}
      title={category ? 'Edit category' : 'Add category'}
      saveLabel={category ? 'Save' : 'Add category'}
      form={form}
      focusFirst={!category}
      onClose={onClose}
      actions={
        category && (
          <Button variant="quiet" className="text-danger" onClick={() => setAsking(true)}>
            Delete
          </Button>
        )
      }
    >
      <TextField
        label="Name"
        autoComplete="off"
        value={values.name}
        onChange={(name) => change({ name })}
        error={error('name')}
      />
      <ColourField label="Colour" value={values.colour} onChange={(colour) => change({ colour })} />
      <CheckboxField
        label="Shown on the booking page"
        hint="Off: clients see neither the category nor its services."
        value={values.visible_online}
        onChange={(visible_online) => change({ visible_online })}
      />
      {category && (
        <ConfirmDialog
          open={isAsking}
          title={`Delete “${category.name}”?`}
          confirmLabel="Delete category"
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          {serviceCount === 0
            ? 'No service is in it.'
            : `Its ${serviceCount === 1 ? 'service stays' : `${serviceCount} services stay`}, without a category.`}
        </ConfirmDialog>
      )}
    </FormSheet>
  );
}
