/** What the address of the calendar says, so that reload, back and links land on the same picture. */
import type { WideMove } from '#domain/appointments/series-plan.ts';
import type { Day, Uuid } from '#domain/rows.ts';
import { clockText, minuteOfClock } from '#domain/time/clock-text.ts';
import { isDay } from '#domain/time/day.ts';
import { isView, type CalendarView } from './period.ts';

export type CalendarPlace = {
  date: Day;
  view: CalendarView;
  /** People to show; null = everybody. */
  staffIds: Uuid[] | null;
  sheet: CalendarSheet | null;
};

/** What lies open beside the calendar. */
export type CalendarSheet =
  | { kind: 'appointment'; id: Uuid; part: 'move' | 'cancel' | 'late' | null; move?: WideMove }
  | { kind: 'block'; id: Uuid; move?: WideMove }
  /** Somebody runs late today; null = whoever is signed in. */
  | { kind: 'late'; staffId: Uuid | null }
  /** `againId`: the visit that it is to be like. */
  | ({ kind: 'new'; againId?: Uuid } & NewAt)
  | ({ kind: 'new-block' } & NewAt)
  | ({ kind: 'new-class' } & NewAt);

/** What is known already about something new. */
export type NewAt = {
  /** null = the day that the calendar shows. */
  day: Day | null;
  /** Minute of the day; null = the person chooses. */
  minute: number | null;
  /** End of a drawn range. */
  endMinute: number | null;
  staffId: Uuid | null;
  clientId: Uuid | null;
};

export type PlaceDefaults = { today: Day; view: CalendarView; staffIds: Uuid[] | null };

/** Reads the address; what it leaves open or misspells is filled from the defaults. */
export function placeOf(params: URLSearchParams, defaults: PlaceDefaults): CalendarPlace {
  const date = params.get('date');
  const view = params.get('view');
  const staff = params.get('staff');
  return {
    date: date && isDay(date) ? date : defaults.today,
    view: isView(view) ? view : defaults.view,
    staffIds: staff === 'all' ? null : staff ? staff.split(',').filter(Boolean) : defaults.staffIds,
    sheet: sheetOf(params),
  };
}

function sheetOf(params: URLSearchParams): CalendarSheet | null {
  const open = params.get('open');
  const part = params.get('part');
  if (open) {
    return {
      kind: 'appointment',
      id: open,
      part: part === 'move' || part === 'cancel' || part === 'late' ? part : null,
      ...moveOf(params),
    };
  }
  const block = params.get('block');
  if (block) return { kind: 'block', id: block, ...moveOf(params) };
  const late = params.get('late');
  if (late) return { kind: 'late', staffId: late === 'me' ? null : late };
  const kind = params.get('new');
  if (kind === null) return null;
  const day = params.get('on');
  const again = params.get('again');
  return {
    ...(kind === 'block' || kind === 'class'
      ? { kind: `new-${kind}` as const }
      : { kind: 'new' as const, ...(again ? { againId: again } : {}) }),
    day: day && isDay(day) ? day : null,
    minute: minuteOfClock(params.get('at')),
    endMinute: minuteOfClock(params.get('to')),
    staffId: params.get('with'),
    clientId: params.get('client'),
  };
}

function moveOf(params: URLSearchParams): { move?: WideMove } {
  const day = params.get('on');
  const scope = SCOPES.find((one) => one === params.get('scope'));
  if (!scope || !day || !isDay(day)) return {};
  return {
    move: {
      scope,
      day,
      minute: minuteOfClock(params.get('at')),
      endMinute: minuteOfClock(params.get('to')),
      staffId: params.get('with'),
      segmentId: params.get('segment'),
    },
  };
}

const SCOPES: readonly WideMove['scope'][] = ['following', 'all', 'group'];

const SHEET_KEYS = 'open part block late new on at to with client again scope segment'.split(' ');

/** The address after a change; everything not mentioned stays. */
export function withPlace(
  params: URLSearchParams,
  change: Partial<CalendarPlace>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  if (change.date) next.set('date', change.date);
  if (change.view) next.set('view', change.view);
  if (change.staffIds !== undefined) next.set('staff', change.staffIds?.join(',') || 'all');
  if (change.sheet !== undefined) {
    for (const key of SHEET_KEYS) next.delete(key);
    if (change.sheet) writeSheet(next, change.sheet);
  }
  return next;
}

function writeSheet(params: URLSearchParams, sheet: CalendarSheet): void {
  if (sheet.kind === 'appointment') {
    params.set('open', sheet.id);
    if (sheet.part) params.set('part', sheet.part);
    return writeMove(params, sheet.move);
  }
  if (sheet.kind === 'late') return params.set('late', sheet.staffId ?? 'me');
  if (sheet.kind === 'block') {
    params.set('block', sheet.id);
    return writeMove(params, sheet.move);
  }
  params.set('new', NEW_WORDS[sheet.kind]);
  if (sheet.day) params.set('on', sheet.day);
  if (sheet.minute !== null) params.set('at', clockText(sheet.minute));
  if (sheet.endMinute !== null) params.set('to', clockText(sheet.endMinute));
  if (sheet.staffId) params.set('with', sheet.staffId);
  if (sheet.clientId) params.set('client', sheet.clientId);
  if (sheet.kind === 'new' && sheet.againId) params.set('again', sheet.againId);
}

const NEW_WORDS = { new: 'appointment', 'new-block': 'block', 'new-class': 'class' } as const;

function writeMove(params: URLSearchParams, move: WideMove | undefined): void {
  if (!move) return;
  params.set('scope', move.scope);
  params.set('on', move.day);
  if (move.minute !== null) params.set('at', clockText(move.minute));
  if (move.endMinute !== null) params.set('to', clockText(move.endMinute));
  if (move.staffId) params.set('with', move.staffId);
  if (move.segmentId) params.set('segment', move.segmentId);
}
