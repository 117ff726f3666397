import type { FormField } from '#domain/rows.ts';
import type { FieldType } from './field-types.ts';
import { hasOptions, takesFiles } from './field-types.ts';

/** A field as it begins: what its type needs is there, the words are not. */
export const newField = (id: string, type: FieldType): FormField => ({
  id,
  type,
  label: '',
  help: '',
  required: false,
  options: hasOptions(type) ? ['', ''] : [],
  min: type === 'scale' ? 0 : null,
  max: type === 'scale' ? 10 : takesFiles(type) ? 3 : null,
  map_to: null,
  flag: null,
  visible_if: null,
});

/** An id that no field of the form has or had, as far as its fields tell. */
export const nextFieldId = (fields: readonly Pick<FormField, 'id'>[]): string =>
  `q${Math.max(0, ...fields.map(({ id }) => Number(id.slice(1)) || 0)) + 1}`;
