import { messageFor } from '#app/messages.ts';
import { patterns } from '#app/paths.ts';
import { archiveReason, moveReason, restoreReason } from '#db/commands/reasons.ts';
import { blockReasons } from '#db/queries/blocks.ts';
import type { ReasonView } from '#db/queries/blocks.ts';
import { myAccess } from '#db/queries/business.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { Button } from '#ui/button.tsx';
import { Chip, FilterChip } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { OrderButtons } from '#ui/order-buttons.tsx';
import { tellFailure, tellOutcome } from '#ui/outcome.ts';
import { Page } from '#ui/page.tsx';
import { useDragSort } from '#ui/use-drag-sort.ts';
import { useLinger } from '#ui/use-linger.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import clsx from 'clsx';
import { Archive, ArrowUpDown, Check, ChevronRight, Coffee, Plus } from 'lucide-react';
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
    <Page
      title="Reasons for blocked time"
      back={{ to: patterns.settings, label: 'Settings' }}
      width="narrow"
      actions={
        mayEdit &&
        reasons.length > 0 && (
          <>
            {active.length > 1 && (
              <Button
                icon={isArranging ? Check : ArrowUpDown}
                aria-pressed={isArranging}
                onClick={() => setArranging(!isArranging)}
              >
                {isArranging ? 'Done' : 'Arrange'}
              </Button>
            )}
            <Button variant="primary" icon={Plus} onClick={() => openSheet(NEW)}>
              Add reason
            </Button>
          </>
        )
      }
    >
      {reasons.length === 0 ? (
        <EmptyState
          icon={Coffee}
          title="No reasons yet"
          action={
            mayEdit && (
              <Button variant="primary" icon={Plus} onClick={() => openSheet(NEW)}>
                Add the first one
              </Button>
            )
          }
        >
          Lunch, school run, dentist: with a reason, blocking time in the calendar takes one press
          and everybody knows why.
        </EmptyState>
      ) : (
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
      )}
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
    </Page>
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
  const content = (
    <>
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
    </>
  );
  const look = 'flex min-h-16 w-full min-w-0 items-center gap-3 px-4 py-2.5 text-left';
  if (!onOpen) return <div className={look}>{content}</div>;
  return (
    <button
      type="button"
      onClick={onOpen}
      className={clsx(
        look,
        'transition-colors duration-100 hover:bg-raised focus-visible:-outline-offset-2',
      )}
    >
      {content}
      <ChevronRight size={18} className="shrink-0 text-muted" aria-hidden />
    </button>
  );
}
