import type { ReactNode } from 'react';
import type { Day } from '#domain/rows.ts';
import type { CalendarSheet } from './calendar-url.ts';

/** What the app draws beside the calendar: appointments belong to another feature. */
export type SheetSlot = (slot: {
  sheet: Exclude<CalendarSheet, { kind: 'block' | 'new-block' }> | null;
  /** false while it leaves. */
  isOpen: boolean;
  /** The day the calendar shows: where a new appointment starts from. */
  day: Day;
  onClose: () => void;
  /** A new appointment stands on this day. */
  onBooked: (day: Day) => void;
  /** The place that was pointed at is to be blocked, not booked. */
  onBlockInstead: () => void;
}) => ReactNode;
