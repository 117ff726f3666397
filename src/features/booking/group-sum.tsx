import { countSeats } from '#domain/appointments/party.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { minutesBetween } from '#domain/time/epoch.ts';
import type { BookingFlow } from './booking-flow.ts';
import { orderTotal } from './catalogue.ts';
import { groupTotal, guestChoices } from './guests.ts';
import { OrderSum } from './order-sum.tsx';
import { OwnSum } from './step-bar.tsx';

/** What whoever books pays for all who come: with guests, or for seats of a class. */
export function GroupSum({ flow }: { flow: BookingFlow }) {
  const { catalogue, draft } = flow;
  const { session, startsAt } = draft;
  if (session && startsAt !== null) {
    const minutes = minutesBetween(startsAt, session.endsAt);
    return (
      <OrderSum
        business={catalogue.profile.business}
        price={orderTotal(catalogue, draft)}
        what={`${countSeats(session.seats)}, ${formatDuration(minutes)}`}
      />
    );
  }
  const guests = guestChoices(catalogue, draft).length;
  return guests === 0 ? (
    <OwnSum flow={flow} />
  ) : (
    <OrderSum
      business={catalogue.profile.business}
      price={groupTotal(catalogue, draft)}
      what={`${1 + guests} people`}
    />
  );
}
