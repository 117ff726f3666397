/**
 * Rows of some days → what stands in the calendar, by day, in minutes of the business's local day.
 * Everything after this file is numbers; zones are met here only.
 */
import type {
  AppointmentRow,
  AppointmentSegmentRow,
  AppointmentStatus,
  BlockOffReasonRow,
  ClientRow,
  Day,
  Instant,
  TimeBlockRow,
  TimeOffRow,
  Uuid,
} from '#domain/rows.ts';
import type { DepositMark } from '#db/queries/calendar-deposits.ts';
import { workAt } from '#domain/appointments/busy.ts';
import { sharingBuffers } from '#domain/appointments/shared-buffers.ts';
import type { WorkLengths } from '#domain/appointments/busy.ts';
import { isClass, seatWords } from '#domain/appointments/seats.ts';
import { clientName } from '#domain/clients/name.ts';
import { dayOf } from '#domain/time/day.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { DAY_MIN, MIN_DRAWN_MIN, SNAP_MIN } from './geometry.ts';
import type { ReadDeposits } from './use-deposit-marks.ts';

type ItemBase = {
  /** Unique within a column, and stable: nodes are reused by it. */
  key: string;
  /** Appointment, block or time-off id. */
  id: Uuid;
  day: Day;
  /** What is drawn: buffers included, cut at midnight. */
  start: number;
  end: number;
  /** Goes on before or after this day: its edges there cannot be dragged. */
  isCutBefore: boolean;
  isCutAfter: boolean;
  colour: string;
  /** The server has not confirmed the latest change. */
  isWaiting: boolean;
};

/** How the forms of a visit stand: drawn where somebody has to do something, and said. */
export type FormNote = { mark: 'form' | 'flag' | null; words: string };

export type AppointmentItem = ItemBase & {
  kind: 'appointment';
  segmentId: Uuid;
  staffId: Uuid;
  hole: { start: number; end: number } | null;
  bufferBefore: number;
  bufferAfter: number;
  /** How much of the buffers is the way to a visit at the client's, and back. */
  travelBefore: number;
  travelAfter: number;
  startsAt: Instant;
  endsAt: Instant;
  clientId: Uuid | null;
  /** Of the client; of the service where it is a class. */
  name: string;
  /** The service; seats where it is a class: `7 of 12`. */
  service: string;
  status: AppointmentStatus;
  isConflict: boolean;
  hasAlert: boolean;
  isConfirmed: boolean;
  /** How its forms stand; absent when it wants none. */
  forms?: FormNote;
  isInSeries: boolean;
  /** How many come together, this one counted; absent when they come alone. */
  groupSize?: number;
  /** A session with seats: it has no client who arrives. */
  isClass?: boolean;
  /** What is paid before it; absent when nothing is, or may not be seen. */
  deposit?: DepositMark;
  /** At the client's. */
  isAway: boolean;
  /** Its buffers may be those of the visits before and after it as well. */
  sharesBuffers?: boolean;
  /** Rooms and chairs that it stands in. */
  resourceIds?: readonly Uuid[];
};

export type BlockItem = ItemBase & {
  kind: 'block';
  /** null = everybody. */
  staffId: Uuid | null;
  startsAt: Instant;
  endsAt: Instant;
  name: string;
  note: string | null;
  isAllDay: boolean;
  isInSeries: boolean;
  /** From a calendar elsewhere: it changes there. */
  isOutside?: true;
};

export type CalendarItem = AppointmentItem | BlockItem;

/** Time off and whole-day blocks colour the background instead of taking width. */
export type Absence = {
  key: string;
  id: Uuid;
  kind: 'time_off' | 'block';
  staffId: Uuid | null;
  start: number;
  end: number;
  name: string;
  note: string | null;
  isRequested: boolean;
};

export type DayItems = { items: CalendarItem[]; absences: Absence[] };

export type CalendarRows = {
  appointments: AppointmentRow[];
  segments: AppointmentSegmentRow[];
  clients: ClientRow[];
  blocks: TimeBlockRow[];
  timeOff: TimeOffRow[];
  /** Seats that are sold, by class session. */
  seatsSold?: ReadonlyMap<Uuid, number>;
  /** How many come together, by group. */
  groupSizes?: ReadonlyMap<Uuid, number>;
  /** What is paid before a visit, by visit. */
  deposits?: ReadonlyMap<Uuid, DepositMark> | undefined;
};

export type ItemContext = {
  timeZone: string;
  /** `table:id` of rows with unsent changes. */
  pending: ReadonlySet<string>;
  reasons: ReadonlyMap<Uuid, Pick<BlockOffReasonRow, 'name' | 'colour'>>;
  /** Reads what is paid before visits; absent for who may not see it, and until it is loaded. */
  readDeposits?: ReadDeposits | undefined;
  /** How the forms of visits stand, by visit. */
  formMarks?: ReadonlyMap<Uuid, FormNote> | undefined;
  /** Neighbours may have the same minutes for their buffers. */
  shareBuffers?: boolean;
  /** Colour of an appointment's fill: its staff member's or its service's, as the person chose. */
  colourOf: (segment: Pick<AppointmentSegmentRow, 'staff_id' | 'variant_id'>) => string;
};

/** Cancelled and the like give their time back: the calendar does not draw them. */
const HIDDEN: ReadonlySet<AppointmentStatus> = new Set(['cancelled', 'declined', 'expired']);

export function itemsByDay(rows: CalendarRows, context: ItemContext): Map<Day, DayItems> {
  const zone = zoneOf(context.timeZone);
  const days = new Map<Day, DayItems>();
  const at = (day: Day): DayItems => {
    let found = days.get(day);
    if (!found) days.set(day, (found = { items: [], absences: [] }));
    return found;
  };
  // Days are counted, and each gets its name once: of thousands, writing and reading it again would take
  // longer than everything else here.
  const names = new Map<number, Day>();
  const nameOf = (number: number): Day => {
    const name = names.get(number) ?? dayOf(number);
    names.set(number, name);
    return name;
  };
  const wallAt = (at: number): { day: number; minute: number } => {
    const local = at + zone.offsetAt(at);
    const day = Math.floor(local / DAY_MIN);
    return { day, minute: local - day * DAY_MIN };
  };
  /** The stretches of local days between two minutes of the epoch; `end` past midnight is cut. */
  const stretches = (from: number, until: number) => {
    const [first, last] = [wallAt(from), wallAt(until)];
    const found: { day: Day; start: number; end: number; cutBefore: boolean; cutAfter: boolean }[] =
      [];
    for (let number = first.day; number <= last.day; number++) {
      const start = number === first.day ? first.minute : 0;
      const end = number === last.day ? last.minute : DAY_MIN;
      // Ends at midnight: nothing of it lies in the last day.
      if (end === 0 && number !== first.day) continue;
      found.push({
        day: nameOf(number),
        start,
        // When clocks go back, wall time may run backwards inside one appointment.
        end: Math.min(Math.max(end, start + SNAP_MIN), DAY_MIN),
        cutBefore: number !== first.day,
        cutAfter: number !== last.day && !(number === last.day - 1 && last.minute === 0),
      });
    }
    return found;
  };

  const appointments = new Map(rows.appointments.map((row) => [row.id, row]));
  const clients = new Map(rows.clients.map((row) => [row.id, row]));

  for (const segment of rows.segments) {
    const appointment = appointments.get(segment.appointment_id);
    if (!appointment || HIDDEN.has(appointment.status)) continue;
    const client = appointment.client_id ? clients.get(appointment.client_id) : null;
    const [from, until] = [epochMinOf(segment.starts_at), epochMinOf(segment.ends_at)];
    const holeFrom = segment.buffer_before_min + segment.duration_min;
    const work: WorkLengths = sharingBuffers(workAt(segment, appointment.location_type), {
      share_buffers: context.shareBuffers ?? false,
    });
    const hasHole = work.processing_bookable && work.processing_min > 0;
    const isSession = isClass(appointment);
    const deposit = rows.deposits?.get(appointment.id);
    const forms = context.formMarks?.get(appointment.id);
    const groupSize = rows.groupSizes?.get(appointment.group_id ?? '') ?? 1;
    for (const piece of stretches(
      from - segment.buffer_before_min,
      until + segment.buffer_after_min,
    )) {
      const { day, start, end, cutBefore, cutAfter } = piece;
      at(day).items.push({
        kind: 'appointment',
        key: pieceKey(segment.id, piece),
        id: appointment.id,
        segmentId: segment.id,
        staffId: segment.staff_id,
        day,
        start,
        end: Math.max(end, Math.min(start + MIN_DRAWN_MIN, DAY_MIN)),
        isCutBefore: cutBefore,
        isCutAfter: cutAfter,
        hole:
          hasHole && !cutBefore
            ? { start: start + holeFrom, end: start + holeFrom + segment.processing_min }
            : null,
        bufferBefore: cutBefore ? 0 : segment.buffer_before_min,
        bufferAfter: cutAfter ? 0 : segment.buffer_after_min,
        // Rows that were stored before there was travel have none.
        travelBefore: cutBefore ? 0 : (segment.travel_before_min ?? 0),
        travelAfter: cutAfter ? 0 : (segment.travel_after_min ?? 0),
        startsAt: segment.starts_at,
        endsAt: segment.ends_at,
        clientId: appointment.client_id,
        ...(isSession
          ? {
              isClass: true,
              name: segment.service_name,
              service: seatWords(appointment, rows.seatsSold?.get(appointment.id)),
            }
          : {
              name: client ? clientName(client) : appointment.client_id ? 'Client' : 'Walk-in',
              service: segment.service_name,
            }),
        status: appointment.status,
        colour: context.colourOf(segment),
        isConflict: appointment.conflict,
        isConfirmed: appointment.confirmation === 'confirmed',
        hasAlert: Boolean(client?.alert_note),
        isInSeries: Boolean(appointment.series_id),
        ...(groupSize > 1 ? { groupSize } : {}),
        ...(deposit ? { deposit } : {}),
        ...(forms ? { forms } : {}),
        isAway: appointment.location_type === 'client',
        ...(work.shares_buffers ? { sharesBuffers: true } : {}),
        resourceIds: segment.resource_ids ?? [],
        isWaiting:
          context.pending.has(`appointments:${appointment.id}`) ||
          context.pending.has(`appointment_segments:${segment.id}`),
      });
    }
  }

  for (const block of rows.blocks) {
    const reason = block.reason_id ? context.reasons.get(block.reason_id) : undefined;
    const name = block.outside_id ? 'Busy elsewhere' : (reason?.name ?? 'Blocked');
    for (const piece of stretches(epochMinOf(block.starts_at), epochMinOf(block.ends_at))) {
      const { day, start, end, cutBefore, cutAfter } = piece;
      const shared = {
        key: pieceKey(block.id, piece),
        id: block.id,
        staffId: block.staff_id,
        start,
        name,
      };
      if (block.all_day || (start === 0 && end === DAY_MIN)) {
        at(day).absences.push({
          ...shared,
          kind: 'block',
          end,
          note: block.note,
          isRequested: false,
        });
        continue;
      }
      at(day).items.push({
        ...shared,
        kind: 'block',
        day,
        end: Math.max(end, Math.min(start + MIN_DRAWN_MIN, DAY_MIN)),
        isCutBefore: cutBefore,
        isCutAfter: cutAfter,
        startsAt: block.starts_at,
        endsAt: block.ends_at,
        note: block.note,
        isAllDay: block.all_day,
        isInSeries: Boolean(block.repeat_id),
        ...(block.outside_id ? { isOutside: true as const } : {}),
        colour: reason?.colour ?? 'slate',
        isWaiting: context.pending.has(`time_blocks:${block.id}`),
      });
    }
  }

  for (const off of rows.timeOff) {
    if (off.status !== 'approved' && off.status !== 'requested') continue;
    const name = (off.reason_id && context.reasons.get(off.reason_id)?.name) || 'Time off';
    for (const piece of stretches(epochMinOf(off.starts_at), epochMinOf(off.ends_at))) {
      at(piece.day).absences.push({
        key: pieceKey(off.id, piece),
        id: off.id,
        kind: 'time_off',
        staffId: off.staff_id,
        start: piece.start,
        end: piece.end,
        name,
        note: off.note,
        isRequested: off.status === 'requested',
      });
    }
  }
  return days;
}

/** What goes on past midnight stands in two columns of a week: each piece has its own name. */
const pieceKey = (id: Uuid, piece: { day: Day; cutBefore: boolean }): string =>
  piece.cutBefore ? `${id}@${piece.day}` : id;
