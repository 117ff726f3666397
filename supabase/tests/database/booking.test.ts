import { describe, expect, test } from 'vitest';
import { thePage } from './booking/page.ts';
import { booking } from './booking/made.ts';
import { bundles } from './booking/bundles.ts';
import { anybody } from './booking/anybody.ts';
import { askedDeposits } from './booking/asked-deposits.ts';
import { cards } from './booking/cards.ts';
import { deposits } from './booking/deposits.ts';
import { giftDeposits } from './booking/gift-deposits.ts';
import { whatIsRefused } from './booking/refused.ts';
import { guestsByLink } from './booking/guests-link.ts';
import { guests } from './booking/guests.ts';
import { formsThatBlock } from './booking/forms.ts';
import { feesAgreedTo } from './booking/fees.ts';
import { whoIsTaken } from './booking/clients.ts';
import { holds } from './booking/holds.ts';
import { knownClients } from './booking/known.ts';
import { limits } from './booking/limits.ts';
import { nobodyIsTold } from './booking/nobody-is-told.ts';
import { seats } from './booking/seats.ts';
import { openShop } from './booking/shop.ts';
import { tooLate } from './booking/too-late.ts';
import { together } from './booking/together.ts';
import { visits } from './booking/visits.ts';

/** Booking online, part by part, on one database: its start takes longer than most of the parts. */
const shop = openShop();

describe('the page', () => {
  thePage(shop);
});
describe('booking', () => {
  booking(shop);
});
describe('a visit at the client’s', () => {
  visits(shop);
});
describe('bundles', () => {
  bundles(shop);
});
describe('what several people do', () => {
  together(shop);
});
describe('forms that block', () => {
  formsThatBlock(shop);
});
describe('seats of a class', () => {
  seats(shop);
});
describe('fees', () => {
  feesAgreedTo(shop);
});
describe('deposits', () => {
  deposits(shop);
});
describe('gift cards toward deposits', () => {
  giftDeposits(shop);
});
describe('cards', () => {
  cards(shop);
});
describe('a deposit that the team asks for', () => {
  askedDeposits(shop);
});
describe('guests', () => {
  guests(shop);
});

describe('guests, once it is booked', () => {
  guestsByLink(shop);
});
describe('anybody', () => {
  anybody(shop);
});
describe('what is refused', () => {
  whatIsRefused(shop);
});
describe('who is taken', () => {
  whoIsTaken(shop);
});
describe('who has been here before', () => {
  knownClients(shop);
});
describe('holds', () => {
  holds(shop);
});
describe('too late', () => {
  tooLate(shop);
});
describe('whether an address is known', () => {
  nobodyIsTold(shop);
});
describe('limits per network, mail address and business', () => {
  limits(shop);
});

// Last, because it breaks the database of this file.
test('an error that nobody thought of tells nothing', async () => {
  await shop.db.sql(
    `create or replace function private.read_person(details jsonb, rules public.booking_rules, country text)
     returns private.booking_person language plpgsql as $$
     begin raise exception 'secret of %', 'Cleo' using detail = 'more secrets'; end $$`,
  );
  expect(await shop.book()).toEqual({ ok: false, code: 'unknown' });
});
