import type { BusinessRow } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import type { PayoutsMeta } from '../schema.ts';
import { myAccess } from './business.ts';

/** What the server said of payouts last, for who may see it (null = it never did here), and whose days they are. */
export const keptPayouts = async (
  db: DaybookDb,
): Promise<{ mayRead: boolean; kept: PayoutsMeta | null; business: BusinessRow | null }> => {
  const [meta, access, business] = await Promise.all([
    db.meta.get('payouts'),
    myAccess(db),
    db.rows('businesses').get(db.businessId),
  ]);
  const mayRead = access.may('billing');
  return {
    mayRead,
    kept: mayRead && meta?.key === 'payouts' ? meta : null,
    business: business ?? null,
  };
};
