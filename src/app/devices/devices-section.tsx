import { patterns } from '#app/paths.ts';
import { report } from '#app/report.ts';
import { here, megabytes, when } from '#app/sync/device-words.ts';
import { statusWords } from '#app/sync/status-words.ts';
import { waitingChanges } from '#app/sync/waiting.ts';
import { WaitingList } from '#app/sync/waiting-list.tsx';
import { useAuthState } from '#app/use-auth-state.ts';
import { useWorkspace } from '#app/workspace-context.ts';
import { pendingCount } from '#db/queries/pending.ts';
import { useQuery } from '#db/use-query.ts';
import { Part, SettingsCard } from '#features/settings/settings-card.tsx';
import { keepStorage, storageUse } from '#platform/storage.ts';
import type { StorageUse } from '#platform/storage.ts';
import type { AuthState } from '#remote/session.ts';
import { Button } from '#ui/button.tsx';
import { copyAndTell } from '#ui/copy-and-tell.ts';
import { TextField } from '#ui/fields.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { useStore } from '#ui/store.ts';
import { showToast } from '#ui/toast.ts';
import { CloudCheck, Copy, RefreshCw, ShieldCheck } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { deviceServer, tellOfDevice } from './contact.ts';
import { MAX_DEVICE_NAME, renameDevice } from './device-number.ts';
import { OtherDevices } from './other-devices.tsx';
import { deviceNameOf } from './this-device.ts';

const PinPart = lazyPart(async () => (await import('#app/pin/pin-part.tsx')).PinPart);

/** This device and its copy of the data, which needs no network, and the person's other devices. */
export function DevicesSection({ server = deviceServer }: { server?: typeof deviceServer }) {
  const { sync, userId } = useWorkspace();
  const auth = useAuthState();
  const status = useStore(sync.status, (value) => value);
  const waiting = useQuery(waitingChanges, []);
  const count = useQuery(pendingCount, []) ?? 0;
  const { long } = statusWords(status, here());
  return (
    <SettingsCard
      id="device"
      title="Devices and sync"
      text="Everything is on this device and works without a connection. Changes are sent as soon as there is one."
    >
      <Part title="This device">
        <DeviceName userId={userId} server={server} />
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          <Fact name="Sync">{long}</Fact>
          <Fact name="Last sync">{status.lastSyncAt ? when(status.lastSyncAt) : 'Not yet'}</Fact>
        </dl>
        <Storage />
        <div className="flex flex-wrap gap-2">
          <Button
            icon={RefreshCw}
            busy={status.kind === 'syncing' && status.doing !== 'backfill'}
            onClick={() => sync.syncNow()}
          >
            Sync now
          </Button>
          <Button
            icon={Copy}
            onClick={async () => copyAndTell(await report({ status }), 'Report copied')}
          >
            Copy report
          </Button>
          <LinkButton to={patterns.debug} icon={CloudCheck}>
            Details
          </LinkButton>
        </div>
      </Part>
      <Part title={count > 0 ? `Waiting to be sent (${count})` : 'Waiting to be sent'}>
        {waiting && <WaitingList waiting={waiting} />}
        {waiting && count > waiting.length && (
          <p className="text-muted">And {count - waiting.length} more.</p>
        )}
      </Part>
      <Part title="PIN on this device">
        <Suspense>
          <PinPart userId={userId} suggestion={nameIn(auth)} />
        </Suspense>
      </Part>
      <Part title="Your other devices">
        <OtherDevices userId={userId} server={server} />
      </Part>
    </SettingsCard>
  );
}

/** What a person is called until they say otherwise: the front of their address. */
const nameIn = (auth: AuthState): string =>
  (auth.kind === 'signed-in' ? auth.email?.split('@')[0] : null) ?? '';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="text-pretty tabular-nums">{children}</dd>
    </>
  );
}

/** Saved when the field is left; the server hears of it when there is a network. */
function DeviceName({ userId, server }: { userId: string; server: typeof deviceServer }) {
  const [name, setName] = useState(() => deviceNameOf(userId));
  return (
    <TextField
      label="Name"
      hint="How you find this device on your others."
      autoComplete="off"
      maxLength={MAX_DEVICE_NAME}
      value={name}
      onChange={setName}
      onBlur={() => {
        renameDevice(userId, name);
        setName(deviceNameOf(userId));
        void tellOfDevice(userId, server);
      }}
    />
  );
}

function Storage() {
  const [use, setUse] = useState<StorageUse | null | 'unknown'>(null);
  const read = (): void => void storageUse().then((value) => setUse(value ?? 'unknown'));
  useEffect(read, []);
  if (use === null) return null;
  if (use === 'unknown') {
    return <p className="text-muted">This browser does not say how much it stores.</p>;
  }
  return (
    <div className="grid gap-2">
      <p className="text-pretty tabular-nums">
        {megabytes(use.usedBytes)} of {megabytes(use.quotaBytes)} used.{' '}
        {use.persisted
          ? 'The browser has promised to keep it.'
          : 'The browser may clear it when space gets short; what was not sent yet would be lost.'}
      </p>
      {!use.persisted && (
        <div>
          <Button
            icon={ShieldCheck}
            onClick={async () => {
              const kept = await keepStorage();
              showToast(
                kept
                  ? { type: 'success', title: 'The browser keeps your data' }
                  : {
                      type: 'warning',
                      title: 'The browser did not promise it',
                      description:
                        'Add the app to the home screen or use it more often; then it usually does.',
                    },
              );
              read();
            }}
          >
            Ask the browser to keep it
          </Button>
        </div>
      )}
    </div>
  );
}
