/**
 * PostgreSQL's error codes as PostgREST answers them, in one place: for the functions that we
 * call ourselves (rpc.ts) and for everything that @supabase/lite serves.
 */

/** The body of every refused REST request. */
export type RestError = {
  code: string;
  message: string;
  details: string | null;
  hint: string | null;
};

const SQLSTATE = /^[0-9A-Z]{5}$/;

/** What both drivers throw. */
type DatabaseError = { code: string; message: string; detail?: unknown; hint?: unknown };

/** An error of the database itself, as opposed to one of the driver, the network or the code. */
export function isDatabaseError(error: unknown): error is DatabaseError {
  if (typeof error !== 'object' || error === null || isUnreachable(error)) return false;
  const { code, message } = error as Partial<DatabaseError>;
  return typeof code === 'string' && typeof message === 'string' && codeKind(code) !== null;
}

/** A value that no database takes (a NUL in a text, a number beyond numbers): the sender's fault. */
export function isBadValue(error: unknown): boolean {
  return isDatabaseError(error) && error.code.startsWith('22');
}

// `raise sqlstate 'PGRST'` cannot happen otherwise: it is a PostgREST convention of its own.
function codeKind(code: string): 'sqlstate' | 'pgrst' | null {
  if (code === 'PGRST') return 'pgrst';
  return SQLSTATE.test(code) ? 'sqlstate' : null;
}

const STATUS_BY_CODE: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  // JSON that is nested too deep to be read: not our fault.
  '54001': 400,
  P0001: 400,
};

const STATUS_BY_CLASS: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/** The HTTP status for a SQLSTATE; `anonymous` decides whether signing in could help. */
export function statusOf(code: string, anonymous: boolean): number {
  if (code === '42501') return anonymous ? 401 : 403;
  const own = /^PT(\d{3})$/.exec(code);
  if (own) {
    const status = Number(own[1]);
    return status >= 200 && status <= 599 ? status : 500;
  }
  return STATUS_BY_CODE[code] ?? STATUS_BY_CLASS[code.slice(0, 2)] ?? 400;
}

export function restErrorOf(error: DatabaseError): RestError {
  return {
    code: error.code,
    message: error.message,
    details: typeof error.detail === 'string' ? error.detail : null,
    hint: typeof error.hint === 'string' ? error.hint : null,
  };
}

/** What a client reads when the fault is ours; the log has the rest. */
export const INTERNAL_ERROR: RestError = {
  code: 'XX000',
  message: 'Internal server error',
  details: null,
  hint: null,
};

export const UNREACHABLE: RestError = {
  code: 'PGRST001',
  message: 'Database client error. Retrying the connection.',
  details: null,
  hint: null,
};

/** Driver errors that mean "no database right now", not a bug. */
export function isUnreachable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^(CONNECT|ECONN|ENOTFOUND|CONNECTION_|EPIPE)/.test(code);
}

/** Codes that @supabase/lite answers as PostgREST does; its storage service needs to see them. */
function liteKnows(code: string): boolean {
  if (['42501', '23505', '23503', '25006', '42883', '42P17', '23502', 'PGRST'].includes(code)) {
    return true;
  }
  if (code === '42P01') return false;
  return /^(42|22|21)/.test(code) || /^PT\d{3}$/.test(code);
}

/**
 * For `Connection.normalizeDbError`: lite answers 500 with its own code for every SQLSTATE that it
 * does not know. It does understand PostgREST's `raise sqlstate 'PGRST'`, which names code and
 * status freely, so that is what unknown errors become.
 */
export function errorForLite(error: unknown): unknown {
  if (isUnreachable(error)) return asPgrst(UNREACHABLE, 503);
  if (!isDatabaseError(error) || liteKnows(error.code)) return error;
  return asPgrst(restErrorOf(error), statusOf(error.code, false));
}

function asPgrst(body: RestError, status: number): DatabaseError {
  return {
    code: 'PGRST',
    message: JSON.stringify(body),
    detail: JSON.stringify({ status, headers: {} }),
  };
}
