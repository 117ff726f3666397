import { AskAgain } from '#app/ask-again.tsx';
import { messageFor } from '#app/messages.ts';
import { when } from '#app/sync/device-words.ts';
import { useServerAnswer } from '#app/use-server-answer.ts';
import type { KnownDevice } from '#remote/devices.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { SkeletonList } from '#ui/skeleton.tsx';
import { useLinger } from '#ui/use-linger.ts';
import { useOnline } from '#ui/use-online.ts';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import type { deviceServer } from './contact.ts';
import { deviceIdOf } from './device-number.ts';

/** Where else the person is signed in, as far as the server knows, and the way to end it there. */
export function OtherDevices({ userId, server }: { userId: string; server: typeof deviceServer }) {
  const online = useOnline();
  const { value: devices, failure, ask } = useServerAnswer(server.myDevices, online);
  const [chosen, setChosen] = useState<KnownDevice | null>(null);
  const shown = useLinger(chosen);
  const own = deviceIdOf(userId);
  const others = devices?.filter(({ id }) => id !== own) ?? null;
  const forget = async (device: KnownDevice): Promise<void> => {
    setChosen(null);
    tellOutcome(await server.forgetDevice(device.id), 'Device forgotten', messageFor);
    ask();
  };

  return (
    <>
      {!online && (
        <p className="text-pretty text-muted">
          You are offline. The list of your devices is on the server
          {others ? '; this is how it was a moment ago.' : '.'}
        </p>
      )}
      {online && failure && <AskAgain failure={failure} onAsk={ask} />}
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
