import { messageFor, ruleText } from '#app/messages.ts';
import { MIN_PASSWORD_LENGTH, passwordFault } from '#domain/account/entries.ts';
import { fail } from '#domain/errors/result.ts';
import type { SecurityServer } from '#remote/security.ts';
import { FormSheet } from '#ui/form-sheet.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { showToast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';

/** A new password, for whoever knows the one in use. Nothing of it is kept in a draft. */
export function PasswordSheet({
  open,
  email,
  server,
  onClose,
}: {
  open: boolean;
  email: string;
  server: SecurityServer;
  onClose: () => void;
}) {
  const form = useForm({
    initial: { current: '', next: '' },
    words: { error: messageFor, rule: ruleText },
    save: async ({ values: { current, next } }) => {
      if (current === '') return fail('invalid', { field: 'current', rule: 'required' });
      const rule = passwordFault(next);
      if (rule) return fail('invalid', { field: 'next', rule });
      const answer = await server.changePassword(email, current, next);
      if (answer.ok) return answer;
      const { code } = answer.error;
      if (code === 'invalid_credentials') {
        return fail('invalid', { field: 'current', rule: 'not_the_password' });
      }
      return code === 'weak_password' || code === 'same_password'
        ? fail(code, { field: 'next' })
        : answer;
    },
    onSaved: () => {
      showToast({ type: 'success', title: 'Your new password is set' });
      onClose();
    },
  });
  const { values, change, error } = form;
  return (
    <FormSheet
      open={open}
      title="Change password"
      saveLabel="Change password"
      form={form}
      focusFirst
      onClose={onClose}
    >
      {/* For password managers: whose password this is. */}
      <input
        type="text"
        autoComplete="username"
        value={email}
        readOnly
        hidden
        aria-label="Account"
      />
      <PasswordField
        label="Current password"
        value={values.current}
        onChange={(current) => change({ current })}
        error={error('current')}
      />
      <PasswordField
        isNew
        label="New password"
        value={values.next}
        onChange={(next) => change({ next })}
        hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
        error={error('next')}
      />
      <p className="text-pretty text-muted">
        You stay signed in here. Everywhere else you have to sign in again; what is not sent yet
        there stays on those devices.
      </p>
    </FormSheet>
  );
}
