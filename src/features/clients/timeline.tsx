import type { ClientRecords } from '#db/queries/client-records.ts';
import type { VisitView } from '#db/queries/client-detail.ts';
import { TIMELINE_KINDS, timelineOf } from '#domain/clients/timeline.ts';
import type { TimelineEntry, TimelineKind } from '#domain/clients/timeline.ts';
import type { BusinessRow, Instant } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { FilterChip } from '#ui/chip.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { CalendarCheck, Camera, FlaskConical, PenLine, StickyNote } from 'lucide-react';
import { useState } from 'react';
import { KIND_WORDS } from './photos/words.ts';
import { STATES, topicText } from './records/consent-words.ts';
import { KINDS, moment } from './records/note-words.ts';
import { VisitLine } from './visit-line.tsx';

/** A year of monthly visits; more are asked for. */
const FIRST_SHOWN = 12;

const FILTERS: Record<TimelineKind, { label: string; icon: typeof Camera }> = {
  visit: { label: 'Visits', icon: CalendarCheck },
  note: { label: 'Notes', icon: StickyNote },
  photo: { label: 'Photos', icon: Camera },
  consent: { label: 'Consents', icon: PenLine },
  test: { label: 'Patch tests', icon: FlaskConical },
};

const RESULTS = { pending: 'not read yet', passed: 'no reaction', failed: 'reaction' } as const;

/** Everything that happened with a client, newest first; one kind of it when that is asked for. */
export function Timeline({
  visits,
  records,
  business,
  formats,
  historyFrom,
}: {
  /** Those that are over. */
  visits: readonly VisitView[];
  records: ClientRecords;
  business: BusinessRow;
  formats: BusinessFormats;
  /** Older visits are not here (yet); null = all are. */
  historyFrom: Instant | null;
}) {
  const [only, setOnly] = useState<TimelineKind | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  const all = timelineOf({ visits, ...records });
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
              <Line key={entry.key} entry={entry} formats={formats} />
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
    </section>
  );
}

type OtherEntry = Exclude<TimelineEntry<VisitView>, { kind: 'visit' }>;

function Line({ entry, formats }: { entry: OtherEntry; formats: BusinessFormats }) {
  const { icon: Icon } = FILTERS[entry.kind];
  const { title, author } = wordsOf(entry);
  return (
    <ListRow
      leading={<Icon size={20} className="text-muted" aria-hidden />}
      title={<span className="line-clamp-2 whitespace-normal">{title}</span>}
      subtitle={[moment(entry.at, formats), author].filter(Boolean).join(' · ')}
    />
  );
}

const wordsOf = (entry: OtherEntry): { title: string; author: string } => {
  switch (entry.kind) {
    case 'note':
      return {
        title: `${KINDS[entry.note.kind].label}: ${entry.note.body}`,
        author: entry.note.author_name,
      };
    case 'photo':
      return {
        title: `Photo: ${KIND_WORDS[entry.photo.kind].toLowerCase()}`,
        author: entry.photo.author_name,
      };
    case 'consent':
      return {
        title: `${STATES[entry.consent.state].label}: ${topicText(entry.consent)}`,
        author: entry.consent.author_name,
      };
    case 'test':
      return {
        title: `Patch test with ${entry.test.product}: ${RESULTS[entry.test.result]}`,
        author: entry.test.author_name,
      };
  }
};
