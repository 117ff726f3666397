import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CartDraft } from '#domain/checkout/draft.ts';
import type { DaybookDb } from '../open.ts';
import { errorOf, openSalon, valueOf } from '../test-rows.ts';
import { eraseClient } from './erase-client.ts';
import { parkCart, parkedCarts, restoreParked, takeParked } from './parked-carts.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

const cart: CartDraft = {
  id: 'sale-1',
  clientId: 'cleo',
  lines: [],
  discount: null,
  reason: '',
  tip: null,
  tenders: [],
};
const names = async () => (await parkedCarts(db)).map(({ name }) => name);

test('carts are set aside by name, the newest first, and taken out once, as they were', async () => {
  const first = valueOf(await parkCart(db, ' Cleo ', cart));
  valueOf(await parkCart(db, 'Walk-in', { ...cart, clientId: null }));
  expect(await names()).toEqual(['Walk-in', 'Cleo']);
  const taken = await takeParked(db, first);
  expect(taken?.cart).toEqual(cart);
  // Another window was as quick.
  expect(await takeParked(db, first)).toBeNull();
  expect(await names()).toEqual(['Walk-in']);
  if (taken) await restoreParked(db, taken);
  expect(await names()).toEqual(['Cleo', 'Walk-in']);
  // Nothing of it leaves the device.
  expect(await db.outbox.count()).toBe(0);
});

test('of somebody who is erased the name goes, and what was rung up stays', async () => {
  valueOf(await parkCart(db, 'Cleo Adams', cart));
  valueOf(await parkCart(db, 'Walk-in', { ...cart, clientId: null }));
  valueOf(await eraseClient(db, 'cleo'));
  expect(await parkedCarts(db)).toMatchObject([
    { name: 'Walk-in', cart: { clientId: null } },
    { name: 'Erased client', cart: { ...cart, clientId: null } },
  ]);
});

test('at some point it is enough', async () => {
  for (let index = 0; index < 30; index += 1) valueOf(await parkCart(db, `${index}`, cart));
  expect(errorOf(await parkCart(db, 'more', cart))?.code).toBe('too_many');
  expect(await names()).toHaveLength(30);
});
