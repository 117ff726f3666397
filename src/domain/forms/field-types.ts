export const FIELD_TYPES = [
  'short_text',
  'long_text',
  'number',
  'email',
  'phone',
  'date',
  'time',
  'single',
  'multi',
  'yes_no',
  'consent',
  'scale',
  'signature',
  'initials',
  'photo',
  'file',
  'heading',
  'paragraph',
  'divider',
  'page_break',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** What stands between the questions and has no answer. */
const LAYOUT: readonly FieldType[] = ['heading', 'paragraph', 'divider', 'page_break'];
export const isQuestion = (type: FieldType): boolean => !LAYOUT.includes(type);

export const hasOptions = (type: FieldType): boolean => type === 'single' || type === 'multi';
export const isSigned = (type: FieldType): boolean => type === 'signature' || type === 'initials';
/** What is handed over instead of typed. */
export const takesFiles = (type: FieldType): boolean => type === 'photo' || type === 'file';
