import { shiftsOf } from '#domain/checkout/drawer.ts';
import type { Shift } from '#domain/checkout/drawer.ts';
import { movementsOf } from '#domain/checkout/movements.ts';
import type { DaybookDb } from '../open.ts';
import { salesBetween } from './sales.ts';

/** Later than everything. */
const EVER = '9999';

export type Drawer = {
  /** The newest first; the first one may be open. */
  shifts: Shift[];
  /** Sales since the oldest of them that the server does not know yet. */
  waiting: number;
};

/** The last shifts of the drawer, as far as sales are on this device. */
export const drawerNow = async (db: DaybookDb, limit = 10): Promise<Drawer> => {
  const events = await db.rows('drawer_events').toArray();
  const oldest = shiftsOf(events, []).slice(0, limit).at(-1);
  if (!oldest) return { shifts: [], waiting: 0 };
  const period = await salesBetween(db, oldest.opened.occurred_at, EVER);
  const views = period?.views ?? [];
  const cash = views.flatMap(({ payments, refunds }) =>
    movementsOf(payments, refunds).filter(({ method }) => method === 'cash'),
  );
  return {
    shifts: shiftsOf(events, cash).slice(0, limit),
    waiting: views.filter(({ pending }) => pending).length,
  };
};
