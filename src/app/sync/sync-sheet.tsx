import { DbProvider, useQuery } from '#db/use-query.ts';
import { openAttention } from '#db/queries/attention.ts';
import { storageUse } from '#platform/storage.ts';
import type { StorageUse } from '#platform/storage.ts';
import { report } from '#app/report.ts';
import type { OpenWorkspace } from '#app/workspace-context.ts';
import { Button } from '#ui/button.tsx';
import { copyAndTell } from '#ui/copy-and-tell.ts';
import { useStore } from '#ui/store.ts';
import { Copy, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { AttentionList } from './attention-list.tsx';
import { here, megabytes, when } from './device-words.ts';
import { KeptMessages } from './kept-messages.tsx';
import { Section } from './sheet-section.tsx';
import { statusWords } from './status-words.ts';
import { waitingChanges } from './waiting.ts';
import { WaitingList } from './waiting-list.tsx';

/** Everything about sync: what waits, what needs a decision, when it last went well. */
export function SyncSheet({ workspace }: { workspace: OpenWorkspace }) {
  return (
    <DbProvider db={workspace.sync.db}>
      <Content workspace={workspace} />
    </DbProvider>
  );
}

function Content({ workspace }: { workspace: OpenWorkspace }) {
  const { sync } = workspace;
  const status = useStore(sync.status, (value) => value);
  const attention = useQuery(openAttention, []);
  const waiting = useQuery(waitingChanges, []);
  const { short, long } = statusWords(status, here());
  return (
    <div className="grid gap-7 pb-2">
      <section className="grid gap-3">
        <div>
          <p className="text-xl font-semibold">{short}</p>
          <p className="text-pretty text-muted">{long}</p>
        </div>
        {status.coverage.kind === 'partial' && (
          <Progress done={status.coverage.loadedRows} total={status.coverage.totalRows} />
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            icon={RefreshCw}
            busy={status.kind === 'syncing' && status.doing !== 'backfill'}
            onClick={() => sync.syncNow()}
          >
            Sync now
          </Button>
        </div>
      </section>

      {attention && attention.length > 0 && (
        <Section title="Needs your decision">
          <AttentionList items={attention} />
        </Section>
      )}

      <Section title="Waiting to be sent">{waiting && <WaitingList waiting={waiting} />}</Section>

      <KeptMessages />
      <Details lastSyncAt={status.lastSyncAt} status={status} />
    </div>
  );
}

function Progress({ done, total }: { done: number; total: number }) {
  const share = Math.round((100 * done) / Math.max(1, total));
  return (
    <div className="grid gap-1">
      <div
        role="progressbar"
        aria-label="Loading older data"
        aria-valuenow={share}
        className="h-1.5 overflow-hidden rounded-full bg-raised"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-300"
          style={{ width: `${share}%` }}
        />
      </div>
      <p className="text-sm text-muted tabular-nums">
        Older data: {done.toLocaleString('en-US')} of {total.toLocaleString('en-US')}
      </p>
    </div>
  );
}

function Details({ lastSyncAt, status }: { lastSyncAt: string | null; status: object }) {
  const [use, setUse] = useState<StorageUse | null>(null);
  useEffect(() => {
    let isGone = false;
    void storageUse().then((value) => {
      if (!isGone) setUse(value);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return (
    <Section title="This device">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-muted">Last sync</dt>
        <dd className="tabular-nums">{lastSyncAt ? when(lastSyncAt) : 'not yet'}</dd>
        {use && (
          <>
            <dt className="text-muted">Storage</dt>
            <dd className="tabular-nums">
              {megabytes(use.usedBytes)} of {megabytes(use.quotaBytes)}
              {use.persisted ? ', protected' : ', may be cleared by the browser'}
            </dd>
          </>
        )}
      </dl>
      <Button
        variant="quiet"
        size="sm"
        icon={Copy}
        className="justify-self-start"
        onClick={async () => copyAndTell(await report({ status }), 'Report copied')}
      >
        Copy report for support
      </Button>
    </Section>
  );
}
