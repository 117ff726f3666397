import { Plus, Trash2 } from 'lucide-react';
import type { FormField, FormRule } from '#domain/rows.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { FieldError } from '#ui/field-frame.tsx';
import { SelectField } from '#ui/fields.tsx';
import { canBeAsked, CheckFields, newCheck } from './check-fields.tsx';

const RULES_MAX = 10;

/** When a field is shown: always, or by the answers to questions before it. */
export function ConditionFields({
  field,
  earlier,
  error,
  onChange,
}: {
  field: FormField;
  earlier: readonly FormField[];
  error: string | undefined;
  onChange: (visible_if: FormField['visible_if']) => void;
}) {
  const condition = field.visible_if;
  const asked = earlier.filter(canBeAsked);
  const names = asked.map(({ id, label }) => ({ value: id, label: label || 'A question' }));
  const rules = condition?.rules ?? [];
  const set = (next: typeof rules): void =>
    onChange(next.length === 0 ? null : { match: condition?.match ?? 'all', rules: next });
  const ruleFor = (id: string): FormRule[] => {
    const about = asked.find((one) => one.id === id);
    return about ? [{ field: id, ...newCheck(about) }] : [];
  };
  if (asked.length === 0 && !condition) return null;
  return (
    <fieldset className="grid grid-cols-1 gap-3 rounded-md border border-line p-3">
      <legend className="px-1 text-sm font-medium">Shown</legend>
      {rules.length === 0 && <p className="text-sm text-muted">Always.</p>}
      {rules.length > 1 && condition && (
        <SelectField
          label="When"
          value={condition.match}
          options={[
            { value: 'all', label: 'all of these hold' },
            { value: 'any', label: 'one of these holds' },
          ]}
          onChange={(match) => onChange({ ...condition, match: match as 'all' | 'any' })}
        />
      )}
      {rules.map((rule, place) => {
        const drop = () => set(rules.filter((_, at) => at !== place));
        const put = (next: FormRule): void =>
          set(rules.map((one, at) => (at === place ? next : one)));
        if ('rules' in rule) return null;
        const about = asked.find(({ id }) => id === rule.field);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- two rules may be alike
          <div key={place} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
            <div className="grid grid-cols-1 gap-2">
              <SelectField
                label="If"
                value={about ? rule.field : ''}
                placeholder="Choose a question"
                options={names}
                onChange={(id) => ruleFor(id).forEach(put)}
              />
              {about && (
                <CheckFields
                  field={about}
                  check={rule}
                  onChange={(check) => put({ field: rule.field, ...check })}
                />
              )}
            </div>
            <IconButton icon={Trash2} label="Remove this rule" onClick={drop} />
          </div>
        );
      })}
      {error && (
        <FieldError id={undefined} text="Each rule needs a question before this one and a value." />
      )}
      {asked.length > 0 && rules.length < RULES_MAX && (
        <Button
          size="sm"
          icon={Plus}
          className="justify-self-start"
          onClick={() => set([...rules, ...ruleFor(asked.at(-1)!.id)])}
        >
          {rules.length === 0 ? 'Only if …' : 'Another rule'}
        </Button>
      )}
    </fieldset>
  );
}
