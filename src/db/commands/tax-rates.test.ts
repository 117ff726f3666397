import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DaybookDb } from '../open.ts';
import { taxRates } from '../queries/tax-rates.ts';
import { openSalon, valueOf } from '../test-rows.ts';
import { editService } from './services.ts';
import { archiveTaxRate, createTaxRate, editTaxRate, restoreTaxRate } from './tax-rates.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

const FULL = { name: 'VAT', milli_percent: 20_000, inclusive: true };
const names = async () => (await taxRates(db)).map(({ rate }) => rate.name);

test('rates stand in the order in which they were made, archived ones last', async () => {
  const full = valueOf(await createTaxRate(db, FULL));
  await createTaxRate(db, { name: 'Reduced', milli_percent: 5_000, inclusive: true });
  expect(await names()).toEqual(['VAT', 'Reduced']);
  await archiveTaxRate(db, full);
  expect(await names()).toEqual(['Reduced', 'VAT']);
  await restoreTaxRate(db, full);
  expect(await names()).toEqual(['VAT', 'Reduced']);
});

test('a service keeps the rate that is archived, and is counted by it', async () => {
  const id = valueOf(await createTaxRate(db, FULL));
  expect((await editService(db, 's-cut', { tax_rate_id: id })).ok).toBe(true);
  await archiveTaxRate(db, id);
  expect(await taxRates(db)).toMatchObject([{ rate: { id, active: false }, uses: 1 }]);
  expect((await db.rows('services').get('s-cut'))?.tax_rate_id).toBe(id);
});

test('an edit is taken back, and what is no rate is refused with its field', async () => {
  const id = valueOf(await createTaxRate(db, FULL));
  const done = valueOf(await editTaxRate(db, id, { milli_percent: 21_000 }));
  expect((await db.rows('tax_rates').get(id))?.milli_percent).toBe(21_000);
  await done.undo();
  expect((await db.rows('tax_rates').get(id))?.milli_percent).toBe(20_000);
  for (const [patch, field] of [
    [{ name: ' ' }, 'name'],
    [{ milli_percent: 100_001 }, 'milli_percent'],
  ] as const) {
    expect(await editTaxRate(db, id, patch)).toMatchObject({ error: { code: 'invalid', field } });
  }
});
