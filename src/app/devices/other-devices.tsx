import { messageFor } from '#app/messages.ts';
import { when } from '#app/sync/device-words.ts';
import type { KnownDevice } from '#remote/devices.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { SkeletonList } from '#ui/skeleton.tsx';
import { useLinger } from '#ui/use-linger.ts';
import { useOnline } from '#ui/use-online.ts';
import { MonitorSmartphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { deviceServer } from './contact.ts';
import { deviceIdOf } from './device-number.ts';

/** Where else the person is signed in, as far as the server knows, and the way to end it there. */
export function OtherDevices({ userId, server }: { userId: string; server: typeof deviceServer }) {
  const online = useOnline();
  const [asked, setAsked] = useState(0);
  const [devices, setDevices] = useState<KnownDevice[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [chosen, setChosen] = useState<KnownDevice | null>(null);
  const shown = useLinger(chosen);
  useEffect(() => {
    if (!online) return;
    let isGone = false;
    void server.myDevices().then((answer) => {
      if (isGone) return;
      setFailure(answer.ok ? null : messageFor(answer.error));
      if (answer.ok) setDevices(answer.value);
    });
    return () => {
      isGone = true;
    };
  }, [server, online, asked]);

  const own = deviceIdOf(userId);
  const others = devices?.filter(({ id }) => id !== own) ?? null;
  const forget = async (device: KnownDevice): Promise<void> => {
    setChosen(null);
    tellOutcome(await server.forgetDevice(device.id), 'Device forgotten', messageFor);
    setAsked((n) => n + 1);
  };

  return (
    <>
      {!online && (
        <p className="text-pretty text-muted">
          You are offline. The list of your devices is on the server
          {others ? '; this is how it was a moment ago.' : '.'}
        </p>
      )}
      {online && failure && (
        <Notice
          tone="danger"
          action={
            <Button size="sm" variant="quiet" onClick={() => setAsked((n) => n + 1)}>
              Try again
            </Button>
          }
        >
          {failure}
        </Notice>
      )}
      {others === null && online && !failure && (
        <SkeletonList rows={1} label="Your devices are being looked up" />
      )}
      {others?.length === 0 && (
        <p className="text-muted">None. You are signed in on this device only.</p>
      )}
      {others && others.length > 0 && (
        <List label="Other devices">
          {others.map((device) => (
            <ListRow
              key={device.id}
              leading={<MonitorSmartphone size={20} className="text-muted" aria-hidden />}
              title={<bdi>{nameOf(device)}</bdi>}
              subtitle={subtitleOf(device)}
              trailing={
                <span className="flex items-center gap-2">
                  {!device.signed_in && <Chip>Signed out</Chip>}
                  <Button
                    size="sm"
                    disabled={!online}
                    aria-label={`Forget ${nameOf(device)}`}
                    onClick={() => setChosen(device)}
                  >
                    Forget
                  </Button>
                </span>
              }
            />
          ))}
        </List>
      )}
      {shown && (
        <ConfirmDialog
          open={chosen !== null}
          title={`Forget ${nameOf(shown)}?`}
          confirmLabel="Forget device"
          onConfirm={() => void forget(shown)}
          onClose={() => setChosen(null)}
        >
          It is signed out at once. The next time it has a network it removes everything of yours,
          also what it has not sent yet. You can sign in on it again.
        </ConfirmDialog>
      )}
    </>
  );
}

const nameOf = ({ name, platform }: KnownDevice): string => name || platform || 'A device';

const subtitleOf = (device: KnownDevice): string =>
  [device.platform !== nameOf(device) && device.platform, `last seen ${when(device.seen_at)}`]
    .filter(Boolean)
    .join(' · ');
