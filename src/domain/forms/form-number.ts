/**
 * Whether a form may hold this number: nothing that is not exact, or that devices and PostgreSQL write
 * down in different ways (1e-7). private.is_form_number is the same.
 */
export const isFormNumber = (value: unknown): value is number =>
  typeof value === 'number' && /^-?[0-9]{1,12}([.][0-9]{1,6})?$/.test(String(value));
