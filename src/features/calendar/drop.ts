/** What was dragged where, before it is written. */
import type { WideMove } from '#domain/appointments/series-plan.ts';
import type { Day, ResourceRow, Uuid } from '#domain/rows.ts';
import type { CalendarSheet } from './calendar-url.ts';
import type { Column } from './columns.ts';
import type { Outcome } from './drag.ts';
import type { CalendarItem } from './items.ts';
import { givesWay } from './resource-columns.ts';
import type { Clock } from './words.ts';

/** `start`: of what is drawn, buffers included. `staffId` null = of whoever it was. */
export type DropTarget = {
  day: Day;
  staffId: Uuid | null;
  start: number;
  /** Into another room or chair. */
  resource?: { from: Uuid; to: Uuid };
};

export type Dropped = Extract<Outcome, { type: 'moved' | 'resized' }>;

export type Drop =
  | { item: CalendarItem; to: DropTarget }
  /** Its lower edge was pulled; buffers included. */
  | { item: CalendarItem; end: number };

/** What a drag that ended over a column comes to. */
export function dropOf(
  outcome: Dropped,
  item: CalendarItem,
  { day, staffId, resourceId = null }: Column,
  resources: readonly ResourceRow[],
): Drop {
  if (outcome.type === 'resized') return { item, end: outcome.end };
  const has = item.kind === 'appointment' ? (item.resourceIds ?? []) : [];
  const from = resourceId === null ? null : givesWay({ resources }, has, resourceId);
  const resource =
    from === null || resourceId === null ? {} : { resource: { from, to: resourceId } };
  return { item, to: { day, staffId, start: outcome.start, ...resource } };
}

/** Others may follow: a person is asked before anything moves. */
export const reachesOthers = (drop: Drop): boolean => drop.item.isInSeries || followersOf(drop) > 1;

/** The work's own start and end, without buffers. */
const startOf = (item: CalendarItem, start: number): number =>
  item.kind === 'appointment' ? start + item.bufferBefore : start;
const endOf = (item: CalendarItem, end: number): number =>
  item.kind === 'appointment' ? end - item.bufferAfter : end;

/** `Ann Lee to 10:30 AM` */
export const dropWords = (drop: Drop, clock: Clock): string =>
  'end' in drop
    ? `${drop.item.name} until ${clock.minute(endOf(drop.item, drop.end))}`
    : `${drop.item.name} to ${clock.minute(startOf(drop.item, drop.to.start))}`;

/** How many come together and would be at another time with this one, it counted; 0 = nobody follows. */
export const followersOf = (drop: Drop): number => {
  const { item } = drop;
  if (!('to' in drop) || item.kind === 'block') return 0;
  return drop.to.day === item.day && drop.to.start === item.start ? 0 : (item.groupSize ?? 0);
};

/** The sheet in which the others follow: they are seen there before anything is saved. */
export function wideSheet(drop: Drop, scope: WideMove['scope']): CalendarSheet {
  const { item } = drop;
  const isMoved = 'to' in drop;
  const move = {
    scope,
    day: isMoved ? drop.to.day : item.day,
    minute: isMoved ? startOf(item, drop.to.start) : null,
    endMinute: isMoved ? null : endOf(item, drop.end),
    // What is for everybody stays so when it is dragged over the columns.
    staffId: isMoved && item.staffId !== null ? drop.to.staffId : null,
    segmentId: item.kind === 'appointment' ? item.segmentId : null,
  };
  return item.kind === 'block'
    ? { kind: 'block', id: item.id, move }
    : { kind: 'appointment', id: item.id, part: 'move', move };
}
