import type { PaidOut } from '#domain/checkout/payouts.ts';
import type { DaybookDb } from '../open.ts';

/** Keeps what the server said of payouts on this device, for when there is no signal; null forgets it. */
export const keepPayouts = async (db: DaybookDb, value: PaidOut | null): Promise<void> => {
  await (value === null
    ? db.meta.delete('payouts')
    : db.meta.put({ key: 'payouts', v: 1, at: db.now(), value }));
};
