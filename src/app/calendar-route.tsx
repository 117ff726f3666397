import { Suspense, lazy } from 'react';
import { lazyPart } from './lazy-screen.tsx';
import type { SheetSlot } from '#features/calendar/sheet-slot.ts';

const CalendarScreen = lazyPart(
  async () => (await import('#features/calendar/calendar-screen.tsx')).CalendarScreen,
);
export const loadCalendar = CalendarScreen.preload;

const AppointmentSheet = lazy(async () => ({
  default: (await import('#features/appointments/appointment-sheet.tsx')).AppointmentSheet,
}));
const NewAppointmentSheet = lazy(async () => ({
  default: (await import('#features/appointments/new-appointment-sheet.tsx')).NewAppointmentSheet,
}));

const LateSheet = lazy(async () => ({
  default: (await import('#features/appointments/late-sheet.tsx')).LateSheet,
}));

/** The calendar with the sheets of appointments beside it: two features that do not know each other. */
export function CalendarRoute() {
  return <CalendarScreen renderSheet={renderSheet} />;
}

const renderSheet: SheetSlot = ({ sheet, isOpen, day, onClose, onBooked, onBlockInstead }) => (
  <Suspense fallback={null}>
    {sheet?.kind === 'appointment' && (
      <AppointmentSheet
        id={sheet.id}
        part={sheet.part}
        move={sheet.move}
        isOpen={isOpen}
        onClose={onClose}
      />
    )}
    {sheet?.kind === 'late' && (
      <LateSheet staffId={sheet.staffId} isOpen={isOpen} onClose={onClose} />
    )}
    {sheet?.kind === 'new' && (
      <NewAppointmentSheet
        at={{ ...sheet, day: sheet.day ?? day }}
        isOpen={isOpen}
        onClose={onClose}
        onBooked={onBooked}
        onBlockInstead={onBlockInstead}
      />
    )}
  </Suspense>
);
