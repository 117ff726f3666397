import { newField } from './new-field.ts';

/** The signature of somebody of the staff, judged like any other. */
export const signedField = {
  ...newField('q1', 'signature'),
  required: true,
};
