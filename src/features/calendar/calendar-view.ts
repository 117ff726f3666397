import type { Uuid } from '#domain/rows.ts';
import type { WallTime } from '#domain/time/wall.ts';
import type { CalendarPlace, CalendarSheet } from './calendar-url.ts';
import type { Absence, CalendarItem } from './items.ts';
import type { CalendarModel, FullBook } from './use-calendar-model.ts';
import type { Clock } from './words.ts';

/** What each way of looking at the calendar shows, and what can be done in it. */
export type CalendarViewProps = {
  book: FullBook;
  model: CalendarModel;
  place: CalendarPlace;
  clock: Clock;
  staffName: (staffId: Uuid) => string;
  wallNow: WallTime;
  /** Keys of what others have just changed. */
  flashing: ReadonlySet<string>;
  isNarrow: boolean;
  onOpen: (item: CalendarItem) => void;
  onAbsence: (absence: Absence) => void;
  onSheet: (sheet: CalendarSheet) => void;
  onPlace: (change: Partial<CalendarPlace>, how?: { replace: boolean }) => void;
  onStep: (direction: -1 | 1) => void;
};
