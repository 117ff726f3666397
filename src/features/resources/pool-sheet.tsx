import { messageFor, ruleText } from '#app/messages.ts';
import { createPool, editPool } from '#db/commands/resources.ts';
import type { PoolView } from '#db/queries/resources.ts';
import { useDb } from '#db/use-query.ts';
import type { ResourcePoolRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { useForm } from '#ui/use-form.ts';
import { WholeField } from '#ui/whole-field.tsx';
import { useState } from 'react';

/** Makes a group with its first rooms or chairs, or renames it. */
export function PoolSheet({
  open,
  view,
  onClose,
  onArchive,
}: {
  open: boolean;
  /** null makes a new one. */
  view: PoolView | null;
  onClose: () => void;
  onArchive: (pool: ResourcePoolRow, isArchived: boolean) => void;
}) {
  const db = useDb();
  const [isAsking, setAsking] = useState(false);
  const pool = view?.pool ?? null;
  const form = useForm({
    initial: { name: pool?.name ?? '', unit: '', count: 2 as number | null },
    rev: pool?.rev,
    draftKey: `${db.name}.pool.${pool?.id ?? 'new'}`,
    words: { error: messageFor, rule: ruleText },
    save: ({ values, seenRev }) =>
      pool ? editPool(db, pool.id, { name: values.name }, seenRev) : createPool(db, values),
    onSaved: onClose,
  });
  const { values, change, error } = form;
  const isArchived = pool?.status === 'archived';
  const count = view?.neededBy.length ?? 0;
  return (
    <FormSheet
      open={open}
      title={pool ? `Edit ${pool.name}` : 'Add group'}
      saveLabel={pool ? 'Save' : 'Add group'}
      form={form}
      focusFirst={!pool}
      onClose={onClose}
      actions={
        pool && (
          <Button
            variant="quiet"
            onClick={() =>
              isArchived || count === 0 ? onArchive(pool, !isArchived) : setAsking(true)
            }
          >
            {isArchived ? 'Use again' : 'Archive'}
          </Button>
        )
      }
    >
      <TextField
        label="Name of the group"
        hint="As services will say it: “needs 1 of Treatment rooms”."
        autoComplete="off"
        value={values.name}
        onChange={(name) => change({ name })}
        error={error('name')}
      />
      {!pool && (
        <div className="grid grid-cols-[1fr_6rem] items-start gap-3 *:min-w-0">
          <TextField
            label="One of them is called"
            hint="They are numbered; you can rename each."
            autoComplete="off"
            value={values.unit}
            onChange={(unit) => change({ unit })}
            error={error('unit')}
          />
          <WholeField
            label="How many"
            value={values.count}
            onChange={(next) => change({ count: next })}
            error={error('count')}
          />
        </div>
      )}
      {pool && (
        <ConfirmDialog
          open={isAsking}
          title={`Archive “${pool.name}”?`}
          confirmLabel="Archive"
          onConfirm={() => {
            setAsking(false);
            onArchive(pool, true);
          }}
          onClose={() => setAsking(false)}
        >
          {count === 1 ? '1 service needs it' : `${count} services need it`} and will be booked
          without it. Visits that are booked keep what they have.
        </ConfirmDialog>
      )}
    </FormSheet>
  );
}
