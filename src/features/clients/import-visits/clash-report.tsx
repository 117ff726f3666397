import type { Clash } from '#db/queries/planned-work.ts';
import type { PlannedVisit } from '#domain/appointments/import-plan.ts';
import type { BusinessRow, StaffRow, Uuid } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { SelectField } from '#ui/fields.tsx';
import { useState } from 'react';
import { many } from '../import/words.ts';
import { isTaken } from './dry-run.ts';

export type ClashChoice = 'leave' | 'book';

const PAGE = 25;

const CHOICES = [
  { value: 'leave', label: 'Leave out', hint: 'What is in the calendar stays alone.' },
  { value: 'book', label: 'Book anyway', hint: 'Both stand at that time.' },
] as const;

/** Which rows meet somebody or something, the ones first that would be booked twice. */
export function ClashReport({
  visits,
  clashes,
  taken,
  business,
  staff,
  forAll,
  choices,
  onForAll,
  onChoice,
}: {
  visits: readonly PlannedVisit[];
  clashes: ReadonlyMap<number, Clash[]>;
  /** How many of them would be booked twice. */
  taken: number;
  business: BusinessRow;
  staff: readonly StaffRow[];
  forAll: ClashChoice;
  choices: Readonly<Record<number, ClashChoice>>;
  onForAll: (choice: ClashChoice) => void;
  onChoice: (line: number, choice: ClashChoice) => void;
}) {
  const [shown, setShown] = useState(PAGE);
  const formats = businessFormats(business);
  const nameOf = (id: Uuid): string =>
    staff.find((one) => one.id === id)?.display_name ?? 'somebody';
  const met = visits
    .filter(({ line }) => clashes.has(line))
    .toSorted(
      (a, b) =>
        Number(isTaken(clashes.get(b.line))) - Number(isTaken(clashes.get(a.line))) ||
        a.line - b.line,
    );
  const words = (clash: Clash): string => {
    switch (clash.kind) {
      case 'appointment':
        return `${clash.name}, ${formats.timeRange(clash.startsAt, clash.endsAt)}, with ${nameOf(clash.staffId)}`;
      case 'same_plan':
        return `row ${clash.key} of the file`;
      case 'block':
        return `blocked for ${nameOf(clash.staffId)}${clash.name ? `: ${clash.name}` : ''}`;
      case 'time_off':
        return `${nameOf(clash.staffId)} is off${clash.name ? `: ${clash.name}` : ''}`;
      case 'closed':
        return clash.note ? `closed: ${clash.note}` : 'closed that day';
      case 'no_resource':
        return `nothing free of ${clash.name}`;
      case 'outside_hours':
        return `outside ${nameOf(clash.staffId)}’s hours`;
    }
  };
  return (
    <Card
      title={
        taken > 0
          ? `${many(taken, 'appointment')} would stand where somebody is`
          : `${many(met.length, 'appointment')} to look at`
      }
    >
      {taken > 0 && (
        <ChoiceField label="For all of them" value={forAll} onChange={onForAll} choices={CHOICES} />
      )}
      <ul className="mt-4 divide-y divide-line" aria-label="Clashes">
        {met.slice(0, shown).map(({ line, clientName, startsAt }) => {
          const own = clashes.get(line) ?? [];
          return (
            <li key={line} className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-3">
              <div className="min-w-0">
                <p className="truncate font-medium">
                  <bdi>{clientName}</bdi>, {formats.date(startsAt)}, {formats.time(startsAt)}
                </p>
                <p className="text-sm text-pretty text-muted">
                  Row {line}: {own.map(words).join('; ')}
                </p>
              </div>
              {isTaken(own) && (
                <SelectField
                  label={`What to do with row ${line}`}
                  labelHidden
                  className="w-36"
                  value={choices[line] ?? forAll}
                  options={CHOICES}
                  onChange={(choice) => onChoice(line, choice as ClashChoice)}
                />
              )}
            </li>
          );
        })}
      </ul>
      {shown < met.length && (
        <Button className="mt-3" onClick={() => setShown(shown + PAGE * 4)}>
          Show more of {many(met.length, 'appointment')}
        </Button>
      )}
    </Card>
  );
}
