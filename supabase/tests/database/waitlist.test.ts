import { beforeEach, describe } from 'vitest';
import { openShop } from './booking/shop.ts';
import { useEmbeddedDatabase } from './setup.ts';
import { whatDevicesWrite } from './waitlist/desk.ts';
import { theEnd } from './waitlist/end.ts';
import { joining } from './waitlist/joining.ts';
import { matching } from './waitlist/matching.ts';
import { offers } from './waitlist/offers.ts';

/** The waitlist, part by part, on one database: its start takes longer than most of the parts. */
const shop = openShop(useEmbeddedDatabase());
// An address gets so many mails a day from all businesses together.
beforeEach(async () => {
  await shop.db.sql('delete from private.rate_limits');
});

describe('joining', () => {
  joining(shop);
});
describe('what devices write', () => {
  whatDevicesWrite(shop);
});
describe('a time that comes free', () => {
  matching(shop);
});
describe('offers', () => {
  offers(shop);
});
describe('the end', () => {
  theEnd(shop);
});
