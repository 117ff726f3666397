import { messageFor } from '#app/messages.ts';
import { patterns } from '#app/paths.ts';
import { archiveReason, moveReason, restoreReason } from '#db/commands/reasons.ts';
import { blockReasons } from '#db/queries/blocks.ts';
import type { ReasonView } from '#db/queries/blocks.ts';
import { myAccess } from '#db/queries/business.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { Chip, FilterChip } from '#ui/chip.tsx';
import { ListPage } from '#ui/list-page.tsx';
import { ListRow } from '#ui/list-row.tsx';
import { OrderButtons } from '#ui/order-buttons.tsx';
import { tellFailure, tellOutcome } from '#ui/outcome.ts';
import { useDragSort } from '#ui/use-drag-sort.ts';
import { useLinger } from '#ui/use-linger.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { Archive, Coffee } from 'lucide-react';
import { useState } from 'react';
import { ReasonIcon } from './reason-icons.ts';
import { ReasonSheet } from './reason-sheet.tsx';

const NEW = 'new';

/** Why time is blocked: what the buttons in the calendar's block sheet say. */
export function BlockOffReasonsScreen() {
  const db = useDb();
  const reasons = useQuery((database) => blockReasons(database, { archived: true }), []);
  const access = useQuery(myAccess, []);
  const [isArranging, setArranging] = useState(false);
  const [showsArchived, setShowsArchived] = useState(false);
  const [sheet, openSheet, closeSheet] = useSearchParam('reason');
  const shownSheet = useLinger(sheet);
  const active = reasons?.filter(({ reason }) => reason.active) ?? [];
  const archived = reasons?.filter(({ reason }) => !reason.active) ?? [];
  const move = async (from: number, to: number): Promise<void> => {
    const view = active[from];
    // Archived reasons keep their places between the others.
    const target = reasons?.findIndex(({ reason }) => reason.id === active[to]?.reason.id) ?? -1;
    if (!view || target < 0) return;
    const result = await moveReason(db, view.reason.id, target);
    if (!result.ok) tellFailure(result.error, messageFor);
  };
  const drag = useDragSort((from, to) => void move(from, to));
  if (!reasons || !access) return null;

  const mayEdit = access.may('settings');
  const edited = reasons.find(({ reason }) => reason.id === shownSheet);
  const setArchived = async ({ reason }: ReasonView, isArchived: boolean): Promise<void> =>
    tellOutcome(
      await (isArchived ? archiveReason(db, reason.id) : restoreReason(db, reason.id)),
      isArchived ? `${reason.name} archived` : `${reason.name} can be used again`,
      messageFor,
    );
  const line = (view: ReasonView, index: number) => (
    <li
      key={view.reason.id}
      {...(isArranging && view.reason.active ? drag.rowProps(index) : {})}
      className="data-[drag=source]:opacity-40 data-[drag=target]:bg-accent-soft"
    >
      <div className="flex items-center">
        <ReasonLine
          view={view}
          onOpen={mayEdit && !isArranging ? () => openSheet(view.reason.id) : null}
        />
        {isArranging && view.reason.active && (
          <span className="pr-3">
            <OrderButtons
              name={view.reason.name}
              index={index}
              count={active.length}
              onMove={(to) => void move(index, to)}
            />
          </span>
        )}
      </div>
    </li>
  );
  return (
    <ListPage
      title="Reasons for blocked time"
      back={{ to: `${patterns.settings}#more`, label: 'Settings' }}
      width="narrow"
      mayEdit={mayEdit}
      arrange={active.length > 1 ? { isOn: isArranging, onChange: setArranging } : null}
      add={{
        words: 'Add reason',
        firstWords: 'Add the first one',
        onPress: () => openSheet(NEW),
      }}
      empty={
        reasons.length === 0
          ? {
              icon: Coffee,
              title: 'No reasons yet',
              text: 'Lunch, school run, dentist: with a reason, blocking time in the calendar takes one press and everybody knows why.',
            }
          : null
      }
      list={
        <div className="grid grid-cols-1 gap-4">
          <ul
            aria-label="In use"
            className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-card empty:hidden"
          >
            {active.map(line)}
          </ul>
          {archived.length > 0 && (
            <div>
              <FilterChip icon={Archive} selected={showsArchived} onChange={setShowsArchived}>
                Archived ({archived.length})
              </FilterChip>
            </div>
          )}
          {showsArchived && (
            <ul
              aria-label="Archived"
              className="divide-y divide-line overflow-hidden rounded-lg border border-dashed border-line"
            >
              {archived.map(line)}
            </ul>
          )}
        </div>
      }
    >
      {shownSheet && (edited || shownSheet === NEW) && (
        <ReasonSheet
          key={shownSheet}
          open={sheet !== null}
          view={edited ?? null}
          used={active.map(({ reason }) => reason.colour)}
          onClose={closeSheet}
          onArchive={(view, isArchived) => {
            closeSheet();
            void setArchived(view, isArchived);
          }}
        />
      )}
    </ListPage>
  );
}

function ReasonLine({ view, onOpen }: { view: ReasonView; onOpen: (() => void) | null }) {
  const { reason, uses } = view;
  const facts = [
    formatDuration(reason.default_min, { days: true }),
    reason.blocks_online ? null : 'clients may still book',
    reason.paid ? 'paid' : null,
    uses > 0 ? `used ${uses === 1 ? 'once' : `${uses} times`}` : null,
  ];
  return (
    <ListRow onOpen={onOpen}>
      <span
        data-colour={reason.colour}
        className="grid size-10 shrink-0 place-items-center rounded-full bg-swatch-soft text-swatch-ink"
        aria-hidden
      >
        <ReasonIcon name={reason.icon} />
      </span>
      <span className="min-w-0 flex-1">
        <bdi className="block font-medium break-words">{reason.name}</bdi>
        <span className="block text-sm text-muted">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      {!reason.active && <Chip>Archived</Chip>}
    </ListRow>
  );
}
