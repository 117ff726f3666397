import type { BookingFlow } from './booking-flow.ts';
import { groupTotal, guestChoices } from './guests.ts';
import { OrderSum } from './order-sum.tsx';
import { OwnSum } from './step-bar.tsx';

/** What whoever books pays for all who come. */
export function GroupSum({ flow }: { flow: BookingFlow }) {
  const { catalogue, draft } = flow;
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
