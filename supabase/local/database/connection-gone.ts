import pg from 'pg';

/** The server is away, or its end of this connection: the next call gets another one. */
export class ConnectionGone extends Error {
  /** What the REST interface knows as "no database right now" (rest/database-errors.ts). */
  readonly code = 'CONNECTION_CLOSED';

  constructor(cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`The connection to the database is gone: ${why}`, { cause });
  }
}

/** Ended by the server (57P01–57P03: shut down, crashed, starting), or never made. */
const SAID_BY_SERVER = /^(57P0[123]|08)/;
/** pg has no codes for these. */
const SAID_BY_DRIVER =
  /^(Connection terminated|Client (was closed|has encountered a connection error)|timeout ex|Cannot use a pool after)/;

/** The same error, or one that says that the connection is gone when that is what it means. */
export function namedIfGone(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const isGone =
    error instanceof pg.DatabaseError
      ? SAID_BY_SERVER.test(error.code ?? '')
      : 'syscall' in error || SAID_BY_DRIVER.test(error.message);
  return isGone ? new ConnectionGone(error) : error;
}
