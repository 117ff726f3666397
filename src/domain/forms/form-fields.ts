import type { FormCheck, FormCondition, FormField, FormRule } from '#domain/rows.ts';
import type { Rule } from '#domain/validation/rules.ts';
import { isFormDay } from './form-day.ts';
import { isFormNumber } from './form-number.ts';
import { isBlank } from './blank.ts';
import { hasOptions, isQuestion, takesFiles, TEXT_FORMATS } from './field-types.ts';
import { FILES_MAX } from './files.ts';
import { RECORD_FIELDS } from './record-fields.ts';
import { TEXT_MAX } from './text-answers.ts';

export const FIELDS_MAX = 100;
const OPTIONS_MAX = 50;
const LABEL_MAX = 200;
const HELP_MAX = 2000;
const RULES_MAX = 10;

/** `path`: which part of the field, `options.2`, as a form names it. */
export type FieldProblem = { field: string; path: string; rule: Rule };

/**
 * What keeps a form from being published, field by field. private.is_form_fields refuses the same
 * forms; form-cases.ts holds both.
 */
export const fieldProblems = (fields: readonly FormField[]): FieldProblem[] => {
  const earlier: FormField[] = [];
  const problems: FieldProblem[] = [];
  if (fields.length > FIELDS_MAX) problems.push({ field: '', path: 'fields', rule: 'too_many' });
  if (!fields.some(({ type }) => isQuestion(type))) {
    problems.push({ field: '', path: 'fields', rule: 'too_few' });
  }
  for (const field of fields) {
    const add = (path: string, rule: Rule): void => {
      problems.push({ field: field.id, path, rule });
    };
    if (!/^q[0-9]{1,6}$/.test(field.id)) add('id', 'wrong_type');
    if (earlier.some(({ id }) => id === field.id)) add('id', 'duplicate');
    checkWords(field, add);
    checkOptions(field, add);
    checkBounds(field, add);
    checkLook(field, add);
    if (field.flag && !isQuestion(field.type)) add('flag', 'wrong_type');
    if (field.flag && !isCheck(field.flag)) add('flag', 'required');
    if (field.visible_if) checkCondition(field.visible_if, earlier, add);
    earlier.push(field);
  }
  return problems;
};

type Add = (path: string, rule: Rule) => void;

const checkWords = ({ type, label, help, map_to }: FormField, add: Add): void => {
  const needs = isQuestion(type) || type === 'heading';
  if (needs && isBlank(label)) add('label', 'required');
  if ([...label].length > LABEL_MAX) add('label', 'too_long');
  if (type === 'paragraph' && isBlank(help)) add('help', 'required');
  if ([...help].length > HELP_MAX) add('help', 'too_long');
  if (map_to && !RECORD_FIELDS[map_to].includes(type)) add('map_to', 'wrong_type');
};

const checkOptions = ({ type, options }: FormField, add: Add): void => {
  if (!hasOptions(type)) {
    if (options.length > 0) add('options', 'wrong_type');
    return;
  }
  if (options.length < 2) add('options', 'too_few');
  if (options.length > OPTIONS_MAX) add('options', 'too_many');
  options.forEach((option, place) => {
    if (isBlank(option)) add(`options.${place}`, 'required');
    else if ([...option].length > LABEL_MAX) add(`options.${place}`, 'too_long');
    else if (options.indexOf(option) < place) add(`options.${place}`, 'duplicate');
  });
};

const checkBounds = ({ type, min, max }: FormField, add: Add): void => {
  if (takesFiles(type)) {
    const isCount = Number.isInteger(max) && Number(max) >= 1 && Number(max) <= FILES_MAX;
    if (min !== null) add('min', 'wrong_type');
    if (typeof max !== 'number' || !isCount) add('max', 'wrong_type');
    return;
  }
  const isRight = (bound: number | string | null): boolean => {
    if (bound === null) return type !== 'scale';
    switch (type) {
      case 'short_text':
      case 'long_text':
        return (
          Number.isInteger(bound) && (bound as number) >= 1 && (bound as number) <= TEXT_MAX[type]!
        );
      case 'number':
        return isFormNumber(bound);
      case 'scale':
        return Number.isInteger(bound) && (bound as number) >= 0 && (bound as number) <= 10;
      case 'date':
        return typeof bound === 'string' && isFormDay(bound);
      default:
        return false;
    }
  };
  if (!isRight(min)) add('min', 'wrong_type');
  if (!isRight(max)) add('max', 'wrong_type');
  if (min !== null && max !== null && (type === 'scale' ? min >= max : min > max)) {
    add('max', 'min_above_max');
  }
};

const checkLook = ({ type, format, width }: FormField, add: Add): void => {
  const isFormat = format === undefined || TEXT_FORMATS.includes(format);
  if (!isFormat || (format !== undefined && type !== 'short_text')) add('format', 'wrong_type');
  const isWidth = width === undefined || width === 'half';
  if (!isWidth || (width !== undefined && !isQuestion(type))) add('width', 'wrong_type');
};

const checkCondition = (
  condition: FormCondition,
  earlier: readonly FormField[],
  add: Add,
): void => {
  const isKnown = (id: string): boolean =>
    earlier.some((field) => field.id === id && isQuestion(field.type));
  const isRight = (rule: FormRule): boolean => isKnown(rule.field) && isCheck(rule);
  const hasCount = ({ rules }: { rules: readonly unknown[] }): boolean =>
    rules.length >= 1 && rules.length <= RULES_MAX;
  const fine = condition.rules.every((rule) =>
    'rules' in rule ? hasCount(rule) && rule.rules.every(isRight) : isRight(rule),
  );
  if (!hasCount(condition) || !fine) add('visible_if', 'required');
};

/** Whether a rule says what it compares with. */
const isCheck = ({ op, value }: FormCheck): boolean => {
  switch (op) {
    case 'filled':
      return value === undefined;
    case 'in':
      return Array.isArray(value) && value.length > 0 && value.length <= OPTIONS_MAX;
    case 'gt':
    case 'lt':
      return isFormNumber(value) || (typeof value === 'string' && value !== '');
    default:
      return (
        (typeof value === 'string' && value !== '') ||
        isFormNumber(value) ||
        typeof value === 'boolean'
      );
  }
};
