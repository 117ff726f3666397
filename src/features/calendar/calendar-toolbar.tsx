import clsx from 'clsx';
import {
  Armchair,
  Ban,
  ChevronLeft,
  ChevronRight,
  Hourglass,
  Keyboard,
  Palette,
  Plus,
  Printer,
  SlidersHorizontal,
  UsersRound,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import type { Day } from '#domain/rows.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Menu, type MenuItem, type MenuTriggerProps } from '#ui/menu.tsx';
import { DatePicker } from './date-picker.tsx';
import { VIEWS, type CalendarView } from './period.ts';
import { ZOOMS, type Zoom } from './zoom.ts';

export type ColourBy = 'staff' | 'service';
export type ColumnsBy = 'people' | 'resources';

export const VIEW_WORDS: Record<CalendarView, string> = {
  day: 'Day',
  three: '3 days',
  week: 'Week',
  month: 'Month',
  agenda: 'List',
};

export function CalendarToolbar({
  title,
  shortTitle,
  date,
  isToday,
  view,
  colourBy,
  columnsBy,
  zoom,
  canCreate,
  onDate,
  onToday,
  onStep,
  onView,
  onColourBy,
  onColumnsBy,
  onZoom,
  onNew,
  onNewBlock,
  onLate,
  onPrint,
  onKeys,
}: {
  title: string;
  shortTitle: string;
  date: Day;
  isToday: boolean;
  view: CalendarView;
  colourBy: ColourBy;
  /** null = there is nothing to choose. */
  columnsBy: ColumnsBy | null;
  /** null = hours are not drawn. */
  zoom: Zoom | null;
  canCreate: boolean;
  onDate: (date: Day) => void;
  onToday: () => void;
  onStep: (direction: -1 | 1) => void;
  onView: (view: CalendarView) => void;
  onColourBy: (colourBy: ColourBy) => void;
  onColumnsBy: (columnsBy: ColumnsBy) => void;
  onZoom: (direction: -1 | 1) => void;
  onNew: () => void;
  onNewBlock: () => void;
  onLate: () => void;
  onPrint: () => void;
  onKeys: () => void;
}) {
  const length = view === 'week' || view === 'month' ? view : view === 'three' ? '3 days' : 'day';
  const options: MenuItem[] = [
    ...(columnsBy === null
      ? []
      : [
          columnsBy === 'people'
            ? {
                label: 'Columns by room',
                icon: Armchair,
                onPress: () => onColumnsBy('resources'),
              }
            : {
                label: 'Columns by person',
                icon: UsersRound,
                onPress: () => onColumnsBy('people'),
              },
        ]),
    {
      label: colourBy === 'staff' ? 'Colour by service' : 'Colour by person',
      icon: Palette,
      onPress: () => onColourBy(colourBy === 'staff' ? 'service' : 'staff'),
    },
    ...(zoom === null
      ? []
      : [
          {
            label: 'Taller hours',
            icon: ZoomIn,
            disabled: zoom === ZOOMS.at(-1),
            onPress: () => onZoom(1),
          },
          {
            label: 'Shorter hours',
            icon: ZoomOut,
            disabled: zoom === ZOOMS[0],
            onPress: () => onZoom(-1),
          },
        ]),
    ...(canCreate ? [{ label: 'Block time', icon: Ban, onPress: onNewBlock }] : []),
    ...(canCreate && isToday ? [{ label: 'Running late…', icon: Hourglass, onPress: onLate }] : []),
    { label: 'Print', icon: Printer, onPress: onPrint },
    { label: 'Keys', icon: Keyboard, onPress: onKeys },
  ];
  // Where width is short, the views are the first entries of the menu.
  const views: MenuItem[] = VIEWS.map((value) => ({
    label: VIEW_WORDS[value],
    disabled: value === view,
    onPress: () => onView(value),
  }));
  return (
    <div className="flex flex-wrap items-center gap-1 px-1.5 py-1 sm:px-4 md:gap-2 md:py-1.5 lg:px-5 print:hidden">
      <div className="flex max-md:order-2">
        <IconButton icon={ChevronLeft} label={`Previous ${length}`} onClick={() => onStep(-1)} />
        <IconButton icon={ChevronRight} label={`Next ${length}`} onClick={() => onStep(1)} />
      </div>
      <div className="flex min-w-0 flex-1 basis-44 items-center gap-2 max-md:order-1">
        <DatePicker title={title} shortTitle={shortTitle} date={date} onPick={onDate} />
        <Button
          size="sm"
          className={clsx('shrink-0', isToday && 'max-md:hidden')}
          aria-current={isToday ? 'date' : undefined}
          onClick={onToday}
        >
          Today
        </Button>
      </div>
      <div className="flex items-center gap-2 max-lg:hidden">
        <ViewChoice view={view} onView={onView} />
        <Menu label="Calendar options" items={options} trigger={optionsTrigger} />
      </div>
      <div className="order-3 lg:hidden">
        <Menu label="Calendar options" items={[...views, ...options]} trigger={optionsTrigger} />
      </div>
      {canCreate && (
        <Button variant="primary" icon={Plus} className="order-4 max-md:hidden" onClick={onNew}>
          New
        </Button>
      )}
    </div>
  );
}

const optionsTrigger = (props: MenuTriggerProps) => (
  <IconButton {...props} icon={SlidersHorizontal} label="Calendar options" />
);

function ViewChoice({
  view,
  onView,
}: {
  view: CalendarView;
  onView: (view: CalendarView) => void;
}) {
  return (
    <div
      role="group"
      aria-label="View"
      className="flex rounded-md bg-raised p-0.5 text-sm font-medium"
    >
      {VIEWS.map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={view === value}
          onClick={() => onView(value)}
          className={clsx(
            'min-h-9 rounded-sm px-3 whitespace-nowrap pointer-coarse:min-h-11',
            view === value ? 'bg-surface text-ink shadow-card' : 'text-muted hover:text-ink',
          )}
        >
          {VIEW_WORDS[value]}
        </button>
      ))}
    </div>
  );
}
