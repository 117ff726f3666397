import type {
  AppointmentRow,
  AppointmentSegmentRow,
  BookingRulesRow,
  TimeBlockRow,
  TimeOffRow,
  TravelZone,
  Uuid,
} from '#domain/rows.ts';
import { busyRanges } from '#domain/appointments/busy.ts';
import type { WorkLengths } from '#domain/appointments/busy.ts';
import { blocksTime } from '#domain/appointments/status.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { dayNumberAt } from '#domain/time/wall.ts';
import type { Zone } from '#domain/time/zone.ts';
import { addBusy, busyColumn, removeBusy, subtractBusy } from './busy-column.ts';
import type { BusyColumn } from './busy-column.ts';
import type { StaffFree } from './slots.ts';
import { clip, subtract, windowsOf } from './windows.ts';
import type { Windows } from './windows.ts';
import { workingDays, workingWindows } from './working-time.ts';
import type { DateException, Employment, Pattern } from './working-time.ts';

type Busy = Pick<
  AppointmentSegmentRow,
  | 'staff_id'
  | 'starts_at'
  | 'duration_min'
  | 'processing_min'
  | 'finishing_min'
  | 'buffer_before_min'
  | 'buffer_after_min'
  | 'processing_bookable'
> &
  Pick<WorkLengths, 'shares_buffers'>;

export type ScheduleInput = {
  zone: Zone;
  /** The span that will be asked about. */
  from: EpochMin;
  to: EpochMin;
  staffIds: readonly Uuid[];
  patterns: readonly Pattern[];
  exceptions: readonly DateException[];
  /** Who works by other clocks when; nobody unless this says so. */
  travel?: ReadonlyMap<Uuid, readonly TravelZone[]>;
  /** Who is here from when until when; always unless this says so. */
  employment?: ReadonlyMap<Uuid, Employment>;
  timeOff: readonly Pick<TimeOffRow, 'staff_id' | 'starts_at' | 'ends_at' | 'status'>[];
  blocks: readonly Pick<TimeBlockRow, 'staff_id' | 'starts_at' | 'ends_at' | 'blocks_online'>[];
  /** Segments whose appointment takes time (see takesTime). */
  busy: readonly Busy[];
  /** Online bookings may go into blocks that do not block online. */
  online: boolean;
  /** Some of the busy segments may share their buffers: it is told where buffers may lie. */
  sharesBuffers?: boolean;
};

/** The free time of a team, kept up to date booking by booking. */
export type Schedule = {
  /** Free windows of everybody within `[from, to)`, both inside the span of the schedule. */
  free(from: EpochMin, to: EpochMin): StaffFree[];
  /** Takes the time of one segment. Only the days it touches have to be asked about again. */
  take(segment: Busy): void;
  /** Gives the time of one segment back. */
  release(segment: Busy): void;
};

type Rules = Pick<BookingRulesRow, 'pending_blocks_slot'>;

/** Whether it would keep its time as a request: as its services say, or else the business. */
export const keepsTimeAsRequest = (
  { pending_blocks_slot }: Pick<AppointmentRow, 'pending_blocks_slot'>,
  rules: Rules | undefined,
): boolean => pending_blocks_slot ?? rules?.pending_blocks_slot ?? true;

/** Whether an appointment's segments occupy its staff. */
export const takesTime = (
  appointment: Pick<AppointmentRow, 'status' | 'conflict' | 'pending_blocks_slot'>,
  rules: Rules | undefined,
): boolean =>
  blocksTime(appointment.status, keepsTimeAsRequest(appointment, rules)) && !appointment.conflict;

export const makeSchedule = (input: ScheduleInput): Schedule => {
  const { zone, from, to, staffIds } = input;
  const indexById = new Map(staffIds.map((id, index) => [id, index]));
  // A day more on both sides: buffers and late evenings reach over the edges.
  const [firstDay, lastDay] = [dayNumberAt(zone, from) - 1, dayNumberAt(zone, to) + 1];
  const absences = absencesByStaff(input, indexById);
  const base: Windows[] = staffIds.map((id, index) => {
    const works = workingDays(id, input.patterns, input.exceptions, input.employment?.get(id));
    const windows = workingWindows(works, zone, firstDay, lastDay, input.travel?.get(id));
    return subtract(windows, windowsOf(absences[index] ?? []));
  });

  const flat: EpochMin[][] = staffIds.map(() => []);
  // Buffers that may be shared lie in columns of their own, where nobody's work does.
  const flatBuffers: EpochMin[][] = staffIds.map(() => []);
  for (const segment of input.busy) {
    const index = indexById.get(segment.staff_id);
    if (index === undefined) continue;
    for (const [start, end, isShareable] of busyRanges(segment)) {
      (isShareable ? flatBuffers : flat)[index]!.push(start, end);
    }
  }
  const columns: BusyColumn[] = flat.map(busyColumn);
  const buffers: BusyColumn[] = flatBuffers.map(busyColumn);

  const each = (
    segment: Busy,
    change: (column: BusyColumn, start: number, end: number) => void,
  ) => {
    const index = indexById.get(segment.staff_id);
    if (index === undefined) return;
    for (const [start, end, isShareable] of busyRanges(segment)) {
      change((isShareable ? buffers : columns)[index]!, start, end);
    }
  };
  return {
    free: (start, end) =>
      staffIds.map((id, index) => {
        const for_buffers = subtractBusy(clip(base[index] ?? [], start, end), columns[index]!);
        const free = subtractBusy(for_buffers, buffers[index]!);
        return input.sharesBuffers ? { id, free, for_buffers } : { id, free };
      }),
    take: (segment) => each(segment, addBusy),
    release: (segment) => each(segment, removeBusy),
  };
};

const absencesByStaff = (
  input: ScheduleInput,
  indexById: ReadonlyMap<Uuid, number>,
): [EpochMin, EpochMin][][] => {
  const absences: [EpochMin, EpochMin][][] = input.staffIds.map(() => []);
  const add = (staffId: Uuid | null, startsAt: string, endsAt: string) => {
    const range: [EpochMin, EpochMin] = [epochMinOf(startsAt), epochMinOf(endsAt)];
    if (staffId === null) for (const list of absences) list.push(range);
    else absences[indexById.get(staffId) ?? -1]?.push(range);
  };
  for (const off of input.timeOff) {
    if (off.status === 'approved') add(off.staff_id, off.starts_at, off.ends_at);
  }
  for (const block of input.blocks) {
    if (block.blocks_online || !input.online) add(block.staff_id, block.starts_at, block.ends_at);
  }
  return absences;
};
