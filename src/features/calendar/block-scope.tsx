import { blockTargets } from '#domain/blocks/repeat.ts';
import type { SeriesScope } from '#domain/appointments/series-plan.ts';
import { parseRule } from '#domain/appointments/series-rule.ts';
import { rhythmWords } from '#domain/appointments/series-words.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import type { BlockEdit } from './block-plan.ts';

/** How far a change of one date reaches; what "remove" means with it. */
export function BlockScope({
  edit,
  locale,
  scope,
  onChange,
}: {
  edit: BlockEdit;
  locale: string;
  scope: SeriesScope;
  onChange: (scope: SeriesScope) => void;
}) {
  const { block, members, now } = edit;
  const rule = parseRule(block.repeat_rule ?? '');
  const hint = (wide: SeriesScope): string =>
    dateWords(blockTargets(members, block.id, wide, { now, withDetached: true }).length);
  return (
    <div className="grid gap-2">
      {rule && (
        <p className="text-muted first-letter:uppercase">
          {rhythmWords(rule.rhythm, locale)}
          {block.repeat_detached && '; this one was moved by hand'}.
        </p>
      )}
      <ChoiceField
        label="Which of the dates"
        value={scope}
        onChange={onChange}
        choices={[
          { value: 'this', label: 'This one' },
          { value: 'following', label: 'This and following', hint: hint('following') },
          { value: 'all', label: 'All', hint: `${hint('all')}; what is past stays` },
        ]}
      />
    </div>
  );
}

export const dateWords = (count: number): string => (count === 1 ? '1 date' : `${count} dates`);
