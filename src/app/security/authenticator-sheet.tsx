import { messageFor, ruleText } from '#app/messages.ts';
import { fail, ok } from '#domain/errors/result.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import type { NewAuthenticator, SecurityServer } from '#remote/security.ts';
import { Button } from '#ui/button.tsx';
import { copyAndTell } from '#ui/copy-and-tell.ts';
import { TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { QrPicture } from '#ui/qr-picture.tsx';
import { showToast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { Copy } from 'lucide-react';
import { useState } from 'react';

const MAX_NAME = 60;

/**
 * Adds an authenticator app in two steps: a name, then the picture to scan and a first code. Only a
 * right code makes it count, so leaving in between changes nothing.
 */
export function AuthenticatorSheet({
  open,
  suggestion,
  isFirst,
  server,
  onClose,
  onAdded,
}: {
  open: boolean;
  /** A name that is not taken. */
  suggestion: string;
  isFirst: boolean;
  server: SecurityServer;
  onClose: () => void;
  /** With the recovery codes that came with the first app; empty when they could not be made. */
  onAdded: (codes: readonly string[]) => void;
}) {
  const [begun, setBegun] = useState<NewAuthenticator | null>(null);
  const form = useForm({
    initial: { name: suggestion, code: '' },
    words: { error: messageFor, rule: ruleText },
    save: async ({ values }) => {
      if (begun === null) {
        const name = values.name.trim();
        if (name === '') return fail('invalid', { field: 'name', rule: 'required' });
        const answer = await server.beginAuthenticator(name, PRODUCT_NAME);
        if (answer.ok) return ok(answer.value);
        return answer.error.code === 'factor_name_taken'
          ? fail('factor_name_taken', { field: 'name' })
          : answer;
      }
      if (values.code.trim() === '') return fail('invalid', { field: 'code', rule: 'required' });
      const answer = await server.confirmAuthenticator(begun.id, values.code);
      if (answer.ok) {
        // While the code that was just shown is fresh. The step is on without them, too.
        const made = isFirst ? await server.makeRecoveryCodes(null) : null;
        return ok(made?.ok ? made.value : []);
      }
      return answer.error.code === 'mfa_failed'
        ? fail('invalid', { field: 'code', rule: 'wrong_code' })
        : answer;
    },
    onSaved: (value) => {
      if (begun === null) return setBegun(value as NewAuthenticator);
      showToast({ type: 'success', title: 'The second step is on' });
      onClose();
      onAdded(value as readonly string[]);
    },
  });
  const { values, change, error } = form;
  return (
    <FormSheet
      open={open}
      title="Add an authenticator app"
      saveLabel={begun ? 'Confirm' : 'Continue'}
      form={form}
      onClose={onClose}
    >
      {begun === null ? (
        <>
          <p className="text-pretty text-muted">
            An authenticator app on your phone shows a new code every half minute. With it, your
            password alone opens nothing.
          </p>
          <TextField
            label="Name of the app or phone"
            autoComplete="off"
            autoFocus
            maxLength={MAX_NAME}
            value={values.name}
            onChange={(name) => change({ name })}
            error={error('name')}
            hint="So that you know later which one it is."
          />
        </>
      ) : (
        <>
          <p className="text-pretty">
            Scan this with the app, or type the key into it. Then type the code that it shows.
          </p>
          <div className="grid justify-items-center gap-3">
            <QrPicture text={begun.uri} label="QR code for your authenticator app" />
          </div>
          <Secret secret={begun.secret} />
          <TextField
            label="Code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            maxLength={8}
            value={values.code}
            onChange={(code) => change({ code })}
            error={error('code')}
          />
          {isFirst && (
            <p className="text-pretty text-muted">
              Other devices on which you are signed in have to sign in again, with a code.
            </p>
          )}
        </>
      )}
    </FormSheet>
  );
}

/** The key as text, in groups of four: for phones that cannot scan their own screen. */
function Secret({ secret }: { secret: string }) {
  return (
    <div className="grid gap-1">
      <p className="text-sm text-muted" id="authenticator-key">
        Key
      </p>
      <div className="flex items-center gap-2">
        <div
          role="group"
          aria-labelledby="authenticator-key"
          className="min-w-0 flex-1 rounded-md border border-line bg-raised px-3 py-2 font-mono break-words select-all"
        >
          {secret.match(/.{1,4}/g)?.join(' ')}
        </div>
        <Button size="sm" icon={Copy} onClick={() => void copyAndTell(secret, 'Key copied')}>
          Copy
        </Button>
      </div>
    </div>
  );
}
