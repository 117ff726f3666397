import { describe } from 'vitest';
import type { Sql } from '#supabase/local/database/database.ts';
import { useDatabase } from '#supabase/tests/database/setup.ts';
import { pricesOfBundles } from './mirror/bundles.ts';
import { depositsOfVisits } from './mirror/disputes.ts';
import { feesOfVisits } from './mirror/fees.ts';
import { formsAndAnswers } from './mirror/forms.ts';
import { freeTime } from './mirror/free-time.ts';
import { reachedThroughGuardians } from './mirror/guardians.ts';
import { localTime } from './mirror/local-time.ts';
import { messagesByTheClock } from './mirror/messages.ts';
import { phoneNumbers } from './mirror/phones.ts';
import { plansOfServices } from './mirror/plans.ts';
import { roomsAndChairs } from './mirror/rooms.ts';
import { namesOfPages, tablesOfRules } from './mirror/rules.ts';
import { sharedBuffers } from './mirror/shared-buffers.ts';
import { stockOfProducts } from './mirror/stock.ts';
import { waitlistWindows } from './mirror/waitlist.ts';
import { formsOfVisits } from './mirror/wanted-forms.ts';

/**
 * Rules that exist twice, because devices must know them offline and the server must not trust
 * devices: whoever changes one side hears of the other here. One database for all of them, because
 * its start takes longer than most of the parts.
 */
const database = useDatabase();
const sql: Sql = (text, params) => database.db.sql(text, params);

describe('tables of rules', () => {
  tablesOfRules(sql);
});
describe('names of booking pages', () => {
  namesOfPages(sql);
});
describe('phone numbers', () => {
  phoneNumbers(sql);
});
describe('guardians', () => {
  reachedThroughGuardians(sql);
});
describe('local time', () => {
  localTime(sql);
});
describe('free time', () => {
  freeTime(sql);
});
describe('plans of several services', () => {
  plansOfServices(sql);
});
describe('prices of bundles', () => {
  pricesOfBundles(sql);
});
describe('fees', () => {
  feesOfVisits(sql);
});
describe('deposits and disputes', () => {
  depositsOfVisits(sql);
});
describe('rooms and chairs', () => {
  roomsAndChairs(sql);
});
describe('buffers of neighbours', () => {
  sharedBuffers(sql);
});
describe('windows of the waitlist', () => {
  waitlistWindows(sql);
});
describe('stock', () => {
  stockOfProducts(sql);
});

describe('messages by the clock', () => {
  messagesByTheClock(sql);
});
describe('forms', () => {
  formsAndAnswers(sql);
});
describe('forms that a visit wants', () => {
  formsOfVisits(database);
});
