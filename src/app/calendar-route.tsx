import { Suspense, lazy } from 'react';
import { useSearchParams } from 'react-router-dom';

const CalendarScreen = lazy(async () => ({
  default: (await import('#features/calendar/calendar-screen.tsx')).CalendarScreen,
}));
const AppointmentSheet = lazy(async () => ({
  default: (await import('#features/appointments/appointment-sheet.tsx')).AppointmentSheet,
}));
const NewAppointmentSheet = lazy(async () => ({
  default: (await import('#features/appointments/new-appointment-sheet.tsx')).NewAppointmentSheet,
}));

/** The calendar with the sheets of appointments beside it: two features that do not know each other. */
export function CalendarRoute() {
  const [params, setParams] = useSearchParams();
  const showDay = (day: string): void => {
    const next = new URLSearchParams(params);
    for (const key of ['new', 'on', 'at', 'to', 'with', 'client']) next.delete(key);
    next.set('date', day);
    setParams(next, { replace: true });
  };
  return (
    <CalendarScreen
      renderSheet={({ sheet, day, onClose }) => (
        <Suspense fallback={null}>
          {sheet?.kind === 'appointment' && (
            <AppointmentSheet key={sheet.id} id={sheet.id} part={sheet.part} onClose={onClose} />
          )}
          {sheet?.kind === 'new' && (
            <NewAppointmentSheet
              at={{ ...sheet, day: sheet.day ?? day }}
              onClose={onClose}
              onBooked={(_, bookedDay) => showDay(bookedDay)}
            />
          )}
        </Suspense>
      )}
    />
  );
}
