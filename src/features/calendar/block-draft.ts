/** The fields of "Block time", and the blocks that they stand for. */
import type { WideMove } from '#domain/appointments/series-plan.ts';
import type { Day, TimeBlockRow, Uuid } from '#domain/rows.ts';
import { blockTimes } from '#domain/blocks/repeat.ts';
import type { BlockHours } from '#domain/blocks/repeat.ts';
import { clockText, minuteOfClock } from '#domain/time/clock-text.ts';
import { addDays, daysBetween, isDay } from '#domain/time/day.ts';
import { DAY_MIN } from './geometry.ts';

export type BlockDraft = {
  /** Empty = everybody. */
  staffIds: readonly Uuid[];
  /** Empty = none. */
  reasonId: string;
  allDay: boolean;
  day: Day;
  /** Of whole days. */
  lastDay: Day;
  /** As the time fields write it. */
  from: string;
  to: string;
  note: string;
  blocksOnline: boolean;
};

/** What was pointed at. */
type BlockStart = { day: Day; minute: number; endMinute: number | null; staffId: Uuid | null };

export const newBlockDraft = ({ day, minute, endMinute, staffId }: BlockStart): BlockDraft => ({
  staffIds: staffId ? [staffId] : [],
  reasonId: '',
  allDay: false,
  day,
  lastDay: day,
  from: clockText(minute),
  to: endOf(endMinute ?? minute + 30),
  note: '',
  blocksOnline: true,
});

export const draftOfBlock = (block: TimeBlockRow, timeZone: string): BlockDraft => {
  const { day, hours } = blockTimes(timeZone, block);
  return {
    staffIds: block.staff_id ? [block.staff_id] : [],
    reasonId: block.reason_id ?? '',
    allDay: block.all_day,
    day,
    lastDay: addDays(day, hours.to === 0 ? hours.nights - 1 : hours.nights),
    from: clockText(hours.from),
    to: clockText(hours.to),
    note: block.note ?? '',
    blocksOnline: block.blocks_online,
  };
};

/** The same block where it was dragged. */
export const draggedBlock = (draft: BlockDraft, move: WideMove): BlockDraft => {
  const [from, to] = [minuteOfClock(draft.from) ?? 0, minuteOfClock(draft.to) ?? 0];
  const moved =
    move.minute === null
      ? {}
      : // The length stays; what would go on past midnight ends there.
        {
          day: move.day,
          from: clockText(move.minute),
          to: endOf(move.minute + ((to - from + DAY_MIN) % DAY_MIN || DAY_MIN)),
        };
  return {
    ...draft,
    ...moved,
    ...(move.endMinute === null ? {} : { to: endOf(move.endMinute) }),
    ...(move.staffId ? { staffIds: [move.staffId] } : {}),
  };
};

/**
 * The hours of the fields; null while one says nothing. An end before its start is the schema's to
 * refuse, unless the block went on into another day before (`known`).
 */
export const hoursOfDraft = (draft: BlockDraft, known: BlockHours | null): BlockHours | null => {
  if (!isDay(draft.day)) return null;
  if (draft.allDay) {
    if (!isDay(draft.lastDay)) return null;
    return { allDay: true, from: 0, to: 0, nights: daysBetween(draft.day, draft.lastDay) + 1 };
  }
  const [from, to] = [minuteOfClock(draft.from), minuteOfClock(draft.to)];
  if (from === null || to === null) return null;
  if (to % DAY_MIN === 0) return { allDay: false, from, to: 0, nights: 1 };
  const nights = to <= from && known && !known.allDay ? known.nights : 0;
  return { allDay: false, from, to, nights };
};

/** `from` and so many minutes; the day ends at midnight, which time fields write as 00:00. */
export const lengthened = (from: string, minutes: number): string =>
  endOf((minuteOfClock(from) ?? 0) + minutes);

const endOf = (minute: number): string => clockText(Math.min(minute, DAY_MIN) % DAY_MIN);
