import type { FieldType } from './field-types.ts';
import { isQuestion, takesFiles } from './field-types.ts';
import type {
  FormAnswer,
  FormAnswers,
  FormField,
  FormFile,
  FormFlag,
  Signature,
} from '#domain/rows.ts';
import type { Rule } from '#domain/validation/rules.ts';
import { isBlank } from './blank.ts';
import { brokenFiles, FORM_MAX_BYTES } from './files.ts';
import { isFormDay } from './form-day.ts';
import { isFormNumber } from './form-number.ts';
import { isShown, meets } from './conditions.ts';
import { jsonText } from './json-text.ts';
import { brokenText, isWellFormed } from './text-answers.ts';
import { hasUnseen } from './unseen.ts';

/** All answers of one form together, as text. */
const ANSWERS_MAX = 200_000;
const STROKES_MAX = 200;
/** Numbers of one stroke: two for each point. */
const STROKE_MAX = 2000;
const SIGNED_NAME_MAX = 200;

export type AnswerIssue = { field: string; rule: Rule };
export type CheckedAnswers = {
  /** What is kept: nothing of hidden or unknown fields, nothing empty, nothing wrong. */
  answers: FormAnswers;
  issues: AnswerIssue[];
  flags: FormFlag[];
};

/**
 * Judges what somebody filled in, whatever it is, by the fields of one version. private.check_answers
 * is the same; form-cases.ts holds both. An issue with an empty field is about all of them.
 */
export const checkAnswers = (fields: readonly FormField[], given: unknown): CheckedAnswers => {
  const checked: CheckedAnswers = { answers: {}, issues: [], flags: [] };
  const values = new Map(
    typeof given === 'object' && given !== null && !Array.isArray(given)
      ? Object.entries(given)
      : [],
  );
  let bytes = 0;
  for (const field of fields) {
    if (!isQuestion(field.type) || !isShown(field.visible_if, checked.answers)) continue;
    const value = values.get(field.id);
    let rule: Rule | false | null = isEmpty(field.type, value)
      ? field.required && 'required'
      : brokenRule(field, value);
    if (!rule && takesFiles(field.type) && !isEmpty(field.type, value)) {
      bytes += (value as FormFile[]).reduce((sum, file) => sum + file.bytes, 0);
      if (bytes > FORM_MAX_BYTES) rule = 'too_large';
    }
    if (rule) checked.issues.push({ field: field.id, rule });
    else if (!isEmpty(field.type, value)) checked.answers[field.id] = value as FormAnswer;
    const { flag } = field;
    if (flag && meets(checked.answers[field.id], flag)) {
      checked.flags.push({ field: field.id, level: flag.level });
    }
  }
  if ([...jsonText(checked.answers)].length > ANSWERS_MAX) {
    checked.issues.push({ field: '', rule: 'too_large' });
  }
  return checked;
};

const isEmpty = (type: FieldType, value: unknown): boolean => {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string' && isBlank(value)) return true;
  if (type === 'consent') return value === false;
  if (type === 'multi' || takesFiles(type)) return Array.isArray(value) && value.length === 0;
  if (type === 'signature' || type === 'initials') {
    return isSignature(value) && value.strokes.length === 0 && isBlank(value.name);
  }
  return false;
};

/** null = nothing is wrong. */
const brokenRule = (field: FormField, value: unknown): Rule | null => {
  switch (field.type) {
    case 'short_text':
    case 'long_text':
      return brokenText(field, value);
    case 'email':
      return (
        brokenText(field, value) ??
        (hasUnseen(String(value)) ? 'not_an_email' : unless(EMAIL, value, 'not_an_email'))
      );
    case 'phone':
      return brokenText(field, value) ?? unless(PHONE, value, 'not_a_phone');
    case 'number':
    case 'scale':
      return brokenNumber(field, value);
    case 'date':
      if (typeof value !== 'string' || !isFormDay(value)) return 'not_a_day';
      return outOfBounds(field, value);
    case 'time':
      return unless(TIME, value, 'not_a_time');
    case 'single':
      return typeof value === 'string' && field.options.includes(value) ? null : 'not_a_choice';
    case 'multi':
      return isChoice(field.options, value) ? null : 'not_a_choice';
    case 'yes_no':
      return typeof value === 'boolean' ? null : 'wrong_type';
    case 'consent':
      return value === true ? null : 'wrong_type';
    case 'signature':
    case 'initials':
      return brokenSignature(value);
    case 'photo':
    case 'file':
      return brokenFiles(field.type, Number(field.max), value);
    default:
      return null;
  }
};

const EMAIL = /^[^@ ]+@[^@ ]+\.[^@ ]+$/;
const PHONE = /^[+]?[0-9() ./-]{5,30}$/;
const TIME = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;

const unless = (pattern: RegExp, value: unknown, rule: Rule): Rule | null =>
  typeof value === 'string' && pattern.test(value) ? null : rule;

const brokenNumber = (field: FormField, value: unknown): Rule | null => {
  if (!isFormNumber(value)) return 'not_a_number';
  if (field.type === 'scale' && !Number.isInteger(value)) return 'not_whole';
  return outOfBounds(field, value);
};

const outOfBounds = ({ min, max }: FormField, value: number | string): Rule | null => {
  if (min !== null && value < min) return 'too_small';
  return max !== null && value > max ? 'too_large' : null;
};

const isChoice = (options: readonly string[], value: unknown): boolean =>
  Array.isArray(value) &&
  new Set(value).size === value.length &&
  value.every((one: unknown) => typeof one === 'string' && options.includes(one));

const isSignature = (value: unknown): value is Signature =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).toSorted().join() === 'name,strokes' &&
  'name' in value &&
  typeof value.name === 'string' &&
  'strokes' in value &&
  Array.isArray(value.strokes);

/** A line is at least two points; a name at least two characters. */
const brokenSignature = (value: unknown): Rule | null => {
  if (!isSignature(value) || value.name.includes('\0') || !isWellFormed(value.name)) {
    return 'wrong_type';
  }
  const { strokes, name } = value;
  if (strokes.length > STROKES_MAX || [...name].length > SIGNED_NAME_MAX) return 'too_long';
  if (!strokes.every(isStroke)) return 'wrong_type';
  return strokes.length > 0 || [...name].length >= 2 ? null : 'too_short';
};

const isStroke = (stroke: unknown): boolean =>
  Array.isArray(stroke) &&
  stroke.length >= 4 &&
  stroke.length <= STROKE_MAX &&
  stroke.length % 2 === 0 &&
  stroke.every(
    (part: unknown) => Number.isInteger(part) && (part as number) >= 0 && (part as number) <= 1000,
  );
