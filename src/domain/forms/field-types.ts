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

/**
 * What a short text can be asked to look like. No patterns of the author's own: a bad one could hang whoever
 * judges it, and nobody who writes a form knows the language of them.
 */
export const TEXT_FORMATS = ['digits', 'letters_digits', 'postcode'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];
