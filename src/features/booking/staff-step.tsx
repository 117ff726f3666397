import { formatPrice } from '#domain/services/price.ts';
import type { Uuid } from '#domain/rows.ts';
import type { PublicStaff } from '#remote/public-booking.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import clsx from 'clsx';
import { Users } from 'lucide-react';
import { useState } from 'react';
import type { Choice } from './booking-draft.ts';
import type { BookingFlow } from './booking-flow.ts';
import { isStaffOpen, stepAfter } from './booking-steps.ts';
import { priceOfChoice, totalPrice } from './catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import { ChoiceMark, choiceInput } from './choice-mark.tsx';
import { StepBar } from './step-bar.tsx';
import { useNextTimes } from './use-next-times.ts';
import type { NextTimes } from './use-next-times.ts';
import { StepHeading } from '#ui/step-heading.tsx';

/** Who does it: one person for the whole visit, or one for each service. */
export function StaffStep({ flow }: { flow: BookingFlow }) {
  const { catalogue, draft, goTo } = flow;
  const choosable = draft.choices.filter((choice) => isStaffOpen(catalogue, choice));
  const forAll = staffForAll(catalogue, draft.choices);
  const [isSeparate, setSeparate] = useState(
    forAll.length === 0 || new Set(choosable.map(({ staffId }) => staffId)).size > 1,
  );
  const canSplit = choosable.length > 1;
  const nextTime = useNextTimes(flow);

  return (
    <>
      <StepHeading title="Who would you like?" place={catalogue.profile.business.name} />
      <div className="mb-6 grid grid-cols-1 gap-7">
        {isSeparate || choosable.length < draft.choices.length ? (
          choosable.map((choice) => (
            <StaffGroup
              key={choice.variantId}
              flow={flow}
              nextTime={nextTime}
              legend={catalogue.variantById.get(choice.variantId)?.fullName ?? ''}
              choices={[choice]}
              staffIds={catalogue.variantById.get(choice.variantId)?.staffIds ?? []}
            />
          ))
        ) : (
          <StaffGroup
            flow={flow}
            nextTime={nextTime}
            legend="Who would you like?"
            isLegendHidden
            choices={choosable}
            staffIds={forAll}
          />
        )}
        {canSplit && forAll.length > 0 && (
          <Button
            variant="quiet"
            className="-ml-4 justify-self-start"
            onClick={() => setSeparate(!isSeparate)}
          >
            {isSeparate ? 'One person for everything' : 'Choose for each service'}
          </Button>
        )}
      </div>
      <StepBar flow={flow}>
        <Button
          variant="primary"
          className="min-w-32 max-sm:flex-1"
          onClick={() => goTo(stepAfter('staff', catalogue, draft))}
        >
          Continue
        </Button>
      </StepBar>
    </>
  );
}

function StaffGroup({
  flow,
  nextTime,
  legend,
  isLegendHidden = false,
  choices,
  staffIds,
}: {
  flow: BookingFlow;
  nextTime: NextTimes;
  legend: string;
  isLegendHidden?: boolean;
  choices: Choice[];
  staffIds: readonly Uuid[];
}) {
  const { catalogue, send } = flow;
  const name = `staff-${choices.map(({ variantId }) => variantId).join('-')}`;
  const picked = choices.every(({ staffId }) => staffId === choices[0]?.staffId)
    ? (choices[0]?.staffId ?? null)
    : null;
  const isShared = choices.some(
    ({ variantId }) => (catalogue.variantById.get(variantId)?.people ?? 1) > 1,
  );
  const pick = (staffId: Uuid | null) =>
    send({ type: 'staff_chosen', staffId, variantIds: choices.map(({ variantId }) => variantId) });
  return (
    <fieldset className="min-w-0">
      <legend className={isLegendHidden ? 'sr-only' : 'mb-2.5 text-lg font-semibold'}>
        {legend}
      </legend>
      {isShared && (
        <p className="mb-2.5 text-muted">
          Several of our team do this together. Whoever you choose is one of them.
        </p>
      )}
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <StaffOption
          name={name}
          title="Anyone"
          subtitle="The most times to choose from"
          next={nextTime(choices, null)}
          isPicked={picked === null}
          onPick={() => pick(null)}
        />
        {staffIds.map((id) => {
          const person = catalogue.staffById.get(id);
          return (
            person && (
              <StaffOption
                key={id}
                name={name}
                title={person.display_name}
                subtitle={person.title}
                person={person}
                price={priceIfDifferent(catalogue, choices, id)}
                next={nextTime(choices, id)}
                isPicked={picked === id}
                onPick={() => pick(id)}
              />
            )
          );
        })}
      </div>
    </fieldset>
  );
}

function StaffOption({
  name,
  title,
  subtitle,
  person,
  price,
  next,
  isPicked,
  onPick,
}: {
  name: string;
  title: string;
  subtitle: string | null;
  /** Absent for "anyone". */
  person?: Pick<PublicStaff, 'colour' | 'photo_path'>;
  price?: string | null;
  /** When they have time next; its line is there before it is known, so that nothing jumps. */
  next: string | null;
  isPicked: boolean;
  onPick: () => void;
}) {
  return (
    <label
      className={clsx(
        'relative flex min-h-18 items-center gap-3 rounded-lg border bg-surface px-4 py-3 shadow-card transition-colors duration-150 hover:bg-raised',
        isPicked ? 'border-accent' : 'border-line',
      )}
    >
      <input
        type="radio"
        name={name}
        checked={isPicked}
        onChange={onPick}
        className={choiceInput}
      />
      {person ? (
        <Avatar
          size="lg"
          name={title}
          colour={person.colour}
          picture={{ path: person.photo_path, local: null }}
        />
      ) : (
        <span
          aria-hidden
          className="grid size-12 shrink-0 place-items-center rounded-full bg-accent-soft text-accent"
        >
          <Users size={20} />
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{title}</span>
        {subtitle && <span className="block text-sm text-muted">{subtitle}</span>}
        {price && <span className="block text-sm text-muted tabular-nums">{price}</span>}
        {next !== null && (
          <span className="block min-h-5 text-sm text-muted tabular-nums">{next}</span>
        )}
      </span>
      <ChoiceMark kind="one" />
    </label>
  );
}

/** The people who do every chosen service. */
const staffForAll = (catalogue: Catalogue, choices: readonly Choice[]): Uuid[] => {
  const lists = choices.map(
    ({ variantId }) => catalogue.variantById.get(variantId)?.staffIds ?? [],
  );
  return (lists[0] ?? []).filter((id) => lists.every((list) => list.includes(id)));
};

/** A person's own price, when it is not what everybody asks. What a bundle costs is for all of it. */
const priceIfDifferent = (
  catalogue: Catalogue,
  choices: readonly Choice[],
  staffId: Uuid,
): string | null => {
  if (choices.some(({ bundleId }) => bundleId)) return null;
  const isOpen = choices.some((choice) => {
    const anyone = priceOfChoice(catalogue, { ...choice, staffId: null });
    const variant = catalogue.variantById.get(choice.variantId);
    return anyone.kind === 'from' && variant?.price_kind === 'fixed';
  });
  if (!isOpen) return null;
  const own = totalPrice(
    catalogue,
    choices.map((choice) => ({ ...choice, staffId })),
  );
  return formatPrice(own, catalogue.profile.business);
};
