import type { Database } from '#supabase/local/database/database.ts';
import { FIELD_TYPES, hasOptions, isQuestion, type FieldType } from '#domain/forms/field-types.ts';
import { field, formFile } from '#domain/forms/form-cases.ts';
import type { FormField, FormFile, Uuid } from '#domain/rows.ts';
import { at } from '../salon.ts';
import { insert, newId } from '../setup.ts';
import type { Place } from './requests.ts';
import type { Kind } from './values.ts';

export const OPTIONS = ['Nuts', 'Milk', 'Latex'];
/** The version that asks a question of every type. */
export const WHOLE_VERSION = 2;

type Question = Exclude<FieldType, 'heading' | 'paragraph' | 'divider' | 'page_break'>;
const TYPES = FIELD_TYPES.filter((type): type is Question => isQuestion(type));
const idOf = (type: Question): string => `q${TYPES.indexOf(type) + 1}`;

export const PHOTO_QUESTION = idOf('photo');

const FIELDS: FormField[] = TYPES.map((type) =>
  field(idOf(type), type, { label: type, ...(hasOptions(type) && { options: OPTIONS }) }),
);

type Files = { photo: FormFile; file: FormFile };
/** A form by its link, and what was handed over for it. */
export type OpenForm = { key: string; files: Files };
export type Forms = {
  /** Everybody may fill it in. */
  open: OpenForm;
  /** Nobody books a tattoo without it. */
  blocking: OpenForm;
};

/** Two forms with every question. */
export const addForms = async (db: Database, salon: Place): Promise<Forms> => {
  const keys = { open: newId(), blocking: newId() };
  const blocking = newId();
  await db.sql(
    `update public.forms set status = 'published', public_link_on = true, public_key = $1
     where id = $2`,
    [keys.open, salon.rows.forms],
  );
  await insert(db, 'forms', {
    id: blocking,
    business_id: salon.id,
    name: 'Before a tattoo',
    status: 'published',
    public_key: keys.blocking,
    wanted: 'before',
    enforce: 'block_online',
    service_ids: [salon.tattooing],
  });
  return {
    open: { key: keys.open, files: await addVersion(db, salon, salon.rows.forms) },
    blocking: { key: keys.blocking, files: await addVersion(db, salon, blocking) },
  };
};

const addVersion = async (db: Database, { id }: Place, form: Uuid): Promise<Files> => {
  await insert(db, 'form_versions', {
    id: newId(),
    business_id: id,
    form_id: form,
    fields: FIELDS,
    published_at: at(0, 9),
  });
  const files: Files = {
    photo: formFile(1, { id: newId() }),
    file: formFile(2, { id: newId(), name: 'report.pdf', media_type: 'application/pdf' }),
  };
  await storeFile(db, id, form, files.photo);
  await storeFile(db, id, form, files.file);
  return files;
};

/** A file whose bytes are here, and that no answer names yet. */
export const storeFile = async (
  db: Database,
  business: Uuid,
  form: Uuid,
  facts: FormFile,
): Promise<void> => {
  await db.sql(
    `insert into private.form_files (id, business_id, form_id, facts, stored_at)
     values ($1, $2, $3, $4, now())`,
    [facts.id, business, form, JSON.stringify(facts)],
  );
};

const signed = (name: string) => ({ name, strokes: [[10, 10, 20, 20]] });

/** An answer to each question. */
const answers = ({ files }: OpenForm): Record<Question, unknown> => ({
  short_text: 'Latex',
  long_text: 'Since I was a child.',
  number: 1.5,
  email: 'nia@example.com',
  phone: '(718) 555-0199',
  date: '2027-01-04',
  time: '09:30',
  single: 'Nuts',
  multi: ['Nuts', 'Milk'],
  yes_no: true,
  consent: true,
  scale: 5,
  signature: signed('Nia Doe'),
  initials: signed('ND'),
  photo: [files.photo],
  file: [files.file],
});

export const answersOf = (form: OpenForm): Record<string, unknown> => {
  const given = answers(form);
  return Object.fromEntries(TYPES.map((type) => [idOf(type), given[type]]));
};

const SIGNED = (path: string): Record<string, Kind> => ({
  [path]: 'signature',
  [`${path}.name`]: 'signed',
  [`${path}.strokes`]: 'strokes',
  [`${path}.strokes.0`]: 'stroke',
  [`${path}.strokes.0.0`]: 'point',
  ...Object.fromEntries([1, 2, 3].map((place) => [`${path}.strokes.0.${place}`, 'like'])),
});
const likeBefore = (fields: Record<string, Kind>): Record<string, Kind> =>
  Object.fromEntries(Object.keys(fields).map((path) => [path, 'like']));
const FILES = (path: string): Record<string, Kind> => ({
  [path]: 'files',
  [`${path}.0`]: 'object',
  ...Object.fromEntries(
    ['id', 'name', 'media_type', 'bytes', 'sha256'].map((name) => [`${path}.0.${name}`, 'exact']),
  ),
});

export const ANSWERS = (path: string): Record<string, Kind> => ({
  [path]: 'answers',
  [`${path}.${idOf('short_text')}`]: 'words',
  [`${path}.${idOf('long_text')}`]: 'words',
  [`${path}.${idOf('number')}`]: 'number',
  [`${path}.${idOf('email')}`]: 'maybe_email',
  [`${path}.${idOf('phone')}`]: 'maybe_phone',
  [`${path}.${idOf('date')}`]: 'maybe_day',
  [`${path}.${idOf('time')}`]: 'time',
  [`${path}.${idOf('single')}`]: 'choice',
  [`${path}.${idOf('multi')}`]: 'choices',
  [`${path}.${idOf('multi')}.0`]: 'chosen',
  [`${path}.${idOf('multi')}.1`]: 'like',
  [`${path}.${idOf('yes_no')}`]: 'yes_no',
  [`${path}.${idOf('consent')}`]: 'yes_no',
  [`${path}.${idOf('scale')}`]: 'scale',
  ...SIGNED(`${path}.${idOf('signature')}`),
  ...likeBefore(SIGNED(`${path}.${idOf('initials')}`)),
  ...FILES(`${path}.${idOf('photo')}`),
  ...likeBefore(FILES(`${path}.${idOf('file')}`)),
});

/** … where another function has all of them tried, and judges them. */
export const LIKE_ANSWERS = (path: string): Record<string, Kind> => ({
  ...likeBefore(ANSWERS(path)),
  [path]: 'answers',
  [`${path}.${idOf('short_text')}`]: 'words',
});
