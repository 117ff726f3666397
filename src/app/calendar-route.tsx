import { Suspense } from 'react';
import type { SheetSlot } from '#features/calendar/sheet-slot.ts';
import { lazySheet } from '#ui/lazy-overlay.tsx';
import { lazyScreen } from '#ui/lazy-part.tsx';

const CalendarScreen = lazyScreen(
  async () => (await import('#features/calendar/calendar-screen.tsx')).CalendarScreen,
);
export const loadCalendar = CalendarScreen.preload;

const AppointmentSheet = lazySheet(
  'Appointment',
  async () => (await import('#features/appointments/appointment-sheet.tsx')).AppointmentSheet,
);
const NewAppointmentSheet = lazySheet(
  'New appointment',
  async () =>
    (await import('#features/appointments/new-appointment-sheet.tsx')).NewAppointmentSheet,
);

const PlanClassSheet = lazySheet(
  'Plan a class',
  async () => (await import('#features/appointments/plan-class-sheet.tsx')).PlanClassSheet,
);
const LateSheet = lazySheet(
  'Running late',
  async () => (await import('#features/appointments/late-sheet.tsx')).LateSheet,
);

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
    {sheet?.kind === 'new-class' && (
      <PlanClassSheet
        at={{ ...sheet, day: sheet.day ?? day }}
        isOpen={isOpen}
        onClose={onClose}
        onPlanned={onBooked}
      />
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
