import { countSeats } from '#domain/appointments/party.ts';
import { formatPrice } from '#domain/services/price.ts';
import { formatDuration } from '#domain/time/duration.ts';
import type { BookingFlow } from './booking-flow.ts';
import {
  addOnsOf,
  minutesOfChoice,
  orderTotal,
  priceOfChoice,
  totalMinutes,
  totalPrice,
} from './catalogue.ts';

/** What has been chosen, line by line, and what it costs together. */
export function OrderLines({ flow }: { flow: BookingFlow }) {
  const { catalogue, draft } = flow;
  const { session } = draft;
  const { business } = catalogue.profile;
  return (
    <>
      <ul className="grid gap-3">
        {draft.choices.map((choice) => {
          const staffId = session?.staffId ?? choice.staffId;
          const person = staffId ? catalogue.staffById.get(staffId) : undefined;
          const variant = catalogue.variantById.get(choice.variantId);
          const extras = addOnsOf(catalogue, choice).map(({ name }) => name);
          const facts = [
            session
              ? countSeats(session.seats)
              : formatDuration(minutesOfChoice(catalogue, choice)),
            // A business that hides its staff names nobody.
            withWhom(person?.display_name, variant?.people ?? 1),
          ];
          return (
            <li key={choice.variantId} className="flex items-start justify-between gap-4">
              <span className="min-w-0">
                <span className="block font-medium">{variant?.fullName}</span>
                {extras.length > 0 && (
                  <span className="block text-sm text-muted">+ {extras.join(', ')}</span>
                )}
                <span className="block text-sm text-muted">{facts.filter(Boolean).join(', ')}</span>
              </span>
              <span className="shrink-0 tabular-nums">
                {formatPrice(
                  session ? orderTotal(catalogue, draft) : priceOfChoice(catalogue, choice),
                  business,
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {draft.choices.length > 1 && (
        <p className="mt-4 flex justify-between gap-4 border-t border-line pt-4 font-semibold">
          <span>Total, {formatDuration(totalMinutes(catalogue, draft.choices))}</span>
          <span className="shrink-0 whitespace-nowrap tabular-nums">
            {formatPrice(totalPrice(catalogue, draft.choices), business)}
          </span>
        </p>
      )}
    </>
  );
}

/** `with Ana`, `with Ana and one more`, `with two of our team`; null = nobody in particular. */
const withWhom = (name: string | undefined, people: number): string | null => {
  if (people === 1) return name ? `with ${name}` : null;
  return name
    ? `with ${name} and ${people === 2 ? 'one' : 'two'} more`
    : `with ${people === 2 ? 'two' : 'three'} of our team`;
};
