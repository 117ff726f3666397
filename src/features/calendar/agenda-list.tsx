import clsx from 'clsx';
import {
  AlertTriangle,
  Ban,
  Car,
  ClipboardList,
  CloudUpload,
  Copy,
  Flag,
  Plus,
  Repeat,
  Users,
} from 'lucide-react';
import { STATUS_TONES, STATUS_WORDS } from '#domain/appointments/status-words.ts';
import type { Uuid } from '#domain/rows.ts';
import { Chip } from '#ui/chip.tsx';
import { List } from '#ui/list.tsx';
import { STATUS_ICONS } from '#ui/status-chip.tsx';
import type { Absence, CalendarItem } from './items.ts';
import { describeItem, type Clock } from './words.ts';

/** Working time of somebody that nothing takes, in minutes of the day. */
export type FreeTime = { staffId: Uuid; from: number; until: number };

const NO_FREE_TIME: readonly FreeTime[] = [];

type Line = { at: number; item: CalendarItem } | { at: number; free: FreeTime };

/** The day as a plain list: the same appointments and actions in reading order, and free times. */
export function AgendaList({
  items,
  absences,
  free = NO_FREE_TIME,
  clock,
  staffName,
  onOpen,
  onAbsence,
  onFree,
}: {
  items: readonly CalendarItem[];
  absences: readonly Absence[];
  free?: readonly FreeTime[];
  clock: Clock;
  staffName: (staffId: string) => string;
  onOpen: (item: CalendarItem) => void;
  onAbsence: (absence: Absence) => void;
  onFree?: (free: FreeTime) => void;
}) {
  const lines: Line[] = [
    ...items.map((item) => ({ at: item.start, item })),
    ...free.map((one) => ({ at: one.from, free: one })),
  ].toSorted((a, b) => a.at - b.at);
  return (
    <div className="grid gap-4">
      {absences.length > 0 && (
        <ul className="flex flex-wrap items-center gap-2">
          {absences.map((absence) => (
            <li key={absence.key}>
              <button
                type="button"
                onClick={() => onAbsence(absence)}
                className="inline-flex min-h-9 items-center rounded-full hover:bg-raised pointer-coarse:min-h-11"
              >
                <Chip icon={Ban}>
                  {absence.staffId === null ? 'Everybody' : staffName(absence.staffId)}:{' '}
                  {absence.name}
                  {absence.isRequested && ' (asked for)'}
                </Chip>
              </button>
            </li>
          ))}
        </ul>
      )}
      {lines.length > 0 && (
        <List label="Appointments of the day">
          {lines.map((line) =>
            'item' in line ? (
              <li key={`${line.item.key} ${line.item.staffId}`}>
                <button
                  type="button"
                  data-colour={line.item.colour}
                  aria-label={describeItem(
                    line.item,
                    line.item.staffId === null ? null : staffName(line.item.staffId),
                    clock,
                  )}
                  onClick={() => onOpen(line.item)}
                  className="flex min-h-14 w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-left hover:bg-raised"
                >
                  <AgendaRow item={line.item} clock={clock} staffName={staffName} />
                </button>
              </li>
            ) : (
              <FreeRow
                key={`free ${line.free.staffId} ${line.free.from}`}
                free={line.free}
                clock={clock}
                name={staffName(line.free.staffId)}
                onPress={() => onFree?.(line.free)}
              />
            ),
          )}
        </List>
      )}
    </div>
  );
}

function FreeRow({
  free: { from, until },
  clock,
  name,
  onPress,
}: {
  free: FreeTime;
  clock: Clock;
  name: string;
  onPress: () => void;
}) {
  return (
    <li>
      <button
        type="button"
        onClick={onPress}
        className="flex min-h-11 w-full items-center gap-3 px-4 py-1.5 text-left text-sm text-muted hover:bg-raised"
      >
        <span className="w-20 shrink-0" aria-hidden>
          <Plus size={15} />
        </span>
        <span className="min-w-0 flex-1 tabular-nums">
          Free {clock.minute(from)} – {clock.minute(until)}, <bdi>{name}</bdi>
        </span>
      </button>
    </li>
  );
}

function AgendaRow({
  item,
  clock,
  staffName,
}: {
  item: CalendarItem;
  clock: Clock;
  staffName: (staffId: string) => string;
}) {
  const isBlock = item.kind === 'block';
  const before = isBlock ? 0 : item.bufferBefore;
  const after = isBlock ? 0 : item.bufferAfter;
  const detail = isBlock ? item.note : item.service;
  const way = isBlock || item.travelBefore === 0 ? null : `${item.travelBefore} min there`;
  const who = item.staffId === null ? 'Everybody' : staffName(item.staffId);
  return (
    <>
      <span className="w-20 shrink-0 text-sm tabular-nums">
        <span className="block font-medium">{clock.minute(item.start + before)}</span>
        <span className="block text-muted">{clock.minute(item.end - after)}</span>
      </span>
      <span className="h-10 w-1 shrink-0 rounded-full bg-swatch" aria-hidden />
      <span className="min-w-0 flex-1">
        <span
          className={clsx(
            'flex items-center gap-1.5 font-medium',
            !isBlock && item.status === 'no_show' && 'line-through',
          )}
        >
          <bdi className="truncate">{item.name}</bdi>
          {!isBlock && item.hasAlert && (
            <AlertTriangle size={15} className="shrink-0 text-danger" aria-hidden />
          )}
          {!isBlock && item.forms?.mark === 'flag' && (
            <Flag size={15} className="shrink-0 text-danger" aria-hidden />
          )}
          {!isBlock && item.forms?.mark === 'form' && (
            <ClipboardList size={15} className="shrink-0 text-muted" aria-hidden />
          )}
          {!isBlock && item.isAway && <Car size={15} className="shrink-0 text-muted" aria-hidden />}
          {!isBlock && item.groupSize && (
            <span className="inline-flex shrink-0 items-center gap-0.5 text-sm font-normal text-muted">
              <Users size={15} aria-hidden />
              {item.groupSize}
            </span>
          )}
          {item.isInSeries && <Repeat size={15} className="shrink-0 text-muted" aria-hidden />}
          {item.isWaiting && <CloudUpload size={15} className="shrink-0 text-muted" aria-hidden />}
        </span>
        <span className="block truncate text-sm text-muted">
          {[detail, who, way].filter(Boolean).join(' · ')}
        </span>
      </span>
      {/* A phone has no room for them beside the name: there they stand below it. */}
      <span className="flex shrink-0 flex-wrap gap-1.5 empty:hidden max-sm:basis-full max-sm:pl-27">
        <AgendaChips item={item} />
      </span>
    </>
  );
}

function AgendaChips({ item }: { item: CalendarItem }) {
  if (item.kind === 'block') return <Chip icon={Ban}>Blocked</Chip>;
  const { status } = item;
  return (
    <>
      {item.isConflict && (
        <Chip tone="danger" icon={Copy}>
          Conflict
        </Chip>
      )}
      {status !== 'booked' && (
        <Chip tone={STATUS_TONES[status]} icon={STATUS_ICONS[status]}>
          {STATUS_WORDS[status]}
        </Chip>
      )}
    </>
  );
}
