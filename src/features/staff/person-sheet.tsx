import { messageFor, ruleText } from '#app/messages.ts';
import { tellDone, tellFailed } from '#app/tell.ts';
import { retryUpload } from '#db/commands/blobs.ts';
import { setPicture } from '#db/commands/pictures.ts';
import { createStaff, editStaff } from '#db/commands/staff.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { useShownPicture } from '#db/use-shown-picture.ts';
import { nextColour, toColour } from '#domain/colours.ts';
import type { StaffRow, Uuid } from '#domain/rows.ts';
import type { SmallPicture } from '#platform/shrink-picture.ts';
import { Avatar } from '#ui/avatar.tsx';
import { ColourField } from '#ui/colour-field.tsx';
import { SelectField, SwitchField, TextArea, TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { draftPicture, PictureField } from '#ui/picture-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { useState } from 'react';
import { EmploymentFields } from './employment-fields.tsx';

const WORKS_AT = [
  { value: 'both', label: 'Everywhere' },
  { value: 'business', label: 'Only at the business' },
  { value: 'client', label: 'Only at the client’s' },
];

/** Makes or changes somebody's profile. */
export function PersonSheet({
  open,
  staff,
  used,
  onClose,
  onAdded,
}: {
  open: boolean;
  /** null makes a new one. */
  staff: StaffRow | null;
  /** Colours that the others have. */
  used: readonly string[];
  onClose: () => void;
  onAdded: (id: Uuid, name: string) => void;
}) {
  const db = useDb();
  const [draft, setDraft] = useState<SmallPicture | null>(null);
  const stored = useShownPicture(staff?.photo_path ?? null);
  const picture = staff ? stored : draftPicture(draft);
  // Who never visits anybody is not asked who does.
  const goesOut = useQuery(
    async (local) =>
      (await local.rows('services').toArray()).some(
        ({ status, location_types }) => status === 'active' && location_types.includes('client'),
      ),
    [],
  );
  const form = useForm({
    initial: {
      display_name: staff?.display_name ?? '',
      title: staff?.title ?? '',
      bio: staff?.bio ?? '',
      colour: staff ? toColour(staff.colour) : nextColour(used),
      bookable: staff?.bookable ?? true,
      online_visible: staff?.online_visible ?? true,
      // Rows that were stored before there was a choice have none.
      works_at: staff?.works_at ?? 'both',
      employed_from: staff?.employed_from ?? null,
      employed_until: staff?.employed_until ?? null,
    },
    rev: staff?.rev,
    draftKey: `${db.name}.staff.${staff?.id ?? 'new'}`,
    words: { error: messageFor, rule: ruleText },
    save: async ({ changed, values, seenRev }) => {
      if (staff) return editStaff(db, staff.id, changed, seenRev);
      const made = await createStaff(db, values);
      if (!made.ok || !draft) return made;
      const given = await setPicture(db, { table: 'staff', id: made.value }, draft);
      if (!given.ok) tellFailed(given.error);
      return made;
    },
    onSaved: (id) => (staff ? onClose() : onAdded(id as Uuid, form.values.display_name.trim())),
  });
  const { values, change, error } = form;
  const setTo = async (next: SmallPicture | null): Promise<void> => {
    if (!staff) return setDraft(next);
    const done = await setPicture(db, { table: 'staff', id: staff.id }, next);
    tellDone(done, next ? 'Picture saved' : 'Picture removed');
  };
  return (
    <FormSheet
      open={open}
      title={staff ? `Edit ${staff.display_name}` : 'Add person'}
      saveLabel={staff ? 'Save' : 'Add person'}
      form={form}
      focusFirst={!staff}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="As clients and colleagues see it."
        autoComplete="off"
        autoCapitalize="words"
        value={values.display_name}
        onChange={(display_name) => change({ display_name })}
        error={error('display_name')}
      />
      <PictureField
        label="Picture"
        hint="Cut to a square. Clients see it on the booking page."
        picture={picture}
        preview={
          <Avatar size="xl" name={values.display_name} colour={values.colour} picture={picture} />
        }
        isSquare
        onChange={setTo}
        onRetry={(id) => void retryUpload(db, id)}
      />
      <TextField
        label="Title"
        required={false}
        placeholder="Stylist, therapist …"
        autoComplete="off"
        value={values.title}
        onChange={(title) => change({ title })}
        error={error('title')}
      />
      <ColourField
        label="Colour in the calendar"
        value={values.colour}
        onChange={(colour) => change({ colour })}
      />
      <div>
        <SwitchField
          label="Takes appointments"
          hint="Has a column in the calendar."
          value={values.bookable}
          onChange={(bookable) => change({ bookable })}
        />
        <SwitchField
          label="On the booking page"
          hint="Clients can choose this person."
          disabled={!values.bookable}
          value={values.bookable && values.online_visible}
          onChange={(online_visible) => change({ online_visible })}
        />
      </div>
      {goesOut && (
        <SelectField
          label="Clients can book this person"
          value={values.works_at}
          onChange={(works_at) => change({ works_at: works_at as StaffRow['works_at'] })}
          options={WORKS_AT}
        />
      )}
      <EmploymentFields
        staffId={staff?.id ?? null}
        value={values}
        onChange={change}
        error={error}
      />
      <TextArea
        label="About"
        required={false}
        hint="A few words on the booking page."
        value={values.bio}
        onChange={(bio) => change({ bio })}
        error={error('bio')}
      />
      {!staff && (
        <p className="text-sm text-muted">
          Starts with Monday to Saturday, nine to six, and all services. Both can be changed after.
        </p>
      )}
    </FormSheet>
  );
}
