import { messageFor, ruleText } from '#app/messages.ts';
import { useDb } from '#db/use-query.ts';
import { fail } from '#domain/errors/result.ts';
import type { MembershipRow, StaffRow, Uuid } from '#domain/rows.ts';
import { inviteMember } from '#remote/members.ts';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { SelectField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { LinkBox } from '#ui/link-box.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';
import { useForm } from '#ui/use-form.ts';
import { useState } from 'react';
import { RightsFields } from './rights-fields.tsx';
import type { Rights } from './rights-fields.tsx';

/** Invites somebody by mail, and shows the link for whoever does not get the mail. */
export function InviteSheet({
  open,
  giver,
  columns,
  staffId,
  again,
  isOnline,
  onClose,
}: {
  open: boolean;
  giver: MembershipRow;
  /** People of the team who have no account yet. */
  columns: readonly StaffRow[];
  /** Whom it is about, when it was asked for from their card. */
  staffId: Uuid | null;
  /** An invitation that is sent once more. */
  again: MembershipRow | null;
  isOnline: boolean;
  onClose: () => void;
}) {
  const db = useDb();
  const [link, setLink] = useState<{ path: string; email: string } | null>(null);
  const rights: Rights = again ?? { role: 'practitioner', custom_permissions: {} };
  const form = useForm({
    initial: {
      email: again?.email ?? '',
      staff_id: staffId ?? '',
      rights: { role: rights.role, custom_permissions: rights.custom_permissions },
    },
    words: { error: messageFor, rule: ruleText },
    save: async ({ values }) => {
      if (values.email.trim() === '') return fail('invalid', { field: 'email', rule: 'required' });
      return inviteMember(db.businessId, {
        email: values.email,
        staff_id: values.staff_id || null,
        ...values.rights,
      });
    },
    onSaved: (answer) => {
      const { token } = answer as { token: string };
      setLink({
        path: `/join?${new URLSearchParams({ token })}`,
        email: form.values.email.trim(),
      });
    },
  });
  const { values, change, error } = form;
  if (link) {
    return (
      <SideSheet
        open={open}
        title="Invited"
        onClose={onClose}
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <div className="grid grid-cols-1 gap-4">
          <p>
            A mail is on its way to <strong className="break-all">{link.email}</strong>. If it does
            not arrive, send them this link yourself. It works for seven days, and only for somebody
            who signs in with that address.
          </p>
          <LinkBox path={link.path} what="the invitation" />
        </div>
      </SideSheet>
    );
  }
  return (
    <FormSheet
      open={open}
      title={again ? 'Invite again' : 'Invite somebody'}
      form={form}
      saveLabel="Send the invitation"
      readOnly={!isOnline}
      focusFirst={!again}
      onClose={onClose}
    >
      {!isOnline && <OfflineText />}
      <EmailField
        label="E-mail"
        autoComplete="off"
        readOnly={again !== null}
        value={values.email}
        onChange={(email) => change({ email })}
        error={error('email')}
      />
      <SelectField
        label="Column in the calendar"
        hint="Whose appointments and clients are their own."
        value={values.staff_id}
        onChange={(next) => change({ staff_id: next })}
        options={[
          { value: '', label: 'None' },
          ...columns.map(({ id, display_name }) => ({ value: id, label: display_name })),
        ]}
      />
      <RightsFields
        value={values.rights}
        giver={giver}
        onChange={(next) => change({ rights: next })}
      />
    </FormSheet>
  );
}

export function OfflineText() {
  return (
    <p role="status" className="rounded-lg bg-warning-soft px-4 py-3 text-pretty">
      <strong className="text-warning">You are offline.</strong> Who may come in is decided on the
      server, so this needs a connection.
    </p>
  );
}
