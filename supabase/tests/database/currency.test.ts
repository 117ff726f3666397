import { beforeEach, expect, test } from 'vitest';
import { at, FIRST_DAY, makeSalon, soldCut, type Salon } from './salon.ts';
import { Device, newId, patch, put, rowOf, useDatabase } from './setup.ts';
import { addVisit } from './visits.ts';

const database = useDatabase();
let salon: Salon;
let owner: Device;
let slugs = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `currency-${(slugs += 1)}`);
  for (const table of ['appointments', 'sales']) {
    await database.db.sql(`delete from public.${table} where business_id = $1`, [salon.id]);
  }
  owner = new Device(database.db, salon.users.owner, salon.id);
  await owner.pull();
});

const toCanadian = async () => {
  const { result } = await owner.push([patch('businesses', salon.id, { currency: 'CAD' })]);
  const { currency } = await rowOf(database.db, 'businesses', salon.id);
  return [result['status'], result['code'], currency];
};
const visit = (status: string, price_cents: number) =>
  addVisit(database.db, salon, salon.ann, at(FIRST_DAY, 12), {
    appointment: { status },
    segment: { price_cents },
  });

test.each([
  ['cancelled', 6000],
  ['declined', 6000],
  ['expired', 6000],
  ['booked', 0],
])('a visit that is %s at %i leaves the currency free', async (status, price) => {
  await visit(status, price);
  expect(await toCanadian()).toEqual(['applied', undefined, 'CAD']);
});

test.each(['pending', 'booked', 'completed', 'no_show'])(
  'a price that somebody is or was booked at (%s) fixes it, whatever device asks',
  async (status) => {
    const { currency } = await rowOf(database.db, 'businesses', salon.id);
    await visit(status, 1);
    expect(await toCanadian()).toEqual(['refused', 'currency_fixed', currency]);
    // Nothing else is fixed with it.
    const { result } = await owner.push([patch('businesses', salon.id, { name: 'Other' })]);
    expect(result['status']).toBe('applied');
  },
);

test('a sale fixes it, whatever becomes of it', async () => {
  const sold = soldCut(salon.ann, 1, owner.clientId);
  const sale_id = newId();
  await owner.push([
    put('sales', sale_id, sold.sale),
    put('sale_lines', newId(), { sale_id, ...sold.line }),
    put('tips', newId(), { sale_id, ...sold.tip }),
    put('payments', newId(), { sale_id, ...sold.payment }),
  ]);
  expect(await toCanadian()).toEqual(['refused', 'currency_fixed', 'USD']);
});
