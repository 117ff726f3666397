import type { AppointmentRow } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

/** More than this at once is only read when these do not tell. */
const SAMPLE = 100;

/** Somebody was served, will be, or owes a fee for it. */
const counts = ({ status, fee_state = 'none' }: AppointmentRow): boolean =>
  !OFF.includes(status) || fee_state === 'proposed' || fee_state === 'owed';

const OFF: readonly AppointmentRow['status'][] = ['cancelled', 'declined', 'expired'];

/**
 * Whether anybody is or was booked at a price, or anything was sold: from then on the currency stays
 * (the server holds the same rule, in currency.sql, over everything). As far as this device knows.
 */
export const hasAgreedPrices = async (db: DaybookDb): Promise<boolean> => {
  if ((await db.rows('sales').limit(1).count()) > 0) return true;
  const priced = () => db.rows('appointment_segments').filter(({ price_cents }) => price_cents > 0);
  const anyCounts = async (ids: readonly string[]): Promise<boolean> => {
    const appointments = await db.rows('appointments').bulkGet([...new Set(ids)]);
    return appointments.some((one) => one !== undefined && counts(one));
  };
  const some = await priced().limit(SAMPLE).toArray();
  if (await anyCounts(some.map((segment) => segment.appointment_id))) return true;
  if (some.length < SAMPLE) return false;
  return anyCounts((await priced().toArray()).map((segment) => segment.appointment_id));
};
