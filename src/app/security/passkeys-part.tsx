import { AskAgain } from '#app/ask-again.tsx';
import { messageFor } from '#app/messages.ts';
import { useServerAnswer } from '#app/use-server-answer.ts';
import { DATE_SHORT, formatDate } from '#domain/time/format.ts';
import { deviceZone } from '#platform/device-zone.ts';
import { passkeySupport } from '#platform/passkeys.ts';
import type { Passkey, PasskeyServer } from '#remote/passkeys.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { List } from '#ui/list.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { SkeletonList } from '#ui/skeleton.tsx';
import { useLinger } from '#ui/use-linger.ts';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { PasskeySheet } from './passkey-sheet.tsx';

type Open = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey };

/** The passkeys of the account, on whatever device they are. */
export function PasskeysPart({ online, server }: { online: boolean; server: PasskeyServer }) {
  const { value: passkeys, failure, ask } = useServerAnswer(server.list, online);
  const [open, setOpen] = useState<Open | null>(null);
  const shown = useLinger(open);
  const support = passkeySupport();
  const close = (): void => setOpen(null);

  const remove = async ({ id }: Passkey): Promise<void> => {
    close();
    tellOutcome(await server.remove(id), 'Passkey removed', messageFor);
    ask();
  };

  return (
    <>
      <p className="text-pretty text-muted">
        A passkey signs you in with the fingerprint, face or PIN of a device, without a password.
        Nobody can copy it from you or trick you into typing it somewhere else.
      </p>
      {online && failure && <AskAgain failure={failure} onAsk={ask} />}
      {passkeys === null && !failure && <Waiting online={online} />}
      {passkeys !== null && passkeys.length > 0 && (
        <List label="Passkeys">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex items-center gap-3 py-2.5 pr-2 pl-4">
              <span className="min-w-0 flex-1">
                <bdi className="font-medium break-words">{nameOf(passkey)}</bdi>
                <span className="block text-sm text-pretty text-muted">
                  {`Since ${day(passkey.addedAt)} · ${
                    passkey.lastUsedAt ? `last used ${day(passkey.lastUsedAt)}` : 'not used yet'
                  }`}
                </span>
              </span>
              <span className="flex shrink-0">
                <IconButton
                  icon={Pencil}
                  label={`Rename ${nameOf(passkey)}`}
                  onClick={() => setOpen({ kind: 'rename', passkey })}
                />
                <IconButton
                  icon={Trash2}
                  label={`Remove ${nameOf(passkey)}`}
                  onClick={() => setOpen({ kind: 'remove', passkey })}
                />
              </span>
            </li>
          ))}
        </List>
      )}
      {support === 'yes' ? (
        <div>
          <Button icon={Plus} disabled={passkeys === null} onClick={() => setOpen({ kind: 'add' })}>
            Add a passkey
          </Button>
        </div>
      ) : (
        <p className="text-pretty text-muted">{WHY_NOT[support]}</p>
      )}
      {shown && shown.kind !== 'remove' && (
        <PasskeySheet
          key={shown.kind === 'rename' ? shown.passkey.id : 'new'}
          open={open !== null && open.kind === shown.kind}
          passkey={shown.kind === 'rename' ? shown.passkey : null}
          suggestion={freeName(passkeys ?? [])}
          server={server}
          onClose={close}
          onDone={ask}
        />
      )}
      {shown?.kind === 'remove' && (
        <ConfirmDialog
          open={open?.kind === 'remove'}
          title={`Remove ${nameOf(shown.passkey)}?`}
          confirmLabel="Remove"
          onConfirm={() => void remove(shown.passkey)}
          onClose={close}
        >
          It no longer opens your account. Your password goes on working. Delete it on the device,
          too: it may still be offered there.
        </ConfirmDialog>
      )}
    </>
  );
}

const WHY_NOT = {
  browser:
    'This browser has no passkeys, so none can be added here. Update it, or use another one.',
  address:
    'No passkey can be added at this address: browsers ask for one with a name, not with numbers.',
};

function Waiting({ online }: { online: boolean }) {
  return online ? (
    <SkeletonList rows={1} label="Your passkeys are being looked up" />
  ) : (
    <p className="text-pretty text-muted">Which passkeys you have is known to the server only.</p>
  );
}

const nameOf = ({ name }: Passkey): string => name || 'Passkey without a name';

const day = (at: string): string =>
  formatDate(at, { timeZone: deviceZone('UTC'), parts: DATE_SHORT });

const freeName = (taken: readonly Passkey[]): string => {
  const names = new Set(taken.map(({ name }) => name));
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? 'This device' : `This device ${n}`;
    if (!names.has(name)) return name;
  }
};
