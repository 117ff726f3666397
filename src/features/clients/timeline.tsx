import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import type { VisitView } from '#db/queries/client-detail.ts';
import type { ClientRecords } from '#db/queries/client-records.ts';
import { handedTexts } from '#db/queries/handed-texts.ts';
import { submissionsOfClient } from '#db/queries/forms.ts';
import type { SubmissionView } from '#db/queries/forms.ts';
import { salesOfClient } from '#db/queries/sales.ts';
import type { SaleView } from '#db/queries/sales.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { STATE_WORDS } from '#domain/checkout/words.ts';
import { TIMELINE_KINDS, timelineOf } from '#domain/clients/timeline.ts';
import type { TimelineEntry, TimelineKind } from '#domain/clients/timeline.ts';
import { sentName, sentState } from '#domain/messages/sent-words.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Instant, Uuid } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { Chip, FilterChip } from '#ui/chip.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { useAsked } from '#ui/use-asked.ts';
import { useOnline } from '#ui/use-online.ts';
import {
  CalendarCheck,
  Camera,
  ClipboardList,
  FlaskConical,
  MessageSquare,
  PenLine,
  Receipt,
  StickyNote,
} from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { KIND_WORDS } from './photos/words.ts';
import { STATES, topicText } from './records/consent-words.ts';
import { KINDS, moment } from './records/note-words.ts';
import { VisitLine } from './visit-line.tsx';

/** A year of monthly visits; more are asked for. */
const FIRST_SHOWN = 12;

const FILTERS: Record<TimelineKind, { label: string; icon: typeof Camera }> = {
  visit: { label: 'Visits', icon: CalendarCheck },
  sale: { label: 'Sales', icon: Receipt },
  message: { label: 'Messages', icon: MessageSquare },
  form: { label: 'Forms', icon: ClipboardList },
  note: { label: 'Notes', icon: StickyNote },
  photo: { label: 'Photos and files', icon: Camera },
  consent: { label: 'Consents', icon: PenLine },
  test: { label: 'Patch tests', icon: FlaskConical },
};

const RESULTS = { pending: 'not read yet', passed: 'no reaction', failed: 'reaction' } as const;

/** Everything that happened with a client, newest first; one kind of it when that is asked for. */
export function Timeline({
  clientId,
  visits,
  records,
  showsSums,
  showsForms,
  business,
  formats,
  historyFrom,
}: {
  clientId: Uuid;
  /** Those that are over. */
  visits: readonly VisitView[];
  records: ClientRecords;
  showsSums: boolean;
  showsForms: boolean;
  business: BusinessRow;
  formats: BusinessFormats;
  /** Older visits are not here (yet); null = all are. */
  historyFrom: Instant | null;
}) {
  const [only, setOnly] = useState<TimelineKind | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  const sales = useQuery((db) => salesOfClient(db, clientId), [clientId]);
  const forms = useQuery(
    async (db) => (showsForms ? submissionsOfClient(db, clientId) : []),
    [clientId, showsForms],
  );
  const isOnline = useOnline();
  const db = useDb();
  const handed = useQuery((local) => handedTexts(local, 'client', clientId), [clientId]);
  const messages = useAsked(clientId, isOnline, () => db.fetchMessages?.('client', clientId));
  if (!sales || !forms) return null;
  const all = timelineOf({
    visits,
    sales,
    forms,
    messages: [...(messages?.ok ? messages.value : []), ...(handed ?? [])],
    ...records,
  });
  const there = TIMELINE_KINDS.filter((kind) => all.some((entry) => entry.kind === kind));
  const wanted = only !== null && there.includes(only) ? only : null;
  const entries = wanted === null ? all : all.filter(({ kind }) => kind === wanted);
  const shown = showsAll ? entries : entries.slice(0, FIRST_SHOWN);
  return (
    <section aria-label="Timeline" className="max-lg:order-4">
      <h2 className="mb-2 font-semibold">Timeline</h2>
      {there.length > 1 && (
        <div role="group" aria-label="Show only" className="mb-3 flex flex-wrap gap-2">
          {there.map((kind) => (
            <FilterChip
              key={kind}
              icon={FILTERS[kind].icon}
              selected={wanted === kind}
              onChange={(selected) => setOnly(selected ? kind : null)}
            >
              {FILTERS[kind].label}
            </FilterChip>
          ))}
        </div>
      )}
      {entries.length === 0 ? (
        <p className="rounded-lg border border-dashed border-line px-4 py-6 text-center text-muted">
          Nothing so far.
        </p>
      ) : (
        <List>
          {shown.map((entry) =>
            entry.kind === 'visit' ? (
              <VisitLine
                key={entry.key}
                visit={entry.visit}
                business={business}
                formats={formats}
              />
            ) : (
              <Line
                key={entry.key}
                entry={entry}
                business={business}
                formats={formats}
                showsSums={showsSums}
              />
            ),
          )}
        </List>
      )}
      {shown.length < entries.length && (
        <Button className="mt-3" onClick={() => setShowsAll(true)}>
          Show all {entries.length}
        </Button>
      )}
      {historyFrom && (wanted === null || wanted === 'visit') && (
        <p className="mt-3 text-sm text-muted">
          Visits before {formats.date(historyFrom, { month: 'long', year: 'numeric' })} are not on
          this device yet.
        </p>
      )}
      {!isOnline && !messages && (
        <p className="mt-3 text-sm text-muted">Messages are shown here when you are online.</p>
      )}
      {/* Who sees neither the client nor their visits has no messages of them to miss. */}
      {messages && !messages.ok && messages.error.code !== 'not_found' && (
        <p className="mt-3 text-sm text-muted">
          The messages could not be loaded. {messageFor(messages.error)}
        </p>
      )}
    </section>
  );
}

type OtherEntry = Exclude<TimelineEntry<VisitView, SaleView, SubmissionView>, { kind: 'visit' }>;

function Line({
  entry,
  business,
  formats,
  showsSums,
}: {
  entry: OtherEntry;
  business: BusinessRow;
  formats: BusinessFormats;
  showsSums: boolean;
}) {
  const { icon: Icon } = FILTERS[entry.kind];
  const { title, more } = wordsOf(entry);
  const to = pathOf(entry);
  return (
    <ListRow
      {...(to === null ? {} : { to })}
      leading={<Icon size={20} className="text-muted" aria-hidden />}
      title={<span className="line-clamp-2 whitespace-normal">{title}</span>}
      subtitle={[moment(entry.at, formats), more].filter(Boolean).join(' · ')}
      trailing={entry.kind === 'sale' && saleEnd(entry.sale, showsSums, business)}
    />
  );
}

/** Where a line leads; null = it says everything. */
const pathOf = (entry: OtherEntry): string | null => {
  if (entry.kind === 'sale') return pathTo('checkoutSuccess', null, { sale: entry.sale.sale.id });
  if (entry.kind !== 'form') return null;
  return pathTo('forms', null, { submission: entry.form.submission.id });
};

const saleEnd = (
  { sale, standing }: SaleView,
  showsSums: boolean,
  { locale }: BusinessRow,
): ReactNode => (
  <span className="grid justify-items-end gap-0.5 tabular-nums">
    {showsSums && <span>{formatMoney(sale.total_cents, sale.currency, locale)}</span>}
    {standing.state !== 'paid' && <Chip tone="warning">{STATE_WORDS[standing.state]}</Chip>}
  </span>
);

const wordsOf = (entry: OtherEntry): { title: string; more: string } => {
  switch (entry.kind) {
    case 'sale':
      return { title: `Sale: ${entry.sale.lines.map(({ name }) => name).join(', ')}`, more: '' };
    case 'message':
      return {
        title: `Message: ${sentName(entry.message)}`,
        more: [sentState(entry.message), entry.message.to].filter(Boolean).join(' · '),
      };
    case 'form':
      return {
        title: `Form: ${entry.form.form.name}`,
        more: entry.form.submission.state === 'void' ? 'void' : '',
      };
    case 'note':
      return {
        title: `${KINDS[entry.note.kind].label}: ${entry.note.body}`,
        more: entry.note.author_name,
      };
    case 'photo':
      return {
        title: entry.photo.file_name
          ? `File: ${entry.photo.file_name}`
          : `Photo: ${KIND_WORDS[entry.photo.kind].toLowerCase()}`,
        more: entry.photo.author_name,
      };
    case 'consent':
      return {
        title: `${STATES[entry.consent.state].label}: ${topicText(entry.consent)}`,
        more: entry.consent.author_name,
      };
    case 'test':
      return {
        title: `Patch test with ${entry.test.product}: ${RESULTS[entry.test.result]}`,
        more: entry.test.author_name,
      };
  }
};
