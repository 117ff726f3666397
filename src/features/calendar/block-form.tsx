import { useState } from 'react';
import { BLOCK_DATES_MAX, blockTimes } from '#domain/blocks/repeat.ts';
import {
  firstUntil,
  NO_REPEAT,
  ruleOfDraft,
  type RepeatDraft,
} from '#domain/appointments/repeat-draft.ts';
import { ruleText } from '#domain/appointments/series-rule.ts';
import type { SeriesScope } from '#domain/appointments/series-plan.ts';
import type { TimeBlockRow } from '#domain/rows.ts';
import { messageFor } from '#app/messages.ts';
import { tellDone } from '#app/tell.ts';
import { createBlocks, deleteBlocks, editBlocks } from '#db/commands/blocks.ts';
import { askForTime } from '#db/commands/hours.ts';
import { blockClashes, type WantedBlock } from '#db/queries/block-clashes.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { AppError } from '#domain/errors/result.ts';
import { scopeOf } from '#domain/permissions/presets.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { isDay } from '#domain/time/day.ts';
import { BookedThere } from '#ui/booked-there.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { RepeatFields } from '#ui/repeat-fields.tsx';
import { RestoredNotice } from '#ui/restored-notice.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';
import { useKeptDraft } from '#ui/use-kept-draft.ts';
import { hoursOfDraft, type BlockDraft } from './block-draft.ts';
import { BlockFields, BlockNotes } from './block-fields.tsx';
import {
  blockChanges,
  changedBlocks,
  newSpans,
  removedBlocks,
  type BlockEdit,
} from './block-plan.ts';
import { BlockScope, dateWords } from './block-scope.tsx';
import type { FullBook } from './use-calendar-model.ts';

/** The form of a block, new or there: how it repeats, and who stands in its way. */
export function BlockForm({
  book,
  first,
  block,
  members,
  firstScope,
  isOpen,
  onClose,
}: {
  book: FullBook;
  first: BlockDraft;
  /** As it was opened; null = a new one. */
  block: TimeBlockRow | null;
  /** Those that repeat with it, itself included. */
  members: readonly TimeBlockRow[];
  firstScope: SeriesScope;
  isOpen: boolean;
  onClose: () => void;
}) {
  const db = useDb();
  const { business, reasons, staff, membership, ownStaffId } = book;
  const zone = business.time_zone;
  const [now] = useState(() => db.now());
  const kept = useKeptDraft(keyOf(db.name, block, first), () => ({
    draft: first,
    repeat: { ...NO_REPEAT, ends: 'until', until: firstUntil(first.day) } as RepeatDraft,
  }));
  const { draft, repeat } = kept.values;
  const close = (): void => {
    kept.forget();
    onClose();
  };
  const [scope, setScope] = useState(firstScope);
  const [error, setError] = useState<AppError | null>(null);

  const rights = membership ? scopeOf(membership, 'block') : 'none';
  const mayAll = rights === 'all';
  const isOwn = block === null || (block.staff_id !== null && block.staff_id === ownStaffId);
  const mayEdit = mayAll || (rights === 'own' && isOwn);
  // With approval: a new one is asked for as time off is.
  const asks = rights === 'ask' && block === null && ownStaffId !== null;

  const hours = hoursOfDraft(draft, block ? blockTimes(zone, block).hours : null);
  const { rule, fault } = ruleOfDraft(repeat, draft.day);
  const isRepeating = repeat.unit !== 'none';
  const edit: BlockEdit | null = block && { block, members, scope, timeZone: zone, now };
  const spans = edit ? [] : newSpans(zone, { day: draft.day, hours }, { isOn: isRepeating, rule });
  const chosen = mayAll || !ownStaffId ? draft.staffIds : [ownStaffId];
  const staffIds = chosen.length > 0 ? chosen : [null];
  const changes = edit && hours ? blockChanges(edit, draft, hours) : [];
  const clashes = useClashes(
    edit
      ? changedBlocks(members, changes)
      : spans.length > BLOCK_DATES_MAX
        ? []
        : staffIds.flatMap((staff_id) => spans.map((span) => ({ staff_id, ...span }))),
  );
  const staffName = (id: string): string =>
    staff.find((one) => one.id === id)?.display_name ?? 'somebody';

  const save = async (): Promise<void> => {
    if (!hours) return setError({ code: 'invalid', field: 'ends_at', rule: 'not_a_time' });
    if (!edit) {
      if (isRepeating && !rule) return;
      if (spans.length === 0) {
        return setError({ code: 'invalid', field: 'ends_at', rule: 'order' });
      }
      if (asks) {
        const asked = await askForTime(db, {
          staff_id: ownStaffId,
          ...spans[0]!,
          reason_id: draft.reasonId || null,
          note: draft.note,
        });
        if (!asked.ok) return setError(asked.error);
        tellDone(asked, 'Asked for this time');
        return close();
      }
      const made = await createBlocks(db, {
        staffIds,
        spans,
        rule: rule && ruleText(rule),
        all_day: hours.allDay,
        reason_id: draft.reasonId || null,
        note: draft.note,
        blocks_online: draft.blocksOnline,
      });
      if (!made.ok) return setError(made.error);
      tellDone(
        made,
        spans.length > 1 ? `Time blocked on ${dateWords(spans.length)}` : 'Time blocked',
      );
      return close();
    }
    if (changes.length > 0) {
      const seen = { id: edit.block.id, rev: edit.block.rev };
      const changed = await editBlocks(db, changes, { seen });
      if (!changed.ok) return setError(changed.error);
      tellDone(
        changed,
        changes.length > 1 ? `${dateWords(changes.length)} changed` : 'Blocked time changed',
      );
    }
    close();
  };
  const removed = edit ? removedBlocks(edit) : [];
  const remove = async (): Promise<void> => {
    const gone = await deleteBlocks(
      db,
      removed.map(({ id }) => id),
    );
    tellDone(gone, removed.length > 1 ? `${dateWords(removed.length)} removed` : 'Block removed');
    if (gone.ok) close();
  };
  const change = (part: Partial<BlockDraft>): void => {
    setError(null);
    kept.change({ draft: { ...draft, ...part } });
  };
  const endFault = error?.field === 'ends_at' ? error.rule : undefined;
  const isTooMany = error?.field === 'dates' && error.rule === 'too_many';
  const saveWords = edit
    ? changes.length > 1
      ? `Save ${dateWords(changes.length)}`
      : 'Save'
    : spans.length > 1
      ? `Block ${dateWords(spans.length)}`
      : asks
        ? 'Ask for this time'
        : 'Block time';

  return (
    <SideSheet
      open={isOpen}
      title={block ? 'Blocked time' : asks ? 'Ask for time' : 'Block time'}
      onClose={close}
      footer={
        (mayEdit || asks) && (
          <>
            {edit && (
              <Button variant="danger" className="sm:mr-auto" onClick={() => void remove()}>
                {removed.length > 1 ? `Remove ${dateWords(removed.length)}` : 'Remove'}
              </Button>
            )}
            <Button variant="primary" onClick={() => void save()}>
              {saveWords}
            </Button>
          </>
        )
      }
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (mayEdit || asks) void save();
        }}
      >
        {kept.isRestored && <RestoredNotice onStartOver={kept.startOver} />}
        {asks && (
          <Notice tone="info">
            Somebody who plans the calendar answers. Until then clients can go on booking this time.
          </Notice>
        )}
        {!mayEdit && !asks && (
          <Notice tone="info">
            {block
              ? 'You can look at this block, but not change it.'
              : 'Who manages the team can let you block time.'}
          </Notice>
        )}
        {edit?.block.repeat_id && (
          <BlockScope edit={edit} locale={business.locale} scope={scope} onChange={setScope} />
        )}
        <BlockFields
          draft={draft}
          isNew={!edit}
          mayAll={mayAll}
          reasons={reasons
            .filter(({ active, id }) => active || id === block?.reason_id)
            .toSorted((a, b) => (a.sort_key < b.sort_key ? -1 : 1))}
          staff={staff}
          endFault={endFault}
          onChange={change}
        />
        {!edit && !asks && (
          <RepeatFields
            draft={repeat}
            day={isDay(draft.day) ? draft.day : first.day}
            locale={business.locale}
            weekStart={business.week_start}
            fault={fault}
            onChange={(next) => {
              setError(null);
              kept.change({ repeat: next });
            }}
          />
        )}
        <BookedThere clashes={clashes} formats={businessFormats(business)} staffName={staffName} />
        <BlockNotes draft={draft} asks={asks} onChange={change} />
        {isTooMany && (
          <Notice tone="danger">
            At most {BLOCK_DATES_MAX} dates can be blocked at once: let it end earlier.
          </Notice>
        )}
        {error && !endFault && !isTooMany && <Notice tone="danger">{messageFor(error)}</Notice>}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
    </SideSheet>
  );
}

/** What is typed belongs to a block, or to the place that was pointed at. */
const keyOf = (database: string, block: TimeBlockRow | null, first: BlockDraft): string =>
  [database, 'block', block?.id ?? 'new', first.day, block && first.from, ...first.staffIds].join(
    '.',
  );

/** Asks anew when what is wanted is another, not at every key. */
function useClashes(wanted: readonly WantedBlock[]) {
  const text = JSON.stringify(
    wanted.map(({ staff_id, starts_at, ends_at }) => [staff_id, starts_at, ends_at]),
  );
  return useQuery((db) => blockClashes(db, wanted), [text]) ?? [];
}
