import { useState } from 'react';
import type { Day, TimeBlockRow } from '#domain/rows.ts';
import { useQuery } from '#db/use-query.ts';
import { blocksWith } from '#db/queries/blocks.ts';
import { Notice } from '#ui/notice.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';
import { BlockForm } from './block-form.tsx';
import { draftOfBlock, draggedBlock, newBlockDraft, type BlockDraft } from './block-draft.ts';
import type { CalendarSheet } from './calendar-url.ts';
import type { FullBook } from './use-calendar-model.ts';

type BlockSheetState = Extract<CalendarSheet, { kind: 'block' | 'new-block' }>;

export type BlockSheetProps = {
  book: FullBook;
  sheet: BlockSheetState;
  isOpen: boolean;
  /** The day the calendar shows. */
  day: Day;
  nowMinute: number;
  onClose: () => void;
};

/** Time that is not for clients: makes it, changes it, frees it. */
export function BlockSheet(props: BlockSheetProps) {
  const { book, sheet, isOpen, onClose } = props;
  const id = sheet.kind === 'block' ? sheet.id : null;
  const found = useQuery(
    async (db) => {
      const block = id ? await db.rows('time_blocks').get(id) : undefined;
      return block ? { block, members: await blocksWith(db, block) } : null;
    },
    [id],
  );
  // What was opened stays what is shown, also while somebody else changes it.
  const [first, setFirst] = useState<{ block: TimeBlockRow | null; draft: BlockDraft } | null>(
    null,
  );
  if (found === undefined) return null;
  // While it leaves it stays as it is: removing it here is what closed it.
  if (id && !found && (isOpen || !first)) {
    return (
      <SideSheet open={isOpen} title="Blocked time" onClose={onClose}>
        <Notice tone="info" title="This time is free again">
          Somebody removed the block meanwhile.
        </Notice>
      </SideSheet>
    );
  }
  if (found?.block.outside_id) {
    return (
      <SideSheet open={isOpen} title="Busy elsewhere" onClose={onClose}>
        <p className="text-pretty">
          It comes from a calendar that {nameOf(props, found.block)} keeps elsewhere. It changes
          there, and is read here by itself. Which calendars are read stands in that person’s
          settings.
        </p>
      </SideSheet>
    );
  }
  if (!first) {
    const block = found?.block ?? null;
    setFirst({
      block,
      draft: block ? draftOf(props, block) : startOf(props),
    });
    return null;
  }
  const wide = sheet.kind === 'block' ? sheet.move?.scope : undefined;
  return (
    <BlockForm
      book={book}
      first={first.draft}
      block={first.block}
      members={found?.members ?? []}
      firstScope={wide && wide !== 'group' ? wide : 'this'}
      isOpen={isOpen}
      onClose={onClose}
    />
  );
}

const nameOf = ({ book }: BlockSheetProps, { staff_id }: TimeBlockRow): string =>
  book.staff.find(({ id }) => id === staff_id)?.display_name ?? 'somebody';

function draftOf({ book, sheet }: BlockSheetProps, block: TimeBlockRow): BlockDraft {
  const draft = draftOfBlock(block, book.business.time_zone);
  return sheet.kind === 'block' && sheet.move ? draggedBlock(draft, sheet.move) : draft;
}

function startOf({ book, sheet, day, nowMinute }: BlockSheetProps): BlockDraft {
  const at = sheet.kind === 'new-block' ? sheet : null;
  return newBlockDraft({
    day: at?.day ?? day,
    // The next quarter of an hour, when nothing was pointed at.
    minute: at?.minute ?? Math.min(Math.ceil(nowMinute / 15) * 15, 1380),
    endMinute: at?.endMinute ?? null,
    staffId: at?.staffId ?? book.ownStaffId,
  });
}
