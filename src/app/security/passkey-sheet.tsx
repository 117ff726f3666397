import { messageFor, ruleText } from '#app/messages.ts';
import { fail } from '#domain/errors/result.ts';
import type { Passkey, PasskeyServer } from '#remote/passkeys.ts';
import { TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { showToast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';

const MAX_NAME = 60;
/** What the server takes, in bytes. */
const MAX_BYTES = 120;

/** Names a passkey: a new one (`passkey` null), which the browser makes then, or a known one. */
export function PasskeySheet({
  open,
  passkey,
  suggestion,
  server,
  onClose,
  onDone,
}: {
  open: boolean;
  passkey: Passkey | null;
  /** A name that is not taken. */
  suggestion: string;
  server: PasskeyServer;
  onClose: () => void;
  onDone: () => void;
}) {
  const form = useForm({
    initial: { name: passkey ? passkey.name : suggestion },
    words: { error: messageFor, rule: ruleText },
    save: async ({ values }) => {
      const name = values.name.trim();
      if (name === '') return fail('invalid', { field: 'name', rule: 'required' });
      if (new TextEncoder().encode(name).length > MAX_BYTES) {
        return fail('invalid', { field: 'name', rule: 'too_long' });
      }
      return passkey ? server.rename(passkey.id, name) : server.add(name);
    },
    onSaved: () => {
      showToast({ type: 'success', title: passkey ? 'Passkey renamed' : 'Passkey added' });
      onDone();
      onClose();
    },
  });
  return (
    <FormSheet
      open={open}
      title={passkey ? 'Rename passkey' : 'Add a passkey'}
      saveLabel={passkey ? 'Save' : 'Continue'}
      form={form}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        autoFocus
        maxLength={MAX_NAME}
        value={form.values.name}
        onChange={(name) => form.change({ name })}
        error={form.error('name')}
        hint="So that you know later which one it is."
      />
      {!passkey && (
        <p className="text-pretty text-muted">
          Your browser asks next where to keep it, and for your fingerprint, face or PIN.
        </p>
      )}
    </FormSheet>
  );
}
