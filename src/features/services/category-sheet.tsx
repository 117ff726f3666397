import { messageFor, ruleText } from '#app/messages.ts';
import { tellDone, tellFailed } from '#app/tell.ts';
import { retryUpload } from '#db/commands/blobs.ts';
import { setPicture } from '#db/commands/pictures.ts';
import { createCategory, deleteCategory, editCategory } from '#db/commands/services.ts';
import { useDb } from '#db/use-query.ts';
import { useShownPicture } from '#db/use-shown-picture.ts';
import { nextColour, toColour } from '#domain/colours.ts';
import type { ServiceCategoryRow } from '#domain/rows.ts';
import type { SmallPicture } from '#platform/shrink-picture.ts';
import { Button } from '#ui/button.tsx';
import { ColourField } from '#ui/colour-field.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { CheckboxField, TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { draftPicture, PictureField } from '#ui/picture-field.tsx';
import { PictureTile } from '#ui/picture-tile.tsx';
import { useForm } from '#ui/use-form.ts';
import { Image as ImageIcon } from 'lucide-react';
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
  const [draft, setDraft] = useState<SmallPicture | null>(null);
  const stored = useShownPicture(category?.image_path ?? null);
  const picture = category ? stored : draftPicture(draft);
  const form = useForm({
    initial: {
      name: category?.name ?? '',
      colour: category ? toColour(category.colour) : nextColour(used),
      visible_online: category?.visible_online ?? true,
    },
    rev: category?.rev,
    draftKey: `${db.name}.category.${category?.id ?? 'new'}`,
    words: { error: messageFor, rule: ruleText },
    save: async ({ changed, values, seenRev }) => {
      if (category) return editCategory(db, category.id, changed, seenRev);
      const made = await createCategory(db, values);
      if (made.ok && draft) {
        const given = await setPicture(db, { table: 'service_categories', id: made.value }, draft);
        if (!given.ok) tellFailed(given.error);
      }
      return made;
    },
    onSaved: onClose,
  });
  const remove = async (): Promise<void> => {
    if (!category) return;
    setAsking(false);
    tellOutcome(await deleteCategory(db, category.id), `${category.name} deleted`, messageFor);
    onClose();
  };
  const setTo = async (next: SmallPicture | null): Promise<void> => {
    if (!category) return setDraft(next);
    const done = await setPicture(db, { table: 'service_categories', id: category.id }, next);
    tellDone(done, next ? 'Picture saved' : 'Picture removed');
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
      <PictureField
        label="Picture"
        hint="Cut to a square. Clients see it beside the category."
        picture={picture}
        preview={
          <PictureTile
            picture={picture}
            colour={values.colour}
            className="size-20 rounded-lg bg-swatch-soft text-swatch-ink"
          >
            <ImageIcon size={24} />
          </PictureTile>
        }
        isSquare
        onChange={setTo}
        onRetry={(id) => void retryUpload(db, id)}
      />
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
