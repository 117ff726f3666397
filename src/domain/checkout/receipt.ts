import type { SaleRow, Uuid } from '#domain/rows.ts';

/** Crockford's letters: none that is taken for another one. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 5;

/** What the receipts of a device begin with: 25 of the random bits of its id. */
export const receiptPrefix = (deviceId: Uuid): string => {
  let bits = Number.parseInt(deviceId.replaceAll('-', '').slice(-8), 16);
  let prefix = '';
  for (let place = 0; place < LENGTH; place += 1) {
    prefix = LETTERS[bits % 32]! + prefix;
    bits = Math.floor(bits / 32);
  }
  return prefix;
};

/** `7KQ2M-12` */
export const receiptNumber = ({
  receipt_prefix,
  receipt_no,
}: Pick<SaleRow, 'receipt_prefix' | 'receipt_no'>): string => `${receipt_prefix}-${receipt_no}`;
