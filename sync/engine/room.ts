/** SYN-46: gives up copies of pictures and the oldest months, never what is unsent. */
import type { RowKey } from '#domain/commands/op.ts';
import { rowKey } from '#domain/commands/op.ts';
import { DATED_TABLES } from '../core/wire.ts';
import { monthRange } from './coverage.ts';
import type { Deps, Lead } from './deps.ts';
import { checkLead } from './merge.ts';
import { transact } from './storage.ts';

/** Enough room to go on for a while; more would throw away what people look at. */
const MONTHS_AT_ONCE = 3;

/** Frees space and stops history. False when there was nothing to give up. */
export const makeRoom = async (
  deps: Pick<Deps, 'store' | 'timers' | 'pictures'>,
  lead: Lead,
): Promise<boolean> => {
  // They are large, and come again when somebody looks at them.
  if (await deps.pictures?.shelf.makeRoom()) return true;
  return giveUpMonths(deps, lead);
};

const giveUpMonths = (deps: Pick<Deps, 'store' | 'timers'>, lead: Lead): Promise<boolean> =>
  transact(deps, 'write', DATED_TABLES, async (tx) => {
    await checkLead(tx, lead);
    const coverage = await tx.meta('coverage');
    if (coverage === undefined) return false;
    // What overlaps the window or lies ahead is in use every day.
    const past = coverage.months.filter((month) => monthRange(month).to <= coverage.from);
    const oldest = past.slice(0, MONTHS_AT_ONCE);
    if (oldest.length === 0) return false;
    const pending = new Set<RowKey>();
    for (const { ops } of await tx.outbox())
      for (const op of ops) pending.add(rowKey(op.table, op.id));
    for (const month of oldest) {
      const { from, to } = monthRange(month);
      for (const table of DATED_TABLES) {
        const rows = await tx.rowsBetween(table, from, to);
        const ids = rows.map((row) => row.id).filter((id) => !pending.has(rowKey(table, id)));
        await tx.deleteRows(table, ids);
      }
    }
    await tx.putMeta({
      ...coverage,
      months: coverage.months.filter((month) => !oldest.includes(month)),
      // Not fetched again by itself: it would fill the device again.
      missing: [],
      dropped: [
        ...coverage.dropped,
        ...oldest,
        ...(coverage.missing ?? []).map(({ month }) => month),
      ],
    });
    return true;
  });
