import clsx from 'clsx';
import { AlertTriangle, Ban, Car, CloudUpload, Copy, Repeat, Users } from 'lucide-react';
import { STATUS_WORDS } from '#domain/appointments/status-words.ts';
import { Chip } from '#ui/chip.tsx';
import { List } from '#ui/list.tsx';
import type { Absence, CalendarItem } from './items.ts';
import { describeItem, type Clock } from './words.ts';

/** The day as a plain list: the same appointments and actions, in reading order. */
export function AgendaList({
  items,
  absences,
  clock,
  staffName,
  onOpen,
  onAbsence,
}: {
  items: readonly CalendarItem[];
  absences: readonly Absence[];
  clock: Clock;
  staffName: (staffId: string) => string;
  onOpen: (item: CalendarItem) => void;
  onAbsence: (absence: Absence) => void;
}) {
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
      {items.length > 0 && (
        <List label="Appointments of the day">
          {items.map((item) => (
            <li key={`${item.key} ${item.staffId}`}>
              <button
                type="button"
                data-colour={item.colour}
                aria-label={describeItem(
                  item,
                  item.staffId === null ? null : staffName(item.staffId),
                  clock,
                )}
                onClick={() => onOpen(item)}
                className="flex min-h-14 w-full items-center gap-3 px-4 py-2.5 text-left hover:bg-raised"
              >
                <AgendaRow item={item} clock={clock} staffName={staffName} />
              </button>
            </li>
          ))}
        </List>
      )}
    </div>
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
      {!isBlock && item.isConflict && (
        <Chip tone="danger" icon={Copy}>
          Conflict
        </Chip>
      )}
      {!isBlock && item.status !== 'booked' && <Chip>{STATUS_WORDS[item.status]}</Chip>}
      {isBlock && <Chip icon={Ban}>Blocked</Chip>}
    </>
  );
}
