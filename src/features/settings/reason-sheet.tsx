import { messageFor, ruleText } from '#app/messages.ts';
import { createReason, editReason } from '#db/commands/reasons.ts';
import type { ReasonView } from '#db/queries/blocks.ts';
import { useDb } from '#db/use-query.ts';
import { EMPTY_REASON } from '#domain/blocks/schema.ts';
import type { ReasonInput } from '#domain/blocks/schema.ts';
import { nextColour, toColour } from '#domain/colours.ts';
import { Button } from '#ui/button.tsx';
import { ColourField } from '#ui/colour-field.tsx';
import { SwitchField, TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { useForm } from '#ui/use-form.ts';
import { WholeField } from '#ui/whole-field.tsx';
import { IconField } from './icon-field.tsx';

/** Makes or changes a reason. */
export function ReasonSheet({
  open,
  view,
  used,
  onClose,
  onArchive,
}: {
  open: boolean;
  /** null makes a new one. */
  view: ReasonView | null;
  used: readonly string[];
  onClose: () => void;
  onArchive: (view: ReasonView, isArchived: boolean) => void;
}) {
  const db = useDb();
  const reason = view?.reason ?? null;
  const form = useForm({
    initial: {
      name: reason?.name ?? '',
      icon: reason?.icon ?? EMPTY_REASON.icon,
      colour: reason ? toColour(reason.colour) : nextColour(used),
      default_min: (reason?.default_min ?? EMPTY_REASON.default_min) as number | null,
      paid: reason?.paid ?? EMPTY_REASON.paid,
      blocks_online: reason?.blocks_online ?? EMPTY_REASON.blocks_online,
    },
    rev: reason?.rev,
    draftKey: `${db.name}.reason.${reason?.id ?? 'new'}`,
    words: { error: messageFor, rule: ruleText },
    save: ({ changed, values, seenRev }) =>
      // A number left empty is for the schema to refuse.
      reason
        ? editReason(db, reason.id, changed as Partial<ReasonInput>, seenRev)
        : createReason(db, values as ReasonInput),
    onSaved: onClose,
  });
  const { values, change, error } = form;
  return (
    <FormSheet
      open={open}
      title={reason ? `Edit ${reason.name}` : 'Add reason'}
      saveLabel={reason ? 'Save' : 'Add reason'}
      form={form}
      focusFirst={!reason}
      onClose={onClose}
      actions={
        view && (
          <Button variant="quiet" onClick={() => onArchive(view, view.reason.active)}>
            {view.reason.active ? 'Archive' : 'Use again'}
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
      <IconField value={values.icon} onChange={(icon) => change({ icon })} />
      <ColourField label="Colour" value={values.colour} onChange={(colour) => change({ colour })} />
      <WholeField
        label="Usual length"
        unit="min"
        value={values.default_min}
        onChange={(default_min) => change({ default_min })}
        error={error('default_min')}
      />
      <div>
        <SwitchField
          label="Closed for online booking"
          hint="Off: clients may still book this time themselves."
          value={values.blocks_online}
          onChange={(blocks_online) => change({ blocks_online })}
        />
        <SwitchField label="Paid time" value={values.paid} onChange={(paid) => change({ paid })} />
      </div>
    </FormSheet>
  );
}
