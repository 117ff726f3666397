/**
 * Named places where a process may die (tests/sim/README.md lists what must hold after each). The
 * code says when it is there; tests and the simulator end the process at that very place. Nobody
 * listens in production.
 */
export type CrashPoint =
  /** Rows, shadows and outbox entry are written, the transaction is not committed. */
  | 'CP-01'
  /** Committed; the screen has not said saved. */
  | 'CP-02'
  /** Said saved; the worker has not heard. */
  | 'CP-03'
  /** A request is about to leave. */
  | 'CP-04'
  /** A reply came; nobody has looked at it. */
  | 'CP-05'
  /** The server has judged a batch; the outbox still holds it. */
  | 'CP-06'
  /** A batch left the outbox and its rows are written, not committed. */
  | 'CP-07'
  /** A page of changes came; nothing of it is stored. */
  | 'CP-09'
  /** The rows of a page are written, the cursor is not, nothing is committed. */
  | 'CP-10'
  /** One load of history is stored, the next one not asked for. */
  | 'CP-11'
  /** The new state replaces the old one, not committed. */
  | 'CP-12'
  /** A new token was asked for. */
  | 'CP-13'
  /** A picture is uploaded, its row does not say so yet. */
  | 'CP-20'
  /** Another worker leads: this one noticed when it wanted to write. */
  | 'CP-15'
  /** A mutation that the server cannot read is put aside, not committed. */
  | 'CP-17';

export type Reached = (point: CrashPoint) => void;
