import { pathTo } from '#app/paths.ts';
import { printedGiftCode } from '#domain/checkout/gift-code.ts';
import type { GiftState } from '#domain/checkout/gift-cards.ts';
import type { BusinessRow, GiftActivityKind, GiftCardRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';

export const GIFT_STATE_WORDS: Readonly<Record<GiftState, string>> = {
  active: 'Active',
  pending: 'Waiting to sync',
  empty: 'Empty',
  blocked: 'Blocked',
  expired: 'Expired',
};

export const GIFT_KIND_WORDS: Readonly<Record<GiftActivityKind, string>> = {
  activate: 'Sold',
  redeem: 'Used',
  refund: 'Given back to the card',
  deactivate: 'Taken back',
  adjust_up: 'Corrected, more on it',
  adjust_down: 'Corrected, less on it',
  lease: 'Kept for a device',
  lease_return: 'Given back by a device',
  block: 'Blocked',
  unblock: 'Opened again',
};

/** What is handed to whoever gets the card, on paper or as a message. */
export const giftText = (
  { recipient_name, message, expires_on }: GiftCardRow,
  code: string,
  worth: string,
  business: BusinessRow,
  link: string,
): string =>
  [
    ...(recipient_name ? [`For ${recipient_name}`, ''] : []),
    `A gift card of ${worth} for ${business.name}`,
    ...(message ? ['', message] : []),
    '',
    `Code: ${printedGiftCode(code)}`,
    ...(expires_on ? [`Can be used until ${businessFormats(business).date(expires_on)}`] : []),
    `What is left: ${link}`,
  ].join('\n');

/** Where a holder looks what is left. The code is behind the `#`: no server and no log is told it. */
export const giftCheckLink = (slug: string, code: string): string =>
  `${location.origin}${pathTo('bookGiftCard', { proUrl: slug }, { check: '' })}#${printedGiftCode(code)}`;
