import type { Uuid } from '#domain/rows.ts';
import type { CartLine, Discount } from './cart.ts';
import type { TenderInput } from './tenders.ts';
import type { TipShare } from './tips.ts';

/** What is being rung up. `tip`: basis points of the work, or an amount. */
export type CartDraft = {
  /** Of the sale that it becomes, from the first change on: after a reload it is the same one. */
  id: Uuid | null;
  clientId: Uuid | null;
  /** Who pays for the client; absent = as it is usual in their family. */
  payerId?: Uuid | null | undefined;
  lines: CartLine[];
  discount: Discount | null;
  reason: string;
  tip: Discount | null;
  /** Who gets how much of it, divided by hand; null or absent = by what each has done. */
  shares?: TipShare[] | null;
  tenders: TenderInput[];
};
