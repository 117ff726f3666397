import type { DuplicateChoice, DuplicateGroup } from '#domain/clients/import-plan.ts';
import { clientName } from '#domain/clients/name.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { SelectField } from '#ui/fields.tsx';
import { useState } from 'react';
import { REASONS, many } from './words.ts';

const PAGE = 25;

const CHOICES = [
  { value: 'skip', label: 'Skip', hint: 'The client stays as they are.' },
  {
    value: 'update',
    label: 'Update',
    hint: 'What the file knows is taken over; tags and notes are added.',
  },
  { value: 'add', label: 'Add anyway', hint: 'As one more client.' },
] as const;

/** Who seems to be there already, and what becomes of each. */
export function DuplicateReport({
  groups,
  forAll,
  choices,
  onForAll,
  onChoice,
}: {
  groups: readonly DuplicateGroup[];
  forAll: DuplicateChoice;
  choices: Readonly<Record<string, DuplicateChoice>>;
  onForAll: (choice: DuplicateChoice) => void;
  onChoice: (id: string, choice: DuplicateChoice) => void;
}) {
  const [shown, setShown] = useState(PAGE);
  const title = `${many(groups.length, 'client')} ${groups.length === 1 ? 'seems' : 'seem'} to be there twice`;
  return (
    <Card title={title}>
      <ChoiceField label="For all of them" value={forAll} onChange={onForAll} choices={CHOICES} />
      <ul className="mt-4 divide-y divide-line" aria-label="Possible duplicates">
        {groups.slice(0, shown).map((group) => (
          <li
            key={group.id}
            className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-3"
          >
            <div className="min-w-0">
              <p className="truncate font-medium">
                <bdi>{group.name}</bdi>
              </p>
              <p className="text-sm text-muted">{groupText(group)}</p>
            </div>
            <SelectField
              label={`What to do with ${group.name}`}
              labelHidden
              className="w-36"
              value={choices[group.id] ?? forAll}
              options={CHOICES}
              onChange={(choice) => onChoice(group.id, choice as DuplicateChoice)}
            />
          </li>
        ))}
      </ul>
      {shown < groups.length && (
        <Button className="mt-3" onClick={() => setShown(shown + PAGE * 4)}>
          Show more of {many(groups.length, 'client')}
        </Button>
      )}
    </Card>
  );
}

const groupText = ({ rows, existing, first }: DuplicateGroup): string => {
  const [row] = rows;
  if (!row) return '';
  const others = rows.length > 1 ? ` and ${many(rows.length - 1, 'more row', 'more rows')}` : '';
  const where = existing ? 'in your list' : `row ${first?.line}`;
  return `Row ${row.line}, ${clientName(row.client)}${others}: ${REASONS[row.reason]} (${where})`;
};
