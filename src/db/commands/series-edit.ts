import * as v from 'valibot';
import { isActive } from '#domain/appointments/status.ts';
import { patchOp } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { AppointmentRow, Uuid } from '#domain/rows.ts';
import { note } from '#domain/validation/fields.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Decision } from '../write.ts';
import { named } from './appointment-time.ts';
import { bookAgainOps, cancelOps } from './cancel-many.ts';
import type { Cancelling } from './cancel-many.ts';
import { ifOlder } from './edit-row.ts';
import type { SeriesDone } from './series.ts';

/**
 * Gives up many dates of a series at once. When none is left to come, the series has ended. Undo
 * books those again that were booked, if their places are still free. Codes: not_found, invalid,
 * illegal_transition.
 */
export const cancelSeries = async (
  db: DaybookDb,
  id: Uuid,
  ids: readonly Uuid[],
  why: Cancelling,
): Promise<Result<SeriesDone>> => {
  const name = named('series.cancel', why);
  const done = await write(db, name, async (scope): Promise<Decision<Cancelled>> => {
    const series = await scope.get('series', id);
    if (!series) return fail('not_found', { rows: [`series:${id}`] });
    const cancelled = await cancelOps(scope, ids, why);
    if ('error' in cancelled) return cancelled;
    const { ops, bookedIds } = cancelled;
    const all = await scope.list('appointments', 'series_id', id);
    const goesOn = all.some((row) => isActive(row.status) && !ids.includes(row.id));
    if (!goesOn && series.state === 'active') ops.push(patchOp('series', id, { state: 'ended' }));
    return { ops, value: { bookedIds, state: series.state } };
  });
  if (!done.ok) return done;
  return ok({ id, ids: [...ids], undo: () => bookAgain(db, `${name}.undo`, id, done.value) });
};

type Cancelled = { bookedIds: Uuid[]; state: 'active' | 'ended' };

const bookAgain = (
  db: DaybookDb,
  name: string,
  id: Uuid,
  { bookedIds, state }: Cancelled,
): Promise<Result<Uuid>> =>
  write(db, name, async (scope): Promise<Decision<Uuid>> => {
    const ops = await bookAgainOps(scope, bookedIds);
    if ('error' in ops) return ops;
    const series = await scope.get('series', id);
    if (series && series.state !== state) ops.push(patchOp('series', id, { state }));
    return { ops, value: id };
  });

/**
 * One note for many dates. Dates whose note somebody wrote for them alone keep theirs: only those
 * that read as the one that is shown (`fromId`) change. Codes: not_found, invalid.
 */
export const editSeriesNote = async (
  db: DaybookDb,
  fromId: Uuid,
  ids: readonly Uuid[],
  { field, text, seenRev }: SeriesNote,
): Promise<Result<SeriesDone>> => {
  const checked = validate(v.object({ [field]: note }), { [field]: text });
  if (!checked.ok) return checked;
  const value = checked.value[field] ?? null;
  const before = await write(db, 'series.edit', async (scope): Promise<Decision<Noted>> => {
    const shown = await scope.get('appointments', fromId);
    if (!shown) return fail('not_found', { rows: [`appointments:${fromId}`] });
    const rows = (await scope.getMany('appointments', ids)).filter(
      (row): row is AppointmentRow => row !== undefined && row[field] === shown[field],
    );
    const ops = rows
      .filter((row) => row[field] !== value)
      .map(({ id }) => patchOp('appointments', id, { [field]: value }));
    return {
      ops,
      seenRev: ifOlder(seenRev, shown),
      value: { id: shown.series_id ?? '', ids: rows.map(({ id }) => id), old: shown[field] },
    };
  });
  if (!before.ok) return before;
  const { id, ids: changed, old } = before.value;
  const undo = () =>
    write(db, 'series.edit.undo', () => ({
      ops: changed.map((one) => patchOp('appointments', one, { [field]: old })),
      value: id,
    }));
  return ok({ id, ids: changed, undo });
};

export type SeriesNote = {
  field: 'client_note' | 'staff_note';
  text: string | null;
  /** Of the row that was shown when somebody began to type. */
  seenRev?: number;
};

type Noted = { id: Uuid; ids: Uuid[]; old: string | null };
