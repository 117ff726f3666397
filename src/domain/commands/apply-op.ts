import type { AnyRow, Instant, Uuid } from '#domain/rows.ts';
import type { Op } from './op.ts';

/** Whose change it is, and when: fills what the server will write over later. */
export type OpContext = { businessId: Uuid; userId: Uuid | null; at: Instant };

/**
 * The row after an op, `undefined` = no such row. Never changes its arguments. The server applies
 * the same ops with the same meaning; what this function makes is shown until the server's row
 * arrives. An edit of a row that is not there does nothing: the server will say so (`deleted`).
 */
export const applyOp = (
  row: AnyRow | undefined,
  op: Op,
  context: OpContext,
): AnyRow | undefined => {
  if (op.op === 'delete') return undefined;
  if (op.op === 'put') {
    const born = row ?? {
      rev: 0,
      created_at: context.at,
      created_by: context.userId,
    };
    // Over an existing row, fields that this version of the app does not know stay.
    return {
      ...born,
      ...op.value,
      id: op.id,
      business_id: context.businessId,
      updated_at: context.at,
    } as AnyRow;
  }
  if (row === undefined) return undefined;
  if (op.op === 'patch') return { ...row, ...op.value, updated_at: context.at };
  const next: AnyRow = { ...row, updated_at: context.at };
  for (const [field, element] of Object.entries(op.value ?? {})) {
    const before = Array.isArray(row[field]) ? (row[field] as unknown[]) : [];
    const others = before.filter((known) => !same(known, element));
    if (op.op === 'remove') next[field] = others;
    // Keeps the place of an element that is already there, so that nothing jumps on the screen.
    else next[field] = others.length < before.length ? before : [...before, element];
  }
  return next;
};

/** Set elements are names, ids or small plain objects. */
const same = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
