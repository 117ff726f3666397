/** What saving or removing does to the dates of a block. */
import type { SeriesScope } from '#domain/appointments/series-plan.ts';
import type { SeriesRule } from '#domain/appointments/series-rule.ts';
import type { BlockChange } from '#db/commands/blocks.ts';
import {
  blockSpan,
  blockSpans,
  blockTargets,
  blockTimes,
  planBlockMove,
} from '#domain/blocks/repeat.ts';
import type { BlockHours, BlockSpan } from '#domain/blocks/repeat.ts';
import type { Day, Instant, TimeBlockRow } from '#domain/rows.ts';
import type { BlockDraft } from './block-draft.ts';

export type BlockEdit = {
  block: TimeBlockRow;
  /** Those that repeat together with it, itself included. */
  members: readonly TimeBlockRow[];
  scope: SeriesScope;
  timeZone: string;
  now: Instant;
};

/** What differs from the block as it is, and where that leaves each of the dates. */
export function blockChanges(edit: BlockEdit, draft: BlockDraft, hours: BlockHours): BlockChange[] {
  const { block, members, scope, timeZone, now } = edit;
  const fields: BlockChange['patch'] = {};
  const staffId = draft.staffIds[0] ?? null;
  if (staffId !== block.staff_id) fields.staff_id = staffId;
  if ((draft.reasonId || null) !== block.reason_id) fields.reason_id = draft.reasonId || null;
  if ((draft.note.trim() || null) !== block.note) fields.note = draft.note;
  if (draft.blocksOnline !== block.blocks_online) fields.blocks_online = draft.blocksOnline;
  if (hours.allDay !== block.all_day) fields.all_day = hours.allDay;

  const isMoved = !isSameTime(blockTimes(timeZone, block), { day: draft.day, hours });
  if (!isMoved && Object.keys(fields).length === 0) return [];
  if (!block.repeat_id || scope === 'this') {
    const span = isMoved ? blockSpan(timeZone, draft.day, hours) : {};
    const own = block.repeat_id && isMoved ? { repeat_detached: true } : {};
    return [{ id: block.id, patch: { ...fields, ...span, ...own } }];
  }
  const targets = blockTargets(members, block.id, scope, { now, withDetached: !isMoved });
  const moves = isMoved
    ? planBlockMove(timeZone, targets, block.id, { day: draft.day, hours })
    : [];
  return targets.map(({ id }) => {
    const move = moves.find((one) => one.id === id);
    return { id, patch: { ...fields, ...(move && withoutId(move)) } };
  });
}

/** When a new block stands: once, or on each date of its rule; nothing while that cannot be told. */
export const newSpans = (
  timeZone: string,
  { day, hours }: { day: Day; hours: BlockHours | null },
  repeat: { isOn: boolean; rule: SeriesRule | null },
): BlockSpan[] => {
  if (!hours) return [];
  if (!repeat.isOn) return [blockSpan(timeZone, day, hours)];
  return repeat.rule ? blockSpans(timeZone, repeat.rule, day, hours) : [];
};

/** The blocks as they would stand after the changes: what the clashes are about. */
export const changedBlocks = (
  members: readonly TimeBlockRow[],
  changes: readonly BlockChange[],
): TimeBlockRow[] =>
  changes.flatMap(({ id, patch }) => {
    const was = members.find((one) => one.id === id);
    return was ? { ...was, ...patch } : [];
  });

/** The blocks that "Remove" frees; those that were moved by hand belong to them. */
export const removedBlocks = ({ block, members, scope, now }: BlockEdit): TimeBlockRow[] =>
  block.repeat_id ? blockTargets(members, block.id, scope, { now, withDetached: true }) : [block];

type Times = { day: Day; hours: BlockHours };

const isSameTime = (a: Times, b: Times): boolean =>
  a.day === b.day &&
  a.hours.from === b.hours.from &&
  a.hours.to === b.hours.to &&
  a.hours.nights === b.hours.nights;

const withoutId = <T extends { id: string }>({ id: _id, ...rest }: T): Omit<T, 'id'> => rest;
