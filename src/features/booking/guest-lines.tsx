import { guestName } from '#domain/appointments/guest-name.ts';
import { formatPrice } from '#domain/services/price.ts';
import type { BookingFlow } from './booking-flow.ts';
import { totalPrice } from './catalogue.ts';
import { aloneBecause, groupTotal, guestChoices } from './guests.ts';

/** Who comes along, with what, and what it costs for all of them; or why nobody does. */
export function GuestLines({ flow: { catalogue, draft } }: { flow: BookingFlow }) {
  const { business } = catalogue.profile;
  const guests = guestChoices(catalogue, draft);
  if (guests.length === 0) {
    const alone = aloneBecause(catalogue, draft);
    return alone && <p className="mt-4 text-sm text-warning">Just you. {alone}</p>;
  }
  return (
    <>
      <ul aria-label="Guests" className="mt-3 grid gap-3">
        {guests.map((choices, at) => (
          <li key={at} className="flex items-start justify-between gap-4">
            <span className="min-w-0">
              <span className="block font-medium break-words">
                {guestName(draft.guests[at]?.name ?? '', at)}
              </span>
              <span className="block text-sm text-muted">
                {choices
                  .flatMap(({ variantId }) => catalogue.variantById.get(variantId)?.fullName ?? [])
                  .join(', ')}
              </span>
            </span>
            <span className="shrink-0 tabular-nums">
              {formatPrice(totalPrice(catalogue, choices), business)}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-4 flex justify-between gap-4 border-t border-line pt-4 font-semibold">
        <span>For {guests.length + 1} people</span>
        <span className="shrink-0 whitespace-nowrap tabular-nums">
          {formatPrice(groupTotal(catalogue, draft), business)}
        </span>
      </p>
    </>
  );
}
