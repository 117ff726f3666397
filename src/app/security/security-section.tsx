import { AskAgain } from '#app/ask-again.tsx';
import { messageFor } from '#app/messages.ts';
import { useServerAnswer } from '#app/use-server-answer.ts';
import type { Result } from '#domain/errors/result.ts';
import { DATE_SHORT, formatDate } from '#domain/time/format.ts';
import { deviceZone } from '#platform/device-zone.ts';
import { passkeyServer } from '#remote/passkeys.ts';
import type { PasskeyServer } from '#remote/passkeys.ts';
import { securityServer } from '#remote/security.ts';
import type { Account, Authenticator, SecurityServer } from '#remote/security.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { SkeletonList } from '#ui/skeleton.tsx';
import { useLinger } from '#ui/use-linger.ts';
import { useOnline } from '#ui/use-online.ts';
import { KeyRound, LogOut, Mail, Plus, ShieldCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Part, SettingsCard } from '#features/settings/settings-card.tsx';
import { AuthenticatorSheet } from './authenticator-sheet.tsx';
import { EmailSheet } from './email-sheet.tsx';
import { PasskeysPart } from './passkeys-part.tsx';
import { PasswordSheet } from './password-sheet.tsx';
import { RecoveryCodesPart } from './recovery-codes-part.tsx';
import { RecoveryCodesSheet } from './recovery-codes-sheet.tsx';

type Open =
  | { kind: 'password' | 'email' | 'add' | 'elsewhere' }
  | { kind: 'codes'; fresh: readonly string[] | null }
  | { kind: 'remove'; authenticator: Authenticator };

/**
 * How the person signs in. All of it lives on the server, so that nothing here works offline, and
 * nothing pretends to.
 */
export function SecuritySection({
  email,
  server = securityServer,
  passkeys = passkeyServer,
}: {
  /** As this device remembers it; the server's word replaces it. */
  email: string | null;
  server?: SecurityServer;
  passkeys?: PasskeyServer;
}) {
  const online = useOnline();
  const { value: account, failure, ask } = useServerAnswer(server.account, online);
  const hasSecondStep = (account?.authenticators.length ?? 0) > 0;
  const codes = useServerAnswer(server.recoveryCodes, online && hasSecondStep);
  const [open, setOpen] = useState<Open | null>(null);
  const shown = useLinger(open);
  const close = (): void => setOpen(null);
  const address = account?.email ?? email;
  const isOpen = (kind: Open['kind']): boolean => open?.kind === kind;

  const run = async (call: () => Promise<Result<unknown>>, done: string): Promise<void> => {
    close();
    const answer = await call();
    tellOutcome(answer, done, messageFor);
    ask();
  };

  return (
    <>
      <SettingsCard
        id="security"
        title="Security"
        text="How you sign in. It is the same for all your businesses and devices."
        readOnly={!online}
      >
        {!online && (
          <Notice tone="warning" live>
            You are offline. Password, e-mail, passkeys and the second step are kept on the server:
            connect to change them. Everything else goes on working.
          </Notice>
        )}
        {online && failure && <AskAgain failure={failure} onAsk={ask} />}
        <Part title="Password">
          <div>
            <Button
              icon={KeyRound}
              disabled={address === null}
              onClick={() => setOpen({ kind: 'password' })}
            >
              Change password
            </Button>
          </div>
        </Part>
        <Part title="E-mail">
          {address && (
            <p>
              <bdi className="break-all">{address}</bdi>
            </p>
          )}
          {account?.newEmail && (
            <Notice title="Not confirmed yet">
              The change to <bdi className="break-all">{account.newEmail}</bdi> waits for the links
              that we sent to both addresses.
            </Notice>
          )}
          <div>
            <Button
              icon={Mail}
              disabled={address === null}
              onClick={() => setOpen({ kind: 'email' })}
            >
              Change e-mail
            </Button>
          </div>
        </Part>
        <Part title="Passkeys">
          <PasskeysPart online={online} server={passkeys} />
        </Part>
        <Part title="Second step">
          <SecondStep
            account={account}
            isLoading={online && !failure}
            onAdd={() => setOpen({ kind: 'add' })}
            onRemove={(authenticator) => setOpen({ kind: 'remove', authenticator })}
          />
          {hasSecondStep && (
            <RecoveryCodesPart
              codes={codes}
              onMake={() => setOpen({ kind: 'codes', fresh: null })}
            />
          )}
        </Part>
        <Part title="Signed in elsewhere">
          <p className="text-pretty text-muted">
            Ends every session of yours but this one: on lost phones, borrowed computers, other
            browsers. Their unsent work stays on them until you sign in there again.
          </p>
          <div>
            <Button icon={LogOut} onClick={() => setOpen({ kind: 'elsewhere' })}>
              Sign out everywhere else
            </Button>
          </div>
        </Part>
      </SettingsCard>
      {shown?.kind === 'password' && address && (
        <PasswordSheet open={isOpen('password')} email={address} server={server} onClose={close} />
      )}
      {shown?.kind === 'email' && address && (
        <EmailSheet
          open={isOpen('email')}
          email={address}
          server={server}
          onClose={close}
          onAsked={ask}
        />
      )}
      {shown?.kind === 'add' && account && (
        <AuthenticatorSheet
          open={isOpen('add')}
          suggestion={freeName(account.authenticators)}
          isFirst={account.authenticators.length === 0}
          server={server}
          onClose={close}
          onAdded={(fresh) => {
            ask();
            if (fresh.length > 0) setOpen({ kind: 'codes', fresh });
          }}
        />
      )}
      {shown?.kind === 'codes' && (
        <RecoveryCodesSheet
          open={isOpen('codes')}
          fresh={shown.fresh}
          email={address}
          server={server}
          onClose={close}
          onMade={codes.ask}
        />
      )}
      <ConfirmDialog
        open={isOpen('elsewhere')}
        title="Sign out everywhere else?"
        confirmLabel="Sign out everywhere else"
        onConfirm={() => void run(server.signOutElsewhere, 'Signed out everywhere else')}
        onClose={close}
      >
        Other devices notice it within a quarter of an hour, when they renew their session.
      </ConfirmDialog>
      {shown?.kind === 'remove' && (
        <ConfirmDialog
          open={isOpen('remove')}
          title={`Remove ${shown.authenticator.name || 'this app'}?`}
          confirmLabel="Remove"
          onConfirm={() =>
            void run(() => server.removeAuthenticator(shown.authenticator.id), 'App removed')
          }
          onClose={close}
        >
          {account && account.authenticators.length > 1
            ? 'Its codes stop working. You may be asked for a code of another app next.'
            : 'It is the only one: from then on, the password alone opens your account.'}
        </ConfirmDialog>
      )}
    </>
  );
}

function SecondStep({
  account,
  isLoading,
  onAdd,
  onRemove,
}: {
  account: Account | null;
  isLoading: boolean;
  onAdd: () => void;
  onRemove: (authenticator: Authenticator) => void;
}) {
  if (account === null) {
    return isLoading ? (
      <SkeletonList rows={1} label="Your authenticator apps are being looked up" />
    ) : (
      <p className="text-pretty text-muted">
        Whether your account asks for a second step is known to the server only.
      </p>
    );
  }
  const { authenticators } = account;
  return (
    <>
      {authenticators.length === 0 ? (
        <p className="text-pretty text-muted">
          Off. With an authenticator app, a stolen password opens nothing: the server asks for a
          code before it hands out any data.
        </p>
      ) : (
        <List label="Authenticator apps">
          {authenticators.map((authenticator) => (
            <ListRow
              key={authenticator.id}
              leading={<ShieldCheck size={20} className="text-success" aria-hidden />}
              title={<bdi>{authenticator.name || 'Authenticator app'}</bdi>}
              subtitle={`Since ${formatDate(authenticator.addedAt, { timeZone: deviceZone('UTC'), parts: DATE_SHORT })}`}
              trailing={
                <Button
                  size="sm"
                  variant="quiet"
                  icon={Trash2}
                  aria-label={`Remove ${authenticator.name || 'this app'}`}
                  onClick={() => onRemove(authenticator)}
                >
                  Remove
                </Button>
              }
            />
          ))}
        </List>
      )}
      {authenticators.length === 1 && (
        <Notice title="Add a second one">
          An app on another device, or its key written down in a safe place, keeps you going if this
          phone is lost.
        </Notice>
      )}
      <div>
        <Button icon={Plus} onClick={onAdd}>
          {authenticators.length === 0 ? 'Add an authenticator app' : 'Add another app'}
        </Button>
      </div>
    </>
  );
}

const freeName = (taken: readonly Authenticator[]): string => {
  const names = new Set(taken.map(({ name }) => name));
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? 'My phone' : `My phone ${n}`;
    if (!names.has(name)) return name;
  }
};
