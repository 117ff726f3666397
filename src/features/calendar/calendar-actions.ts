import type { ResourceRow, Uuid } from '#domain/rows.ts';
import { changeAppointmentStatus } from '#db/commands/appointment-status.ts';
import { moveAppointment, resizeAppointment } from '#db/commands/appointment-time.ts';
import { deleteBlock, moveBlock, resizeBlock } from '#db/commands/blocks.ts';
import type { DaybookDb } from '#db/open.ts';
import { STATUS_WORDS } from '#domain/appointments/status-words.ts';
import { classStep } from '#domain/appointments/seats.ts';
import { nextStep } from '#domain/appointments/status.ts';
import type { Result } from '#domain/errors/result.ts';
import { instantAtWall } from '#domain/time/clock-text.ts';
import { showToast } from '#ui/toast.ts';
import type { Column } from './columns.ts';
import { dropOf, reachesOthers, type Drop, type Dropped, type DropTarget } from './drop.ts';
import type { AppointmentItem, BlockItem, CalendarItem } from './items.ts';
import { tellDone, type Undoable } from '#app/tell.ts';
import type { Clock } from './words.ts';

export type ActionContext = {
  db: DaybookDb;
  timeZone: string;
  clock: Clock;
  staffName: (id: Uuid) => string;
  /** The name of whoever stands at a row key, for "overlaps …". */
  nameOf: (rowKey: string) => string | null;
};

/**
 * What drags and keys on the grid do: commands on the local tables, each with its way back. Loaded
 * with the first press on the grid: looking at the calendar needs none of it.
 */
export function calendarActions({ db, timeZone: zone, clock, staffName, nameOf }: ActionContext) {
  /** Runs the command; when others are in the way, a person may insist. */
  const insistently = async (
    run: (acceptOverlap: boolean) => Promise<Result<Undoable>>,
    title: string,
  ): Promise<void> => {
    const result = await run(false);
    if (result.ok || result.error.code !== 'overlap') return tellDone(result, title);
    const names = (result.error.rows ?? []).map(nameOf).filter((name) => name !== null);
    showToast({
      type: 'warning',
      title: names.length > 0 ? `Overlaps ${names.join(', ')}` : 'This time is taken',
      description: 'Nothing was changed.',
      action: {
        label: 'Book anyway',
        onPress: () => void run(true).then((again) => tellDone(again, title)),
      },
    });
  };

  const move = async (item: CalendarItem, to: DropTarget): Promise<void> => {
    const changesStaff = to.staffId !== null && to.staffId !== item.staffId;
    const who = changesStaff ? ` with ${staffName(to.staffId!)}` : '';
    if (item.kind === 'block') {
      // A block for everybody stays one when it is dragged over the columns.
      const staffId = changesStaff && item.staffId !== null ? to.staffId! : undefined;
      const startsAt = instantAtWall(zone, to.day, to.start);
      const result = await moveBlock(db, item.id, {
        startsAt,
        ...(staffId === undefined ? {} : { staffId }),
      });
      return tellDone(result, `${item.name} moved to ${clock.minute(to.start)}`);
    }
    const start = to.start + item.bufferBefore;
    const startsAt = instantAtWall(zone, to.day, start);
    await insistently(
      (acceptOverlap) =>
        moveAppointment(db, item.id, {
          startsAt,
          segmentId: item.segmentId,
          acceptOverlap,
          ...(changesStaff ? { staffId: to.staffId! } : {}),
          ...(to.resource ? { resource: to.resource } : {}),
        }),
      `${item.name} moved to ${clock.minute(start)}${who}`,
    );
  };

  const resize = async (item: CalendarItem, end: number): Promise<void> => {
    if (item.kind === 'block') {
      const endsAt = instantAtWall(zone, item.day, end);
      const result = await resizeBlock(db, item.id, { endsAt });
      return tellDone(result, `${item.name} until ${clock.minute(end)}`);
    }
    const until = end - item.bufferAfter;
    await insistently(
      (acceptOverlap) =>
        resizeAppointment(db, item.id, {
          endsAt: instantAtWall(zone, item.day, until),
          segmentId: item.segmentId,
          acceptOverlap,
        }),
      `${item.name} until ${clock.minute(until)}`,
    );
  };

  const advance = async (item: AppointmentItem): Promise<void> => {
    const step = item.isClass ? classStep(item.status) : nextStep(item.status);
    if (!step) return;
    const result = await changeAppointmentStatus(db, item.id, step);
    tellDone(result, `${item.name}: ${STATUS_WORDS[step].toLowerCase()}`);
  };

  const removeBlock = async (item: BlockItem): Promise<void> => {
    tellDone(await deleteBlock(db, item.id), `${item.name} removed`);
  };

  const drag = (drop: Drop): Promise<void> =>
    'end' in drop ? resize(drop.item, drop.end) : move(drop.item, drop.to);

  /** Writes what was let go over a column; gives it back when others may follow: a person is asked. */
  const letGo = async (
    outcome: Dropped,
    item: CalendarItem,
    column: Column,
    resources: readonly ResourceRow[],
  ): Promise<Drop | null> => {
    const drop = dropOf(outcome, item, column, resources);
    if (reachesOthers(drop)) return drop;
    await drag(drop);
    return null;
  };

  return { drag, letGo, advance, removeBlock };
}
