import { messageFor, ruleText } from '#app/messages.ts';
import { setEmergencyContact } from '#db/commands/staff.ts';
import { useDb } from '#db/use-query.ts';
import type { StaffContactRow, StaffRow } from '#domain/rows.ts';
import { telLink } from '#ui/contact-links.tsx';
import { EmergencyFields, NO_EMERGENCY_CONTACT } from '#ui/emergency-fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';

/** Whom to call when something happens to somebody of the team. */
export function EmergencySheet({
  open,
  staff,
  contact,
  isMe,
  onClose,
}: {
  open: boolean;
  staff: StaffRow;
  contact: StaffContactRow | null;
  isMe: boolean;
  onClose: () => void;
}) {
  const db = useDb();
  const form = useForm({
    initial: { emergency_contact: contact?.emergency_contact ?? NO_EMERGENCY_CONTACT },
    rev: contact?.rev,
    draftKey: `${db.name}.emergency.${staff.id}`,
    words: { error: messageFor, rule: ruleText },
    save: ({ values, seenRev }) =>
      setEmergencyContact(db, staff.id, values.emergency_contact, seenRev),
    onSaved: (done) => {
      tellOutcome({ ok: true, value: done }, 'Emergency contact saved', messageFor);
      onClose();
    },
  });
  const stored = contact?.emergency_contact;
  return (
    <FormSheet
      open={open}
      title={isMe ? 'Your emergency contact' : `Emergency contact of ${staff.display_name}`}
      form={form}
      onClose={onClose}
    >
      <p className="text-muted">
        {isMe
          ? 'Whom should they call when something happens to you? Only you and those who manage the team see this.'
          : `Whom to call when something happens. Only ${staff.display_name} and those who manage the team see this.`}
      </p>
      {stored?.phone && (
        <a
          href={telLink(stored.phone)}
          className="inline-flex min-h-11 items-center justify-self-start font-medium text-accent underline-offset-2 hover:underline"
        >
          Call <bdi className="ml-1">{stored.name || stored.phone}</bdi>
        </a>
      )}
      <EmergencyFields
        value={form.values.emergency_contact}
        onChange={(emergency_contact) => form.change({ emergency_contact })}
        error={form.error}
      />
    </FormSheet>
  );
}
