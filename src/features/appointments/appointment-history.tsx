import { CloudUpload, RefreshCw } from 'lucide-react';
import { messageFor } from '#app/messages.ts';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import { historyNames } from '#db/queries/history-names.ts';
import type { NamesById } from '#db/queries/history-names.ts';
import { useQuery } from '#db/use-query.ts';
import type { HistoryFact } from '#domain/appointments/history-facts.ts';
import type { HistoryEntry } from '#domain/appointments/history.ts';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Notice } from '#ui/notice.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { factWords, momentWords, whoWords } from './history-words.ts';
import { MessageLog } from './message-log.tsx';
import { useHistory } from './use-history.ts';
import type { HistoryView } from './use-history.ts';

/** Everything that happened to an appointment: what, by whom, when, on which device. */
export function AppointmentHistory({
  detail,
  business,
}: {
  detail: AppointmentDetail;
  business: BusinessRow;
}) {
  const { appointment, segments } = detail;
  const rev = Math.max(appointment.rev, ...segments.map(({ segment }) => segment.rev));
  const history = useHistory(appointment.id, rev);
  const entries = history?.entries ?? [];
  const clientIds = [...new Set(entries.flatMap(({ facts }) => facts.flatMap(clientsOf)))];
  const names = useQuery((db) => historyNames(db, clientIds), [clientIds.join()]);
  if (!history || !names) return null;
  const isFirstLoad = history.isLoading && history.asOf === null;
  return (
    <div className="grid gap-3">
      <State history={history} business={business} />
      {entries.length > 0 && (
        <ol className="grid" aria-busy={history.isLoading || undefined}>
          {entries.map((entry) => (
            <Entry key={entry.key} entry={entry} business={business} names={names} />
          ))}
        </ol>
      )}
      {isFirstLoad && <SkeletonList rows={3} label="Loading the history" />}
      {entries.length === 0 && !isFirstLoad && history.asOf !== null && (
        <p className="rounded-lg border border-dashed border-line px-4 py-6 text-center text-muted">
          Nothing has been recorded of this appointment.
        </p>
      )}
      {history.loadOlder && (
        <Button size="sm" busy={history.isLoadingOlder} onClick={history.loadOlder}>
          Show older changes
        </Button>
      )}
      <MessageLog key={rev} appointment={appointment} business={business} />
    </div>
  );
}

const clientsOf = (fact: HistoryFact): Uuid[] =>
  fact.kind === 'client' ? [fact.from, fact.to].flatMap((id) => id ?? []) : [];

/** What keeps the list from being whole. */
function State({ history, business }: { history: HistoryView; business: BusinessRow }) {
  const { isOnline, error, asOf } = history;
  if (error) {
    return (
      <Notice
        tone="warning"
        live
        title="The history could not be loaded"
        action={
          <Button size="sm" icon={RefreshCw} busy={history.isLoading} onClick={history.retry}>
            Try again
          </Button>
        }
      >
        {messageFor(error)}
      </Notice>
    );
  }
  if (isOnline) return null;
  return asOf === null ? (
    <Notice title="You are offline">
      What was changed before, and on other devices, comes with the next signal.
    </Notice>
  ) : (
    <p className="text-sm text-muted">
      As of {businessFormats(business).dateTime(asOf)}. You are offline: what others have changed
      since comes with the next signal.
    </p>
  );
}

function Entry({
  entry,
  business,
  names,
}: {
  entry: HistoryEntry;
  business: BusinessRow;
  names: NamesById;
}) {
  const facts = entry.facts.map((fact) => factWords(fact, { business, names }));
  const origin = [whoWords(entry, names), entry.device, momentWords(entry, business)];
  return (
    <li className="relative grid gap-0.5 border-l-2 border-line pb-4 pl-4 last:pb-0">
      <span
        aria-hidden
        className="absolute top-1.5 -left-[5px] size-2 rounded-full bg-line ring-4 ring-surface"
      />
      {facts.map((words, index) => (
        <p key={`${index} ${words}`} className="wrap-anywhere">
          {words}
        </p>
      ))}
      <p className="text-sm wrap-anywhere text-muted">{origin.filter(Boolean).join(' · ')}</p>
      {entry.arrivedAt === null && (
        <span>
          <Chip tone="neutral" icon={CloudUpload}>
            Not sent yet
          </Chip>
        </span>
      )}
    </li>
  );
}
