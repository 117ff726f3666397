import type { ErrorCode } from './codes.ts';

/** One wrong field of a form or request; `rule` names what it breaks (`required`, `too_long`, …). */
export type FieldIssue = { field: string; rule: string };

/** An expected failure as a value: a code for machines and words, and the facts that go with it. */
export type AppError = {
  code: ErrorCode;
  /** The field that is wrong, as a dotted path: `segments.0.staff_id`. */
  field?: string;
  /** What the field breaks. */
  rule?: string;
  /** All wrong fields when there are several; the first one is also in `field`. */
  issues?: FieldIssue[];
  /** Rows that stand in the way (clashing appointments, things in use), as `table:id`. */
  rows?: string[];
  /** Seconds to wait before the next attempt. */
  retryAfterSec?: number;
  /** What a person can quote to support. */
  reference?: string;
  /** For the log only, never shown. */
  detail?: string;
};

export type Ok<T> = { ok: true; value: T };
export type Failed = { ok: false; error: AppError };
export type Result<T> = Ok<T> | Failed;

export const ok = <T>(value: T): Ok<T> => ({ ok: true, value });

export const fail = (code: ErrorCode, facts: Omit<AppError, 'code'> = {}): Failed => ({
  ok: false,
  error: { code, ...facts },
});
