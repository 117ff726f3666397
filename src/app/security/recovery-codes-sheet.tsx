import { messageFor, ruleText } from '#app/messages.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { SecurityServer } from '#remote/security.ts';
import { TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { Notice } from '#ui/notice.tsx';
import { useForm } from '#ui/use-form.ts';
import { useState } from 'react';
import { RecoveryCodeList } from './recovery-code-list.tsx';

/**
 * Shows ten recovery codes, once: those that came with the first app (`fresh`), or new ones after a
 * code of the app. Closing it before the code changes nothing.
 */
export function RecoveryCodesSheet({
  open,
  fresh,
  email,
  server,
  onClose,
  onMade,
}: {
  open: boolean;
  /** Just made; null = to be made here. */
  fresh: readonly string[] | null;
  /** Whose they are, for the paper. */
  email: string | null;
  server: SecurityServer;
  onClose: () => void;
  onMade: () => void;
}) {
  const [codes, setCodes] = useState(fresh);
  const form = useForm({
    initial: { code: '' },
    words: { error: messageFor, rule: ruleText },
    save: async ({ values }) => {
      if (codes) return ok(null);
      if (values.code.trim() === '') return fail('invalid', { field: 'code', rule: 'required' });
      const answer = await server.makeRecoveryCodes(values.code);
      if (answer.ok) return ok(answer.value);
      return answer.error.code === 'mfa_failed'
        ? fail('invalid', { field: 'code', rule: 'wrong_code' })
        : answer;
    },
    onSaved: (made) => {
      if (codes) return onClose();
      setCodes(made as readonly string[]);
      onMade();
    },
  });
  return (
    <FormSheet
      open={open}
      title="Recovery codes"
      saveLabel={codes ? 'I have saved them' : 'Make new codes'}
      form={form}
      onClose={onClose}
    >
      {codes ? (
        <RecoveryCodeList codes={codes} email={email} />
      ) : (
        <>
          <p className="text-pretty text-muted">
            If you lose the app, one of these codes and your password open your account. Each works
            once.
          </p>
          <Notice tone="warning">Codes that you were given before stop working.</Notice>
          <TextField
            label="Code from your authenticator app"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            maxLength={8}
            value={form.values.code}
            onChange={(code) => form.change({ code })}
            error={form.error('code')}
          />
        </>
      )}
    </FormSheet>
  );
}
