import { report } from '#app/report.ts';
import { useAuthState } from '#app/use-auth-state.ts';
import { useSyncedWorkspace } from '#app/workspace-holder.ts';
import type { OpenWorkspace } from '#app/workspace-context.ts';
import { FORMAT } from '#db/schema.ts';
import { copyText, download } from '#platform/download.ts';
import { env } from '#platform/env.ts';
import { recentLog } from '#platform/log.ts';
import type { LogLine } from '#platform/log.ts';
import { removeServiceWorker } from '#platform/service-worker.ts';
import { keepStorage, storageUse } from '#platform/storage.ts';
import { readStoredSession } from '#remote/session.ts';
import { SCHEMA } from '#sync/protocol.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Page } from '#ui/page.tsx';
import { useStore } from '#ui/store.ts';
import { showToast } from '#ui/toast.ts';
import { useEffect, useState } from 'react';
import { Facts } from './facts.tsx';
import { LogLines } from './log-lines.tsx';
import { OutboxTable } from './outbox-table.tsx';
import { localFacts } from './local-facts.ts';

/**
 * What this device knows about itself: read-only, open to anybody who has the device, and what
 * support asks a person to copy. The copied report has names and numbers taken out.
 */
export function DebugScreen() {
  const workspace = useSyncedWorkspace();
  return (
    <>
      <Page
        title="Device and sync"
        subtitle="What support may ask you for"
        back={{ to: '/', label: 'Back to the app' }}
      >
        <div className="grid grid-cols-1 gap-5">
          {workspace ? <SyncPart workspace={workspace} /> : <NotOpen />}
          <DevicePart />
          <LogPart />
        </div>
      </Page>
    </>
  );
}

function NotOpen() {
  const state = useAuthState();
  return (
    <Card title="Sync">
      <p className="text-muted">
        {state.kind === 'signed-in'
          ? 'The database could not be opened, or is still being opened.'
          : 'Nobody is signed in, so no database is open.'}
      </p>
    </Card>
  );
}

function SyncPart({ workspace }: { workspace: OpenWorkspace }) {
  const { sync, business, userId } = workspace;
  const status = useStore(sync.status, (value) => value);
  const [facts, setFacts] = useState<Record<string, unknown>>({});
  useEffect(() => {
    let isGone = false;
    void localFacts(sync.db).then((found) => {
      if (!isGone) setFacts(found);
    });
    return () => {
      isGone = true;
    };
  }, [sync, status]);
  const { kind, ...rest } = status;
  return (
    <>
      <Card
        title={`Sync: ${kind}`}
        actions={
          <>
            <Button size="sm" onClick={() => sync.syncNow()}>
              Sync now
            </Button>
            <Button
              size="sm"
              onClick={async () => {
                const result = await sync.check();
                showToast({
                  type: result === null ? 'warning' : 'success',
                  title:
                    result === null
                      ? 'The check could not run'
                      : `Compared with the server: ${result.differed} parts differed`,
                });
              }}
            >
              Compare
            </Button>
          </>
        }
      >
        <Facts facts={{ business: business.id, user: userId, ...rest, ...facts }} />
      </Card>
      <OutboxTable db={sync.db} />
    </>
  );
}

function DevicePart() {
  const [facts, setFacts] = useState<Record<string, unknown>>({});
  useEffect(() => {
    let isGone = false;
    void deviceFacts().then((found) => {
      if (!isGone) setFacts(found);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return (
    <Card
      title="This device"
      actions={
        <>
          <Button size="sm" onClick={() => void keepStorage()}>
            Protect storage
          </Button>
          <Button
            size="sm"
            onClick={async () => {
              await removeServiceWorker();
              location.reload();
            }}
          >
            Repair the app
          </Button>
        </>
      }
    >
      <Facts facts={facts} />
    </Card>
  );
}

const deviceFacts = async (): Promise<Record<string, unknown>> => {
  const use = await storageUse();
  const session = readStoredSession();
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  return {
    build: env().buildId,
    backend: env().backendUrl,
    'sync schema': SCHEMA,
    'database format': FORMAT,
    'service worker':
      registration?.active?.state ?? ('serviceWorker' in navigator ? 'none' : 'not supported'),
    'release waiting': registration?.waiting ? 'yes' : 'no',
    'storage used': use ? `${(use.usedBytes / 1e6).toFixed(1)} MB` : 'unknown',
    'storage protected': use?.persisted ?? 'unknown',
    'token expires': session ? new Date(session.expiresAtMs).toISOString() : 'no session',
    online: navigator.onLine,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    browser: navigator.userAgent,
  };
};

function LogPart() {
  const workspace = useSyncedWorkspace();
  const [lines, setLines] = useState<readonly LogLine[]>([]);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    let isGone = false;
    void recentLog().then((found) => {
      if (!isGone) setLines(found.toReversed());
    });
    return () => {
      isGone = true;
    };
  }, [asked]);
  const whole = async (): Promise<string> =>
    report({
      ...(await deviceFacts()),
      ...(workspace
        ? { sync: workspace.sync.status.get(), ...(await localFacts(workspace.sync.db)) }
        : {}),
    });
  return (
    <Card
      title="Log"
      actions={
        <>
          <Button size="sm" onClick={() => setAsked(asked + 1)}>
            Refresh
          </Button>
          <Button
            size="sm"
            variant="primary"
            onClick={async () => {
              const text = await whole();
              if (await copyText(text)) showToast({ type: 'success', title: 'Report copied' });
              else download('daybook-report.txt', text, 'text/plain');
            }}
          >
            Copy report
          </Button>
        </>
      }
    >
      <LogLines lines={lines} />
    </Card>
  );
}
