import { ChevronDown, GripVertical, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { FIELD_TYPES, isQuestion, type FieldType } from '#domain/forms/field-types.ts';
import { FIELDS_MAX } from '#domain/forms/form-fields.ts';
import { newField, nextFieldId } from '#domain/forms/new-field.ts';
import type { FormField } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { SelectField } from '#ui/fields.tsx';
import { OrderButtons } from '#ui/order-buttons.tsx';
import { useDragSort } from '#ui/use-drag-sort.ts';
import { FieldEditor } from './field-editor.tsx';
import { TYPE_NAMES } from './form-words.ts';

/** The fields of a form in their order: added below, moved by buttons or a mouse, edited one at a time. */
export function FieldList({
  fields,
  taken,
  errorOf,
  onChange,
}: {
  fields: FormField[];
  /** Fields of older versions: their ids are not given out again. */
  taken: readonly FormField[];
  errorOf: (id: string, path?: string) => string | undefined;
  onChange: (fields: FormField[]) => void;
}) {
  const listId = useId();
  const [openId, setOpen] = useState<string | null>(null);
  const [type, setType] = useState<FieldType>('short_text');
  const move = (from: number, to: number): void => {
    const rest = fields.filter((_, place) => place !== from);
    onChange([...rest.slice(0, to), fields[from]!, ...rest.slice(to)]);
  };
  const { rowProps } = useDragSort(move);
  const add = (): void => {
    const field = newField(nextFieldId([...fields, ...taken]), type);
    onChange([...fields, field]);
    setOpen(field.id);
  };
  return (
    <div className="grid grid-cols-1 gap-3">
      <ol aria-label="Fields" className="grid grid-cols-1 gap-2">
        {fields.map((field, place) => {
          const name = field.label || TYPE_NAMES[field.type];
          const isOpen = field.id === openId;
          const drag = isOpen ? {} : rowProps(place);
          return (
            <li
              key={field.id}
              {...drag}
              className="rounded-lg border border-line bg-surface data-[drag=source]:opacity-50 data-[drag=target]:border-accent"
            >
              <div className="flex items-center gap-1 py-1 pr-1 pl-3">
                <GripVertical size={18} className="shrink-0 text-muted max-sm:hidden" aria-hidden />
                <button
                  type="button"
                  aria-expanded={isOpen}
                  aria-controls={`${listId}-${field.id}`}
                  onClick={() => setOpen(isOpen ? null : field.id)}
                  className="flex min-h-11 min-w-0 flex-1 items-center gap-2 text-left"
                >
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium break-words">{name}</span>
                    <span className="block text-sm text-muted">
                      {TYPE_NAMES[field.type]}
                      {field.required && ' · must be answered'}
                      {field.visible_if && ' · only if …'}
                    </span>
                  </span>
                  {errorOf(field.id) && <Chip tone="danger">Unfinished</Chip>}
                  <ChevronDown size={18} className={isOpen ? 'rotate-180' : ''} aria-hidden />
                </button>
                <OrderButtons
                  name={name}
                  index={place}
                  count={fields.length}
                  onMove={(to) => move(place, to)}
                />
              </div>
              <div id={`${listId}-${field.id}`}>
                {isOpen && (
                  <FieldEditor
                    field={field}
                    earlier={fields.slice(0, place)}
                    errorOf={(path) => errorOf(field.id, path)}
                    onChange={(next) =>
                      onChange(fields.map((one) => (one.id === field.id ? next : one)))
                    }
                    onRemove={() => onChange(fields.filter(({ id }) => id !== field.id))}
                  />
                )}
              </div>
            </li>
          );
        })}
      </ol>
      {fields.length < FIELDS_MAX && (
        <div className="flex items-end gap-2">
          <SelectField
            className="flex-1"
            label="Add a field"
            value={type}
            options={[
              { label: 'Questions', options: optionsOf(isQuestion) },
              { label: 'Between the questions', options: optionsOf((one) => !isQuestion(one)) },
            ]}
            onChange={(chosen) => setType(chosen as FieldType)}
          />
          <Button icon={Plus} onClick={add}>
            Add
          </Button>
        </div>
      )}
    </div>
  );
}

const optionsOf = (wanted: (type: FieldType) => boolean) =>
  FIELD_TYPES.filter(wanted).map((type) => ({ value: type, label: TYPE_NAMES[type] }));
