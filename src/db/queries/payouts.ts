import type { DaybookDb } from '../open.ts';
import type { PayoutsMeta } from '../schema.ts';
import { myAccess } from './business.ts';

/** What the server said of payouts last, for who may see it; null = it never did here. */
export const keptPayouts = async (
  db: DaybookDb,
): Promise<{ mayRead: boolean; kept: PayoutsMeta | null }> => {
  const [meta, access] = await Promise.all([db.meta.get('payouts'), myAccess(db)]);
  const mayRead = access.may('billing');
  return { mayRead, kept: mayRead && meta?.key === 'payouts' ? meta : null };
};
