import { ChoiceField } from '#ui/choice-field.tsx';
import { countWords } from './count-words.ts';

export type GroupScope = 'this' | 'group';

/** Whether a change of one who comes together with others is one of all of them. */
export const GroupScopeField = ({
  count,
  scope,
  onChange,
}: {
  /** Appointments that "the whole group" means. */
  count: number;
  scope: GroupScope;
  onChange: (scope: GroupScope) => void;
}) => (
  <ChoiceField
    label="Who of the group"
    value={scope}
    onChange={onChange}
    choices={[
      { value: 'this', label: 'Only this one' },
      { value: 'group', label: 'Whole group', hint: countWords(count) },
    ]}
  />
);
