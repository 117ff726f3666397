import { CloudDownload } from 'lucide-react';
import type { Day } from '#domain/rows.ts';
import { whatIsLoaded } from '#db/queries/coverage.ts';
import { useQuery } from '#db/use-query.ts';
import { instantAtWall } from '#domain/time/clock-text.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { ZoneNote } from './zone-note.tsx';

/** What one must know to read the picture right: whose clock it is, and whether it is all here. */
export function CalendarNotes({
  timeZone,
  now,
  firstDay,
}: {
  timeZone: string;
  now: EpochMin;
  firstDay: Day;
}) {
  const loaded = useQuery(whatIsLoaded, []);
  const from = loaded?.historyFrom ?? null;
  const isPartial = from !== null && instantAtWall(timeZone, firstDay, 0) < from;
  return (
    <>
      <ZoneNote timeZone={timeZone} now={now} />
      {isPartial && (
        <p
          role="status"
          className="flex items-center gap-2 bg-warning-soft px-3 py-1.5 text-sm text-warning sm:px-5"
        >
          <CloudDownload size={16} className="shrink-0" aria-hidden />
          Appointments this far back are still on their way to this device.
        </p>
      )}
    </>
  );
}
