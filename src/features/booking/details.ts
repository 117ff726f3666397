import { isBlank } from '#domain/forms/blank.ts';
import type { FieldIssue } from '#domain/errors/result.ts';
import type { PublicRules } from '#remote/public-booking.ts';
import type { Details } from './booking-draft.ts';

export type DetailNeeds = Pick<PublicRules, 'require_phone' | 'require_email'>;

/** Longest texts that the server takes. */
export const LIMITS = { name: 120, email: 254, phone: 60, note: 1000 } as const;

/**
 * What is wrong with the details, in the order of the form; empty when they can be sent. Light on
 * purpose: the server judges, and a rule that is too clever turns real people away.
 */
export const detailIssues = (details: Details, needs: DetailNeeds): FieldIssue[] => {
  const issues: FieldIssue[] = [];
  const add = (field: keyof Details, rule: string | false) => {
    if (rule) issues.push({ field, rule });
  };
  add('firstName', textRule(details.firstName, LIMITS.name, true));
  // Some people have one name only.
  add('lastName', textRule(details.lastName, LIMITS.name, false));
  // Without any of them nobody could be told that something has changed.
  const needsEmail = needs.require_email || details.phone.trim() === '';
  add('email', emailRule(details.email.trim(), needsEmail));
  add('phone', phoneRule(details.phone.trim(), needs.require_phone));
  add('note', textRule(details.note, LIMITS.note, false));
  return issues;
};

const textRule = (text: string, limit: number, isRequired: boolean): string | false => {
  if (isRequired && isBlank(text)) return 'required';
  return text.length > limit && 'too_long';
};

export const emailRule = (email: string, isRequired: boolean): string | false => {
  if (email === '') return isRequired && 'required';
  if (email.length > LIMITS.email) return 'too_long';
  return !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email) && 'email';
};

const phoneRule = (phone: string, isRequired: boolean): string | false => {
  if (phone === '') return isRequired && 'required';
  if (phone.length > LIMITS.phone) return 'too_long';
  const digits = phone.replace(/\D/g, '').length;
  return (!/^[+(\d][\d\s().\-/]*$/.test(phone) || digits < 7 || digits > 15) && 'phone';
};

/** The server's name of a field as ours: `client.first_name` is `firstName`. */
export const fieldOfServer = (field: string | undefined): Exclude<keyof Details, 'news'> | null => {
  switch (field) {
    case 'client.first_name':
      return 'firstName';
    case 'client.last_name':
      return 'lastName';
    case 'client.email':
      return 'email';
    case 'client.phone':
      return 'phone';
    case 'note':
      return 'note';
    default:
      return null;
  }
};
