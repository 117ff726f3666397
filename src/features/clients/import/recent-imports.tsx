import { importRecords } from '#db/commands/import-clients.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { ImportRecord } from '#db/schema.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { useState } from 'react';
import { runUndo } from './run.ts';
import { contentText } from './words.ts';

const STATES: Record<ImportRecord['state'], string> = {
  running: 'interrupted',
  stopped: 'stopped',
  done: 'imported',
  undone: 'taken back',
};

/** What was imported on this device in the last weeks, and the way back. */
export function RecentImports({ business }: { business: BusinessRow }) {
  const db = useDb();
  const records = useQuery(importRecords, []);
  const [asked, setAsked] = useState<ImportRecord | null>(null);
  const formats = businessFormats(business);
  if (!records || records.length === 0) return null;
  return (
    <section aria-labelledby="recent-imports">
      <h2 id="recent-imports" className="mb-2 font-semibold">
        Imports on this device
      </h2>
      <List>
        {records.map((record) => (
          <ListRow
            key={record.id}
            title={<bdi>{record.file_name}</bdi>}
            subtitle={`${formats.date(record.at)}, ${contentText(record)}, ${STATES[record.state]}`}
            trailing={
              record.state !== 'undone' && (
                <Button size="sm" onClick={() => setAsked(record)}>
                  Undo<span className="sr-only"> the import of {record.file_name}</span>
                </Button>
              )
            }
          />
        ))}
      </List>
      <p className="mt-2 text-sm text-muted">An import can be taken back for 30 days.</p>
      <ConfirmDialog
        open={asked !== null}
        title="Take this import back?"
        confirmLabel="Take it back"
        onClose={() => setAsked(null)}
        onConfirm={() => {
          setAsked(null);
          if (asked) void runUndo(db, asked);
        }}
      >
        {asked?.booked
          ? 'The appointments and clients it added go. What has begun or was changed since stays, and so do clients with other visits. Nobody gets a message.'
          : 'The clients it added go, and the ones it changed get their earlier details. Clients who have visits or were changed since stay.'}
      </ConfirmDialog>
    </section>
  );
}
