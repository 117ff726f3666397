import { Suspense, useMemo, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useDb } from '#db/use-query.ts';
import { formatTime, formatDate } from '#domain/time/format.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { lazyModal } from '#ui/lazy-overlay.tsx';
import { loadOrTell } from '#ui/load-or-tell.ts';
import type { calendarActions } from './calendar-actions.ts';
import type { CalendarViewProps } from './calendar-view.ts';
import type { Outcome } from './drag.ts';
import type { Drop } from './drop.ts';
import { DAY_MIN } from './geometry.ts';
import { gridHeads } from './grid-heads.tsx';
import type { CalendarItem } from './items.ts';
import { mayCreate, mayEdit } from './may-edit.ts';
import { HOURS, TimeGrid, type Spot } from './time-grid.tsx';
import type { FilledPeriod } from './use-calendar-model.ts';
import { useNeighbour } from './use-neighbour.ts';
import { shortZone } from './words.ts';
import type { Zoom } from './zoom.ts';

const ScopeQuestion = lazyModal(
  'It repeats',
  async () => (await import('./scope-question.tsx')).ScopeQuestion,
);

type CalendarActions = ReturnType<typeof calendarActions>;
const loadActions = async () => (await import('./calendar-actions.ts')).calendarActions;

/** The time grid of a period, wired to the address and to the commands. */
export function CalendarGrid({
  book,
  model,
  place,
  clock,
  staffName,
  wallNow,
  flashing,
  isNarrow,
  zoom,
  onZoom,
  onOpen,
  onAbsence,
  onSheet,
  onPlace,
  onStep,
}: CalendarViewProps & { zoom: Zoom; onZoom: (direction: -1 | 1) => void }) {
  const db = useDb();
  const { business } = book;
  const { columns, days } = model;
  const { locale, time_format } = business;
  // The grid is drawn about ten times for one step, column by column: its hours are written once.
  const hourLabels = useMemo(
    () =>
      HOURS.map((hour) =>
        formatTime(instantOfMin(hour * 60), {
          locale,
          parts:
            time_format === 'h12'
              ? { hour: 'numeric', hourCycle: 'h12' }
              : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
        }),
      ),
    [locale, time_format],
  );
  const find = (key: string): CalendarItem | undefined =>
    columns.flatMap(({ boxes }) => boxes).find(({ item }) => item.key === key)?.item;
  const nameOf = (rowKey: string): string | null => {
    for (const { items } of model.byDay.values()) {
      const item = items.find(({ kind, id }) => rowKey === `${ROW_OF[kind]}:${id}`);
      if (item) return item.name;
    }
    return null;
  };
  const act = async (run: (actions: CalendarActions) => Promise<void>): Promise<void> => {
    const calendarActions = await loadOrTell(loadActions);
    if (!calendarActions) return;
    await run(calendarActions({ db, timeZone: business.time_zone, clock, staffName, nameOf }));
  };
  const canEdit = (item: CalendarItem): boolean => mayEdit(book, item);
  const newAt = (spot: Spot & { end?: number }, kind: 'new' | 'new-block' = 'new'): void => {
    const column = columns[spot.column];
    if (!column || !mayCreate(book)) return;
    onSheet({
      kind,
      day: column.day,
      minute: spot.minute,
      endMinute: spot.end ?? null,
      staffId: column.staffId,
      clientId: null,
    });
  };
  // Others may follow what was dropped: asked about before anything moves.
  const [asked, setAsked] = useState<{ drop: Drop; isOpen: boolean } | null>(null);
  const onOutcome = (outcome: Outcome): void => {
    if (outcome.type === 'swiped') return onStep(outcome.direction);
    if (outcome.type === 'drawn') {
      return newAt({ column: outcome.column, minute: outcome.start, end: outcome.end });
    }
    const item = find(outcome.key);
    const column = columns[outcome.type === 'moved' ? outcome.column : 0];
    if (!item || !column) return;
    void act(async ({ letGo }) => {
      const drop = await letGo(outcome, item, column, book.resources);
      if (drop) setAsked({ drop, isOpen: true });
    });
  };
  const onKey = (event: KeyboardEvent, item: CalendarItem | null, spot: Spot): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (!item) {
      if (event.key === 'b') newAt(spot, 'new-block');
      else if (event.key === 'n') newAt(spot);
      else return false;
      return true;
    }
    if (item.kind === 'block') {
      if (event.key !== 'm' && event.key !== 'Delete') return false;
      if (event.key !== 'Delete') onOpen(item);
      else if (canEdit(item)) void act(({ removeBlock }) => removeBlock(item));
      return true;
    }
    if (event.key === 'm') onSheet({ kind: 'appointment', id: item.id, part: 'move' });
    else if (event.key === 'Delete') onSheet({ kind: 'appointment', id: item.id, part: 'cancel' });
    else if (event.key === 's' && canEdit(item)) void act(({ advance }) => advance(item));
    else return false;
    return true;
  };

  const layerOf = ({ days: shown, columns: filled }: FilledPeriod) => ({
    key: shown[0]!,
    columns: filled,
    heads: gridHeads({
      view: place.view,
      columns: filled,
      staff: book.staff,
      resources: book.resources,
      today: wallNow.day,
      locale,
      clock,
      onPerson: (id, view) => onPlace({ view, staffIds: [id] }),
      onDay: (date) => onPlace({ view: 'day', date }),
    }),
  });
  const neighbour = useNeighbour(place.view, days[0]!, model.periodAt);

  const isFitted = columns.length <= 1 || (isNarrow && place.view === 'three');
  const work = columns.flatMap((column) => column.work);
  const opens = Math.min(...work.map(({ start }) => start), work.length === 0 ? 9 * 60 : DAY_MIN);
  const closes = Math.max(...work.map(({ end }) => end), 0);
  // At night the day to come is more use than the empty hours around the present.
  const isWorkTime =
    days.includes(wallNow.day) && opens < wallNow.minute && wallNow.minute < closes + 60;
  return (
    <>
      <TimeGrid
        label={`Calendar, ${formatDate(days[0]!, { locale })}`}
        layer={layerOf(model)}
        neighbour={neighbour && layerOf(neighbour)}
        zoneName={shortZone(business.time_zone, Math.floor(Date.parse(days[0]!) / 60_000), locale)}
        clock={clock}
        hourLabels={hourLabels}
        staffName={staffName}
        nowMinute={wallNow.minute}
        firstMinute={isWorkTime ? wallNow.minute - 60 : opens}
        flashing={flashing}
        isFitted={isFitted}
        canSwipe={isNarrow && isFitted}
        zoom={zoom}
        onZoom={onZoom}
        canEdit={canEdit}
        onPress={() => void loadActions().catch(() => undefined)}
        onOpen={onOpen}
        onAbsence={onAbsence}
        onCreate={newAt}
        onOutcome={onOutcome}
        onKey={onKey}
        onEdge={onStep}
      />
      {asked && (
        <Suspense>
          <ScopeQuestion
            drop={asked.drop}
            clock={clock}
            isOpen={asked.isOpen}
            onThis={() => void act(({ drag }) => drag(asked.drop))}
            onSheet={onSheet}
            onClose={() => setAsked({ ...asked, isOpen: false })}
          />
        </Suspense>
      )}
    </>
  );
}

const ROW_OF = { appointment: 'appointments', block: 'time_blocks' } as const;
