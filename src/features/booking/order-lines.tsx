import { countSeats } from '#domain/appointments/party.ts';
import { formatPrice, sumPrices } from '#domain/services/price.ts';
import { formatDuration } from '#domain/time/duration.ts';
import clsx from 'clsx';
import type { Choice } from './booking-draft.ts';
import type { BookingFlow } from './booking-flow.ts';
import {
  addOnsOf,
  minutesOfChoice,
  orderTotal,
  pricesOf,
  totalMinutes,
  totalPrice,
} from './catalogue.ts';
import { GuestLines } from './guest-lines.tsx';

/** What has been chosen, line by line, and what it costs together. */
export function OrderLines({ flow }: { flow: BookingFlow }) {
  const { catalogue, draft } = flow;
  const { business } = catalogue.profile;
  const prices = pricesOf(catalogue, draft.choices);
  return (
    <>
      <ul className="grid gap-3">
        {linesOf(draft.choices).map(({ first, choices }) => {
          const bundle = catalogue.bundling?.bundleById.get(choices[0]?.bundleId ?? '');
          const shares = prices.slice(first, first + choices.length);
          const price = shares.length === 1 ? shares[0]! : sumPrices(shares);
          return (
            <li
              key={draft.choices[first]?.variantId}
              className="flex items-start justify-between gap-4"
            >
              <span className="min-w-0">
                {bundle && <span className="block font-medium break-words">{bundle.name}</span>}
                {choices.map((choice) => (
                  <Part
                    key={choice.variantId}
                    flow={flow}
                    choice={choice}
                    isAlone={bundle === undefined}
                  />
                ))}
              </span>
              <span className="shrink-0 tabular-nums">
                {formatPrice(draft.session ? orderTotal(catalogue, draft) : price, business)}
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
      {draft.guests.length > 0 && <GuestLines flow={flow} />}
    </>
  );
}

/** A service with what is added to it, how long it takes, and who does it. */
function Part({ flow, choice, isAlone }: { flow: BookingFlow; choice: Choice; isAlone: boolean }) {
  const { catalogue, draft } = flow;
  const { session } = draft;
  const staffId = session?.staffId ?? choice.staffId;
  const person = staffId ? catalogue.staffById.get(staffId) : undefined;
  const variant = catalogue.variantById.get(choice.variantId);
  const added = addOnsOf(catalogue, choice).map(({ name }) => name);
  const facts = [
    session ? countSeats(session.seats) : formatDuration(minutesOfChoice(catalogue, choice)),
    // A business that hides its staff names nobody.
    withWhom(person?.display_name, variant?.people ?? 1),
  ];
  return (
    <>
      <span className={clsx('block', isAlone && 'font-medium')}>{variant?.fullName}</span>
      {added.length > 0 && <span className="block text-sm text-muted">+ {added.join(', ')}</span>}
      <span className="block text-sm text-muted">{facts.filter(Boolean).join(', ')}</span>
    </>
  );
}

/** The choices, those of one bundle together; `first`: where they begin. */
const linesOf = (choices: readonly Choice[]): { first: number; choices: Choice[] }[] => {
  const lines: { first: number; choices: Choice[] }[] = [];
  choices.forEach((choice, first) => {
    const last = lines.at(-1);
    const isNext = choice.bundleId !== undefined && last?.choices[0]?.bundleId === choice.bundleId;
    if (last && isNext) last.choices.push(choice);
    else lines.push({ first, choices: [choice] });
  });
  return lines;
};

/** `with Ana`, `with Ana and one more`, `with two of our team`; null = nobody in particular. */
const withWhom = (name: string | undefined, people: number): string | null => {
  if (people === 1) return name ? `with ${name}` : null;
  return name
    ? `with ${name} and ${people === 2 ? 'one' : 'two'} more`
    : `with ${people === 2 ? 'two' : 'three'} of our team`;
};
