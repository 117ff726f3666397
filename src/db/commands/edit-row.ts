import type { GenericSchema, InferOutput } from 'valibot';
import { sameValue } from '#domain/commands/same-value.ts';
import { addOp, patchOp, putOp, removeOp } from '#domain/commands/op.ts';
import type { NewRow, Op, RowPatch } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { RowOf, TableName, Uuid } from '#domain/rows.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { WriteScope } from '../write.ts';

/** Takes a command back as a new command; what others changed meanwhile stays. */
export type Undo = () => Promise<Result<Uuid>>;

/** What a command with a way back answers: the row it made or changed. */
export type Done = { id: Uuid; undo: Undo };

/** Array fields that merge element by element; the rest of a row merges field by field. */
const SET_FIELDS: Partial<Record<TableName, readonly string[]>> = {
  clients: ['tags'],
  services: ['location_types'],
  add_on_groups: ['service_ids'],
  forms: ['service_ids'],
  appointment_segments: ['add_on_ids'],
};

type Create<T extends TableName, S extends GenericSchema> = {
  name: string;
  table: T;
  schema: S;
  input: unknown;
  /** The fields that no person enters. */
  complete: (
    input: InferOutput<S>,
    scope: WriteScope,
  ) => Promise<Omit<NewRow<T>, 'id' | 'business_id'>> | Omit<NewRow<T>, 'id' | 'business_id'>;
  /** What is written with it. */
  also?: (row: NewRow<T>, scope: WriteScope) => Promise<Op[]>;
};

/** Checks what a person entered and makes the row. Codes: invalid. */
export const createRow = async <T extends TableName, S extends GenericSchema>(
  db: DaybookDb,
  { name, table, schema, input, complete, also }: Create<T, S>,
): Promise<Result<Uuid>> => {
  const checked = validate(schema, input);
  if (!checked.ok) return checked;
  return write(db, name, async (scope) => {
    const fields = await complete(checked.value, scope);
    const id = scope.newId();
    const row = { ...fields, id, business_id: scope.businessId } as unknown as NewRow<T>;
    const more = (await also?.(row, scope)) ?? [];
    return { ops: [putOp(table, row), ...more], value: id };
  });
};

type Edit<T extends TableName> = {
  name: string;
  table: T;
  id: Uuid;
  /** Judges the whole row as it would be; only the fields of the patch are written. */
  schema: GenericSchema;
  patch: RowPatch<T>;
  /** The `rev` of the row that the form showed. */
  seenRev?: number | undefined;
  /** A rule that needs other rows. */
  check?: (row: RowOf<T>, scope: WriteScope) => Promise<Result<unknown>>;
};

/** Changes the fields that differ. Undo brings their old values back. Codes: not_found, invalid. */
export const editRow = async <T extends TableName>(
  db: DaybookDb,
  edit: Edit<T>,
): Promise<Result<Done>> => {
  const { name, table, id, schema, patch, seenRev, check } = edit;
  const before = await write(db, name, async (scope) => {
    const row = await scope.get(table, id);
    if (!row) return fail('not_found', { rows: [`${table}:${id}`] });
    const checked = validate(schema, { ...row, ...patch });
    if (!checked.ok) return checked;
    const judged = await check?.({ ...row, ...patch }, scope);
    if (judged && !judged.ok) return judged;
    const wanted = pick(checked.value as object, Object.keys(patch));
    return {
      ops: changeOps(table, id, row, wanted),
      value: pick(whole(schema, row), Object.keys(wanted)),
      seenRev: ifOlder(seenRev, row),
    };
  });
  if (!before.ok) return before;
  return ok({ id, undo: () => putBack(db, name, table, id, before.value) });
};

/**
 * What a person had seen, when the row has changed since: then their values meet the others' on the
 * server, and both are kept. What they saw last says nothing about other rows of the mutation.
 */
export const ifOlder = (seenRev: number | undefined, row: { rev: number }): number | undefined =>
  seenRev === row.rev ? undefined : seenRev;

/** Sets fields without judging the row: archive, restore, reorder. Codes: not_found. */
export const setFields = async <T extends TableName>(
  db: DaybookDb,
  name: string,
  table: T,
  id: Uuid,
  patch: RowPatch<T>,
): Promise<Result<Done>> => {
  const before = await write(db, name, async (scope) => {
    const row = await scope.get(table, id);
    if (!row) return fail('not_found', { rows: [`${table}:${id}`] });
    return { ops: changeOps(table, id, row, patch), value: pick(row, Object.keys(patch)) };
  });
  if (!before.ok) return before;
  return ok({ id, undo: () => putBack(db, name, table, id, before.value) });
};

/** The ops that bring a row to these values: one patch, and adds and removes for set fields. */
export const changeOps = <T extends TableName>(
  table: T,
  id: Uuid,
  row: RowOf<T>,
  wanted: Record<string, unknown>,
): Op[] => {
  const current = row as unknown as Record<string, unknown>;
  const sets: Op[] = [];
  const plain: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(wanted)) {
    if (sameValue(current[field], value)) continue;
    if (SET_FIELDS[table]?.includes(field)) {
      sets.push(...setOps(table, id, field, current[field] as string[], value as string[]));
    } else {
      plain[field] = value;
    }
  }
  const patch = Object.keys(plain).length > 0 ? [patchOp(table, id, plain as RowPatch<T>)] : [];
  return [...patch, ...sets];
};

const setOps = (table: TableName, id: Uuid, field: string, from: string[], to: string[]): Op[] => [
  // Adds first: a set that must not be empty never is.
  ...to
    .filter((element) => !from.includes(element))
    .map((element) => addOp(table, id, field as never, element as never)),
  ...from
    .filter((element) => !to.includes(element))
    .map((element) => removeOp(table, id, field as never, element as never)),
];

const putBack = <T extends TableName>(
  db: DaybookDb,
  name: string,
  table: T,
  id: Uuid,
  before: Record<string, unknown>,
): Promise<Result<Uuid>> =>
  write(db, `${name}.undo`, async (scope) => {
    const row = await scope.get(table, id);
    if (!row) return fail('not_found', { rows: [`${table}:${id}`] });
    return { ops: changeOps(table, id, row, before), value: id };
  });

/** A row with what its schema says for fields that came after it: undo brings that back as well. */
const whole = (schema: GenericSchema, row: object): object => ({
  ...(validate(schema, row) as { value?: object }).value,
  ...row,
});

const pick = (row: object, fields: readonly string[]): Record<string, unknown> => {
  const values = row as Record<string, unknown>;
  return Object.fromEntries(
    fields.filter((field) => field in values).map((field) => [field, values[field]]),
  );
};
