import { consentsNow, topicKey } from '#domain/clients/consents.ts';
import type { ClientRow, ConsentEventRow, Uuid } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { lazySheet } from '#ui/lazy-overlay.tsx';
import { useLinger } from '#ui/use-linger.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { WaitingMark } from '#ui/waiting-mark.tsx';
import { PenLine } from 'lucide-react';
import { Suspense, useState } from 'react';
import { SOURCES, STATES, topicText } from './consent-words.ts';
import { moment } from './note-words.ts';

const ConsentSheet = lazySheet(
  'Record a consent',
  async () => (await import('./consent-sheet.tsx')).ConsentSheet,
);

/** What a client agreed to: how it is now, and every line of the ledger below. */
export function ConsentsCard({
  client,
  events,
  pending,
  formats,
  mayEdit,
}: {
  client: ClientRow;
  /** The whole ledger, oldest first. */
  events: readonly ConsentEventRow[];
  /** Ids of what the server has not seen yet. */
  pending: ReadonlySet<Uuid>;
  formats: BusinessFormats;
  mayEdit: boolean;
}) {
  const [sheet, openSheet, closeSheet] = useSearchParam('consent');
  const shownSheet = useLinger(sheet);
  const [showsHistory, setShowsHistory] = useState(false);
  const asked = consentsNow(events).filter(({ last }) => last !== null);
  return (
    <Card
      className="max-lg:order-6"
      title="Consents"
      actions={
        mayEdit && (
          <Button size="sm" variant="quiet" icon={PenLine} onClick={() => openSheet('new')}>
            Record<span className="sr-only"> a consent</span>
          </Button>
        )
      }
    >
      {asked.length === 0 ? (
        <p className="text-muted">
          Nothing asked yet. Without a yes no news are sent; messages about own visits are.
        </p>
      ) : (
        <ul className="grid gap-2" aria-label="Consents now">
          {asked.map((one) => (
            <li key={topicKey(one)} className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
              <span className="flex-1">{topicText(one)}</span>
              {one.last && (
                <Chip tone={STATES[one.last.state].tone}>{STATES[one.last.state].label}</Chip>
              )}
              <span className="w-full text-sm text-muted">
                {one.last && `since ${formats.date(one.last.at)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {events.length > 0 && (
        <>
          <Button
            size="sm"
            variant="quiet"
            className="mt-2 -ml-2"
            aria-expanded={showsHistory}
            onClick={() => setShowsHistory(!showsHistory)}
          >
            {showsHistory ? 'Hide history' : `History (${events.length})`}
          </Button>
          {showsHistory && (
            <ol aria-label="History of consents" className="mt-1 grid gap-3 text-sm">
              {events.toReversed().map((event) => (
                <li key={event.id} className="border-l-2 border-line pl-3">
                  <p className="font-medium">
                    {STATES[event.state].label}: {topicText(event)}{' '}
                    {pending.has(event.id) && <WaitingMark />}
                  </p>
                  <p className="text-muted">
                    {moment(event.at, formats)} · {SOURCES[event.source].toLowerCase()}
                    {event.author_name && (
                      <>
                        {' '}
                        · <bdi>{event.author_name}</bdi>
                      </>
                    )}
                  </p>
                  {event.wording && (
                    <p className="text-muted">
                      “{event.wording}” (text {event.text_version})
                    </p>
                  )}
                </li>
              ))}
            </ol>
          )}
        </>
      )}
      <Suspense fallback={null}>
        {shownSheet && (
          <ConsentSheet
            open={sheet !== null}
            client={client}
            events={events}
            onClose={closeSheet}
          />
        )}
      </Suspense>
    </Card>
  );
}
