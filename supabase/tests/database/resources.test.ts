import { describe, expect, test } from 'vitest';
import { fromDevices } from './resources/devices.ts';
import { openHouse } from './resources/house.ts';
import { online } from './resources/online.ts';
import { newId, patch } from './setup.ts';

/** Rooms, chairs and machines, part by part on one database. */
const house = openHouse();

describe('online', () => {
  online(house);
});
describe('from devices', () => {
  fromDevices(house);
});

const ONE = newId();
test.each([
  ['no list', {}],
  ['a number', 3],
  ['a pool twice', [1, 2].map((qty) => ({ pool_id: ONE, qty }))],
  ['none of it', [{ pool_id: newId(), qty: 0 }]],
  ['more fields', [{ pool_id: newId(), qty: 1, extra: true }]],
  ['words', ['room']],
])('needs that are %s are refused', async (_what, value) => {
  const { result } = await house.owner.push([
    patch('services', house.salon.service, { resource_needs: value }),
  ]);
  expect(result).toMatchObject({ status: 'refused', code: 'invalid' });
});
