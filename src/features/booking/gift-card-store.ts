import { readSetting, writeSetting } from '#platform/storage.ts';
import type { GiftCardRequest } from '#remote/public-payments.ts';
import type { Attempt } from './booking-draft.ts';

const keyOf = (slug: string): string => `daybook-gift-card:1:${slug}`;

/** The gift card that is being paid for in this browser: whoever comes back from the card finds it here. */
export const loadGiftCard = (slug: string): Attempt<GiftCardRequest> | null => {
  try {
    const kept = JSON.parse(readSetting(keyOf(slug)) ?? 'null') as Attempt<GiftCardRequest> | null;
    return typeof kept?.opId === 'string' && kept.request?.buyer ? kept : null;
  } catch {
    return null;
  }
};

export const saveGiftCard = (slug: string, attempt: Attempt<GiftCardRequest> | null): void =>
  writeSetting(keyOf(slug), attempt && JSON.stringify(attempt));
