import type { DrawerEventRow, Instant } from '#domain/rows.ts';

/** Cash that moved with a sale, in cents: above zero when it came in. */
export type CashMove = { at: Instant; cents: number };

/** What happened with the drawer from an opening to the next count. Amounts in cents. */
export type Shift = {
  opened: DrawerEventRow;
  /** Opened once more meanwhile, on a device that did not know: it is the same cash. */
  again: DrawerEventRow[];
  /** Put in, taken out, or only opened, in order. */
  events: DrawerEventRow[];
  /** The count that ended it; null = it is open. */
  closed: DrawerEventRow | null;
  /** What sales brought in cash, less what went back. */
  salesCents: number;
  inCents: number;
  outCents: number;
  expectedCents: number;
  /** What was counted beyond what was expected, below zero when something is missing; null while open. */
  overCents: number | null;
};

/** All shifts, the newest first. What is done with a drawer that nobody has opened is in none. */
export const shiftsOf = (events: readonly DrawerEventRow[], cash: readonly CashMove[]): Shift[] => {
  const shifts: Shift[] = [];
  for (const event of events.toSorted(inTime)) {
    const last = shifts.at(-1);
    const open = last && last.closed === null ? last : null;
    if (!open) {
      if (event.kind === 'open') shifts.push(begun(event));
    } else if (event.kind === 'open') open.again.push(event);
    else if (event.kind === 'close') open.closed = event;
    else open.events.push(event);
  }
  return shifts.map((shift) => counted(shift, cash)).toReversed();
};

const begun = (opened: DrawerEventRow): Shift => ({
  opened,
  again: [],
  events: [],
  closed: null,
  salesCents: 0,
  inCents: 0,
  outCents: 0,
  expectedCents: 0,
  overCents: null,
});

const counted = (shift: Shift, cash: readonly CashMove[]): Shift => {
  const { opened, closed, events } = shift;
  const salesCents = cash
    .filter(({ at }) => at >= opened.occurred_at && (closed === null || at < closed.occurred_at))
    .reduce((sum, { cents }) => sum + cents, 0);
  const sumOf = (kind: DrawerEventRow['kind']): number =>
    events.reduce((sum, event) => (event.kind === kind ? sum + event.amount_cents : sum), 0);
  const [inCents, outCents] = [sumOf('paid_in'), sumOf('paid_out')];
  const expectedCents = opened.amount_cents + salesCents + inCents - outCents;
  return {
    ...shift,
    salesCents,
    inCents,
    outCents,
    expectedCents,
    overCents: closed && closed.amount_cents - expectedCents,
  };
};

const inTime = (a: DrawerEventRow, b: DrawerEventRow): number =>
  a.occurred_at === b.occurred_at ? (a.id < b.id ? -1 : 1) : a.occurred_at < b.occurred_at ? -1 : 1;
