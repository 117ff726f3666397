import { whatIsNotHere } from '#db/queries/export-facts.ts';
import { pendingCount } from '#db/queries/pending.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { useStore } from '#ui/store.ts';
import { FileUp } from 'lucide-react';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { SettingsCard } from '../settings-card.tsx';
import { runExport, runStore } from './run.ts';
import type { Run } from './run.ts';
import {
  elsewhereText,
  failureText,
  fileSize,
  missingText,
  progressText,
  rowsText,
  unsentText,
} from './words.ts';

/** The way out with everything: one file, made on this device, whether or not there is a network. */
export function DataSection({
  business,
  mayExport,
  children,
}: {
  business: BusinessRow;
  mayExport: boolean;
  /** What else there is to decide about it. */
  children?: ReactNode;
}) {
  return (
    <SettingsCard
      id="data"
      title="Your data"
      text="Take everything on this device with you in one ZIP file, at any time, also without a connection."
    >
      {mayExport ? (
        <ExportPart timeZone={business.time_zone} />
      ) : (
        <Notice>Your role does not allow exporting. Ask an owner or a manager.</Notice>
      )}
      {children}
    </SettingsCard>
  );
}

function ExportPart({ timeZone }: { timeZone: string }) {
  const db = useDb();
  const button = useRef<HTMLButtonElement>(null);
  const notHere = useQuery(whatIsNotHere, []);
  const unsent = useQuery(pendingCount, []);
  const last = useStore(runStore, (now) => now);
  const run = last?.of === db.name ? last.run : null;
  if (!notHere || unsent === undefined) return null;
  const missing = missingText(notHere, timeZone);
  const waiting = unsentText(unsent);
  return (
    <>
      <ul className="list-disc space-y-1 pl-5 text-pretty marker:text-muted">
        <li>Clients, appointments, services and staff as tables for any spreadsheet</li>
        <li>A calendar file with every appointment to come</li>
        <li>Photos of your clients, pictures of your team and services, and your logo</li>
        <li>Every row as JSON, for another program or for keeping</li>
      </ul>
      {missing && (
        <Notice tone="warning" title="Not everything is on this device">
          {missing} Stay connected until it is here, or export what there is: the file says what is
          missing.
        </Notice>
      )}
      {waiting && <p className="text-pretty text-muted">{waiting}</p>}
      <div>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            ref={button}
            icon={FileUp}
            busy={run?.kind === 'running'}
            onClick={() => void runExport(db)}
          >
            {run?.kind === 'running' ? 'Exporting' : 'Export everything'}
          </Button>
          {run?.kind === 'running' && (
            <Button
              variant="quiet"
              onClick={() => {
                // This button goes: whoever uses the keyboard goes on at the other one.
                button.current?.focus();
                run.stop();
              }}
            >
              Stop
            </Button>
          )}
        </div>
        <p className="mt-2 text-sm text-pretty text-muted">
          The file is not locked. It holds what clients trusted you with: keep it where only you can
          open it.
        </p>
      </div>
      {run?.kind === 'running' && <Progress done={run.done} total={run.total} />}
      <div role="status" className="empty:hidden">
        {run && <Outcome run={run} />}
      </div>
    </>
  );
}

function Progress({ done, total }: { done: number; total: number }) {
  return (
    <div>
      <progress
        aria-label="Exporting"
        value={done}
        max={Math.max(total, 1)}
        className="block h-2 w-full overflow-hidden rounded-full accent-(--accent)"
      />
      <p className="mt-2 text-sm text-muted tabular-nums">
        {progressText(done, total)}. You can go on working meanwhile.
      </p>
    </div>
  );
}

function Outcome({ run }: { run: Run }) {
  if (run.kind === 'running') return null;
  if (run.kind === 'stopped') return <Notice>Stopped. No file was made.</Notice>;
  if (run.kind === 'failed') {
    return (
      <Notice tone="danger" title="No file was made" live={false}>
        {failureText(run.error)}
      </Notice>
    );
  }
  const { photos, formFiles, pictures } = run.facts;
  const elsewhere = photos.missing.length + formFiles.missing.length + pictures.missing.length;
  const rows = Object.values(run.facts.counts).reduce((sum, count) => sum + count, 0);
  return (
    <Notice tone="success" title="Your file is in the downloads">
      <p className="break-words">
        {run.name}, {fileSize(run.bytes)}, with {rowsText(rows)}.
      </p>
      {elsewhere > 0 && <p className="mt-1">{elsewhereText(elsewhere)}</p>}
      {run.facts.changedMeanwhile && (
        <p className="mt-1">
          Something changed while it was being made. For a picture of one moment, export again.
        </p>
      )}
    </Notice>
  );
}
