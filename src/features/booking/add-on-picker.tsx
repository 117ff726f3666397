import { formatMoney } from '#domain/money/format.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { useId } from 'react';
import type { Choice } from './booking-draft.ts';
import type { BookingFlow } from './booking-flow.ts';
import { countIn, missingAddOns } from './catalogue.ts';
import type { AddOnGroup } from './catalogue.ts';
import { ChoiceMark, choiceInput } from './choice-mark.tsx';

/** What can be added to a chosen service, group by group. */
export function AddOnPicker({
  flow,
  choice,
  groups,
  isAsked,
}: {
  flow: BookingFlow;
  choice: Choice;
  groups: AddOnGroup[];
  /** The client wanted to go on: what is missing is marked now. */
  isAsked: boolean;
}) {
  const missing = missingAddOns(flow.catalogue, choice);
  return (
    <div className="grid gap-4 border-t border-line bg-canvas px-4 py-4">
      {groups.map((group) => (
        <Group
          key={group.id}
          flow={flow}
          choice={choice}
          group={group}
          isMissing={isAsked && missing.some(({ id }) => id === group.id)}
        />
      ))}
    </div>
  );
}

function Group({
  flow,
  choice,
  group,
  isMissing,
}: {
  flow: BookingFlow;
  choice: Choice;
  group: AddOnGroup;
  isMissing: boolean;
}) {
  const errorId = useId();
  const count = countIn(group, choice);
  const isOne = group.max_count === 1;
  const ids = group.addOns.map(({ id }) => id);

  const toggle = (addOnId: string, isOn: boolean) => {
    const others = isOne
      ? choice.addOnIds.filter((id) => !ids.includes(id))
      : choice.addOnIds.filter((id) => id !== addOnId);
    flow.send({
      type: 'add_ons_chosen',
      variantId: choice.variantId,
      addOnIds: isOn ? [...others, addOnId] : others,
    });
  };

  return (
    <fieldset
      className="min-w-0"
      data-missing={isMissing || undefined}
      aria-describedby={isMissing ? errorId : undefined}
    >
      <legend className="mb-1 font-medium">
        {group.name} <span className="text-sm font-normal text-muted">{ruleOf(group)}</span>
      </legend>
      {isMissing && (
        <p id={errorId} className="text-sm text-danger">
          Please choose from “{group.name}”.
        </p>
      )}
      {group.addOns.map((addOn) => {
        const isChosen = choice.addOnIds.includes(addOn.id);
        const isFull = !isChosen && !isOne && count >= group.max_count;
        return (
          <label
            key={addOn.id}
            className="relative flex min-h-12 items-center gap-3 py-1.5 has-disabled:opacity-60"
          >
            <input
              type={isOne && group.min_count === 1 ? 'radio' : 'checkbox'}
              name={`${choice.variantId}-${group.id}`}
              checked={isChosen}
              disabled={isFull}
              aria-invalid={isMissing || undefined}
              onChange={(event) => toggle(addOn.id, event.target.checked)}
              className={choiceInput}
            />
            {/* Where both have no room side by side the price goes below: a name is not broken for it. */}
            <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
              <span className="min-w-0 grow basis-40">{addOn.name}</span>
              <span className="text-sm text-muted tabular-nums">
                {addOn.extra_min > 0 && `+${formatDuration(addOn.extra_min)} · `}
                {addOn.price_cents === 0
                  ? 'Free'
                  : `+${formatMoney(
                      addOn.price_cents,
                      flow.catalogue.profile.business.currency,
                      flow.catalogue.profile.business.locale,
                    )}`}
              </span>
            </span>
            <ChoiceMark kind="one" />
          </label>
        );
      })}
    </fieldset>
  );
}

const ruleOf = ({ min_count: min, max_count: max }: AddOnGroup): string => {
  if (min === max) return `choose ${min}`;
  if (min > 0) return `choose ${min} to ${max}`;
  return max === 1 ? 'optional' : `optional, up to ${max}`;
};
