import { lazy, Suspense } from 'react';
import type { SheetSlot } from '#features/calendar/calendar-screen.tsx';

const CalendarScreen = lazy(async () => ({
  default: (await import('#features/calendar/calendar-screen.tsx')).CalendarScreen,
}));
const AppointmentSheet = lazy(async () => ({
  default: (await import('#features/appointments/appointment-sheet.tsx')).AppointmentSheet,
}));
const NewAppointmentSheet = lazy(async () => ({
  default: (await import('#features/appointments/new-appointment-sheet.tsx')).NewAppointmentSheet,
}));

/** The calendar with appointments beside it: two features that do not know each other meet here. */
export function CalendarRoute() {
  return <CalendarScreen renderSheet={renderSheet} />;
}

const renderSheet: SheetSlot = ({ sheet, day, onClose, onBooked }) => (
  <Suspense>
    {sheet?.kind === 'appointment' && (
      <AppointmentSheet key={sheet.id} id={sheet.id} part={sheet.part} onClose={onClose} />
    )}
    {sheet?.kind === 'new' && (
      <NewAppointmentSheet
        at={{ ...sheet, day: sheet.day ?? day }}
        onClose={onClose}
        onBooked={(_id, onDay) => onBooked(onDay)}
      />
    )}
  </Suspense>
);
