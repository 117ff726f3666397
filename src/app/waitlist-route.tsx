import { Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { pathTo } from '#app/paths.ts';
import { useQuery } from '#db/use-query.ts';
import { WaitlistScreen, type BookingSlot } from '#features/waitlist/waitlist-screen.tsx';
import { wallAt } from '#domain/time/clock-text.ts';
import { offerServer } from '#remote/waitlist-offers.ts';
import { lazySheet } from '#ui/lazy-overlay.tsx';
import { PickClient } from './client-picker.tsx';

const NewAppointmentSheet = lazySheet(
  'New appointment',
  async () =>
    (await import('#features/appointments/new-appointment-sheet.tsx')).NewAppointmentSheet,
);

/** The waitlist with what belongs to appointments: whom to add, and the sheet that books. */
export function WaitlistRoute() {
  return (
    <WaitlistScreen
      renderBooking={(slot) => <Booking {...slot} />}
      clientPicker={PickClient}
      offers={offerServer}
    />
  );
}

function Booking({
  entryId,
  clientId,
  startsAt,
  firstDay,
  staffId,
  isOpen,
  onClose,
}: Parameters<BookingSlot>[0]) {
  const navigate = useNavigate();
  const business = useQuery((db) => db.rows('businesses').get(db.businessId), []);
  const now = useQuery((db) => Promise.resolve(db.now()), []);
  if (!business || !now) return null;
  const wall = wallAt(business.time_zone, startsAt ?? now);
  const day = startsAt || firstDay < wall.day ? wall.day : firstDay;
  return (
    <Suspense>
      <NewAppointmentSheet
        key={`${entryId} ${startsAt}`}
        at={{
          day,
          minute: startsAt ? wall.minute : null,
          staffId,
          clientId,
          entryId,
        }}
        isOpen={isOpen}
        onClose={onClose}
        onBooked={onClose}
        onBlockInstead={() =>
          void navigate(pathTo('calendar', null, { date: day, new: 'block', on: day }))
        }
      />
    </Suspense>
  );
}
