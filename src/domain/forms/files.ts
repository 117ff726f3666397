/** Photos and files as answers. private.broken_files is the same; form-cases.ts holds both. */
import type { FormFile } from '#domain/rows.ts';
import type { Rule } from '#domain/validation/rules.ts';
import { isBlank } from './blank.ts';
import type { FieldType } from './field-types.ts';
import { hasUnseen } from './unseen.ts';

/** Of one question. */
export const FILES_MAX = 10;
/** Of one file; the bucket takes no more. */
export const FILE_MAX_BYTES = 10_485_760;
/** Of all files of one form together. */
export const FORM_MAX_BYTES = 26_214_400;
/** The longer side of a picture, in pixels: what is written on a paper can still be read. */
export const FILE_MAX_SIDE = 2048;
export const FILE_NAME_MAX = 120;

const PICTURES: readonly string[] = ['image/jpeg', 'image/webp'];

export const isPicture = ({ media_type }: Pick<FormFile, 'media_type'>): boolean =>
  PICTURES.includes(media_type);

/** The files that answers name, of any shape: what is kept on a device may be anything. */
export const filesOf = (answers: Readonly<Record<string, unknown>>): FormFile[] =>
  Object.values(answers).flatMap(filesIn);

/** Those of one answer. */
export const filesIn = (answer: unknown): FormFile[] =>
  Array.isArray(answer) ? answer.filter((one) => isFormFile('file', one)) : [];

/** The rule that photos or files break as an answer; null = none. */
export const brokenFiles = (type: FieldType, most: number, value: unknown): Rule | null => {
  if (!Array.isArray(value) || !value.every((one) => isFormFile(type, one))) return 'wrong_type';
  if (value.length > most) return 'too_many';
  if (new Set(value.map(({ id }) => id)).size < value.length) return 'duplicate';
  return value.some(({ bytes }) => bytes > FILE_MAX_BYTES) ? 'too_large' : null;
};

const KEYS = 'bytes,id,media_type,name,sha256';
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const isFormFile = (type: FieldType, value: unknown): value is FormFile => {
  if (typeof value !== 'object' || value === null) return false;
  if (Object.keys(value).toSorted().join() !== KEYS) return false;
  const { id, name, media_type, bytes, sha256 } = value as Record<string, unknown>;
  return (
    typeof id === 'string' &&
    ID.test(id) &&
    typeof name === 'string' &&
    isName(name) &&
    typeof media_type === 'string' &&
    (PICTURES.includes(media_type) || (type === 'file' && media_type === 'application/pdf')) &&
    typeof bytes === 'number' &&
    /^[1-9][0-9]{0,8}$/.test(String(bytes)) &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256)
  );
};

/** `gpj.exe` is not to look like a photo. */
const isName = (name: string): boolean =>
  !isBlank(name) && [...name].length <= FILE_NAME_MAX && !hasUnseen(name);

/** As people read it: `420 kB`, `1.8 MB`. */
export const fileSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
