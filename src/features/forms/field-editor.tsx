import { Trash2 } from 'lucide-react';
import { hasOptions, isQuestion, takesFiles } from '#domain/forms/field-types.ts';
import { FILES_MAX } from '#domain/forms/files.ts';
import { RECORD_FIELDS } from '#domain/forms/record-fields.ts';
import type { FormCheck, FormField } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { DateField, SelectField, SwitchField, TextArea, TextField } from '#ui/fields.tsx';
import { canBeAsked, CheckFields, newCheck } from './check-fields.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { MAP_NAMES } from './form-words.ts';
import { TextDetails } from './text-details.tsx';

/** Everything about one field of a form. */
export function FieldEditor({
  field,
  earlier,
  errorOf,
  onChange,
  onRemove,
}: {
  field: FormField;
  earlier: readonly FormField[];
  /** By the part of the field. */
  errorOf: (path: string) => string | undefined;
  onChange: (field: FormField) => void;
  onRemove: () => void;
}) {
  const { type } = field;
  const set = (part: Partial<FormField>): void => onChange({ ...field, ...part });
  const isAsked = isQuestion(type);
  const maps = Object.entries(RECORD_FIELDS).filter(([, types]) => types.includes(type));
  return (
    <div className="grid grid-cols-1 gap-4 border-t border-line p-4">
      {type !== 'divider' && type !== 'page_break' && (
        <>
          <TextField
            label={isAsked ? 'Question' : 'Title'}
            required={isAsked || type === 'heading' ? undefined : false}
            maxLength={200}
            value={field.label}
            error={errorOf('label')}
            onChange={(label) => set({ label })}
          />
          <TextArea
            label={type === 'paragraph' ? 'Text' : 'Help'}
            required={type === 'paragraph' ? undefined : false}
            rows={type === 'paragraph' ? 4 : 1}
            maxLength={2000}
            value={field.help}
            error={errorOf('help')}
            onChange={(help) => set({ help })}
          />
        </>
      )}
      {hasOptions(type) && (
        <TextArea
          label="Choices"
          hint="One on each line, two at least."
          rows={3}
          value={field.options.join('\n')}
          error={errorOf('options')}
          onChange={(text) => set({ options: text.split('\n') })}
        />
      )}
      {(type === 'number' || type === 'scale' || type === 'date') && (
        <div className="grid grid-cols-2 gap-3">
          {(['min', 'max'] as const).map((end) => {
            const frame = {
              label: end === 'min' ? 'From' : 'Until',
              required: type === 'scale',
              error: errorOf(end),
              value: String(field[end] ?? ''),
            };
            return type === 'date' ? (
              <DateField key={end} {...frame} onChange={(day) => set({ [end]: day || null })} />
            ) : (
              <TextField
                key={end}
                {...frame}
                type="number"
                onChange={(typed) => set({ [end]: typed === '' ? null : Number(typed) })}
              />
            );
          })}
        </div>
      )}
      {(type === 'short_text' || type === 'long_text') && (
        <TextDetails field={field} errorOf={errorOf} onChange={onChange} />
      )}
      {takesFiles(type) && (
        <SelectField
          label={type === 'photo' ? 'Photos at most' : 'Files at most'}
          value={String(field.max ?? '')}
          error={errorOf('max')}
          options={Array.from({ length: FILES_MAX }, (_, place) => ({
            value: String(place + 1),
            label: String(place + 1),
          }))}
          onChange={(count) => set({ max: Number(count) })}
        />
      )}
      {isAsked && (
        <SwitchField
          label="Must be answered"
          value={field.required}
          onChange={(required) => set({ required })}
        />
      )}
      {isAsked && (
        <SwitchField
          label="Half as wide"
          hint="Two of these stand beside each other where there is room."
          value={field.width === 'half'}
          onChange={(isHalf) => {
            const { width: _width, ...whole } = field;
            onChange(isHalf ? { ...field, width: 'half' } : whole);
          }}
        />
      )}
      {maps.length > 0 && (
        <SelectField
          label="Goes with the client’s record"
          hint={
            field.map_to === 'alert_note'
              ? 'You are asked whether the answer is added to the alert. Clients do not see what is there.'
              : 'Filled in where it is known. You are asked before another answer changes the record.'
          }
          value={field.map_to ?? ''}
          placeholder="No"
          options={maps.map(([name]) => ({
            value: name,
            label: MAP_NAMES[name as keyof typeof RECORD_FIELDS],
          }))}
          onChange={(name) => set({ map_to: (name || null) as FormField['map_to'] })}
        />
      )}
      {canBeAsked(field) && (
        <fieldset className="grid grid-cols-1 gap-3 rounded-md border border-line p-3">
          <legend className="px-1 text-sm font-medium">Flag</legend>
          <SelectField
            label="When an answer must be noticed"
            value={field.flag?.level ?? ''}
            placeholder="No flag"
            options={[
              { value: 'notice', label: 'Notice' },
              { value: 'danger', label: 'Important' },
            ]}
            onChange={(level) =>
              set({
                flag:
                  level === ''
                    ? null
                    : { ...(field.flag ?? newCheck(field)), level: level as 'notice' | 'danger' },
              })
            }
          />
          {field.flag && (
            <CheckFields
              field={field}
              check={checkOf(field.flag)}
              error={errorOf('flag')}
              onChange={(check) => set({ flag: { ...check, level: field.flag!.level } })}
            />
          )}
        </fieldset>
      )}
      <ConditionFields
        field={field}
        earlier={earlier}
        error={errorOf('visible_if')}
        onChange={(visible_if) => set({ visible_if })}
      />
      <Button icon={Trash2} className="justify-self-start" onClick={onRemove}>
        Remove
      </Button>
    </div>
  );
}

const checkOf = ({ op, value }: NonNullable<FormField['flag']>): FormCheck =>
  value === undefined ? { op } : { op, value };
