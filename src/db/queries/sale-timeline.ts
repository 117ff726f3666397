import type { ReceiptMailRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { memberList } from './members.ts';
import { ownReceiptPrefix } from './sales.ts';

type TimelineFacts = {
  /** The mails of its receipt that were asked for. */
  mails: ReceiptMailRow[];
  /** By account. */
  memberNames: ReadonlyMap<Uuid, string>;
  ownPrefix: string | null;
};

/** What the timeline of a sale says beside its own rows. */
export const timelineFacts = async (db: DaybookDb, saleId: Uuid): Promise<TimelineFacts> => {
  const [mails, members, ownPrefix] = await Promise.all([
    db.rows('receipt_mails').where('sale_id').equals(saleId).toArray(),
    memberList(db),
    ownReceiptPrefix(db),
  ]);
  return {
    mails,
    memberNames: new Map(
      members.flatMap(({ membership: { user_id }, name }) =>
        user_id === null ? [] : [[user_id, name] as const],
      ),
    ),
    ownPrefix,
  };
};
