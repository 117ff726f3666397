import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundles } from '../queries/bundles.ts';
import type { DaybookDb } from '../open.ts';
import { errorOf, openSalon, valueOf } from '../test-rows.ts';
import { archiveBundle, createBundle, editBundle, moveBundle, restoreBundle } from './bundles.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

const bridal = {
  name: 'Bridal day',
  variant_ids: ['cut', 'colour'],
  price_mode: 'fixed' as const,
  price_cents: 15_000,
};
const add = async (input: object = {}) => valueOf(await createBundle(db, { ...bridal, ...input }));
const names = async () => (await bundles(db)).map(({ name }) => name);

test('a bundle keeps the order of its services and one kind of price', async () => {
  const id = await add({ percent_bp: 500 });
  expect(await db.rows('bundles').get(id)).toMatchObject({
    ...bridal,
    percent_bp: null,
    visibility: 'public',
    status: 'active',
  });
  valueOf(await editBundle(db, id, { price_mode: 'percent', percent_bp: 1000 }));
  expect(await db.rows('bundles').get(id)).toMatchObject({
    price_mode: 'percent',
    price_cents: 0,
    percent_bp: 1000,
  });
  expect(errorOf(await createBundle(db, { ...bridal, variant_ids: ['cut'] }))).toMatchObject({
    code: 'invalid',
    field: 'variant_ids',
  });
});

test('bundles have an order, and what is not sold any more comes last', async () => {
  await add();
  const second = await add({ name: 'Men’s day' });
  expect(await names()).toEqual(['Bridal day', 'Men’s day']);
  valueOf(await moveBundle(db, second, 0));
  expect(await names()).toEqual(['Men’s day', 'Bridal day']);
  valueOf(await archiveBundle(db, second));
  expect(await names()).toEqual(['Bridal day', 'Men’s day']);
  valueOf(await restoreBundle(db, second));
  expect(await names()).toEqual(['Men’s day', 'Bridal day']);
});
