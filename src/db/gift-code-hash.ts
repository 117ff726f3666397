import type { Uuid } from '#domain/rows.ts';
import { sha256 } from './sha256.ts';

/** Under which a gift card with this code is found: its row has the hash alone. */
export const giftCodeHash = (businessId: Uuid, code: string): Promise<string> =>
  sha256(`${businessId}:${code}`);
