import { messageFor, ruleText } from '#app/messages.ts';
import { patterns } from '#app/paths.ts';
import { emailFault } from '#domain/account/entries.ts';
import { fail } from '#domain/errors/result.ts';
import type { SecurityServer } from '#remote/security.ts';
import { EmailField } from '#ui/email-field.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { showToast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';

/** Asks for another address to sign in with; it counts once both addresses have said yes. */
export function EmailSheet({
  open,
  email,
  server,
  onClose,
  onAsked,
}: {
  open: boolean;
  email: string;
  server: SecurityServer;
  onClose: () => void;
  onAsked: () => void;
}) {
  const form = useForm({
    initial: { email: '' },
    words: { error: messageFor, rule: ruleText },
    save: async ({ values }) => {
      const typed = values.email.trim().toLowerCase();
      const rule = emailFault(typed) ?? (typed === email.toLowerCase() ? 'same_email' : undefined);
      if (rule) return fail('invalid', { field: 'email', rule });
      const answer = await server.changeEmail(typed, `${location.origin}${patterns.authCallback}`);
      return answer.ok || answer.error.code !== 'email_taken'
        ? answer
        : fail('email_taken', { field: 'email' });
    },
    onSaved: () => {
      showToast({ type: 'success', title: 'Two mails are on their way' });
      onAsked();
      onClose();
    },
  });
  return (
    <FormSheet
      open={open}
      title="Change e-mail"
      saveLabel="Send the mails"
      form={form}
      focusFirst
      onClose={onClose}
    >
      <EmailField
        label="New e-mail"
        autoComplete="email"
        required
        value={form.values.email}
        onChange={(value) => form.change({ email: value })}
        error={form.error('email')}
      />
      <p className="text-pretty text-muted">
        We send a link to the new address and one to <bdi className="text-ink">{email}</bdi>. Open
        both on this device. Until then you go on signing in as before.
      </p>
    </FormSheet>
  );
}
