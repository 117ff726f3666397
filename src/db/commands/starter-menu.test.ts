import { afterEach, beforeEach, expect, test } from 'vitest';
import { serviceTree } from '../queries/services.ts';
import { openMemoryDb } from '../memory-db.ts';
import type { DaybookDb } from '../open.ts';
import { addMenu } from './starter-menu.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openMemoryDb();
});
afterEach(() => db.close());

const cut = { name: 'Cut', variant: { price_cents: 6500, duration_min: 60 } };
const talk = { name: 'Consultation', variant: { price_cents: 0, duration_min: 30 } };
const menu = [{ category: 'Cuts', colour: 'teal' as const, services: [cut, talk] }];
const shape = async () =>
  (await serviceTree(db)).map(({ category, services }) => [
    category?.name,
    services.map(({ service, variants: [variant] }) => [
      service.name,
      variant?.price_kind,
      variant?.price_cents,
    ]),
  ]);

test('a menu arrives whole, in order and as one mutation', async () => {
  expect(await addMenu(db, menu)).toEqual({ ok: true, value: { added: 2 } });
  expect(await shape()).toEqual([
    [
      'Cuts',
      [
        ['Cut', 'fixed', 6500],
        ['Consultation', 'free', 0],
      ],
    ],
  ]);
  expect(await db.outbox.count()).toBe(1);
});

test('what is added again goes behind, into the category of that name', async () => {
  await addMenu(db, menu);
  await addMenu(db, [{ category: 'cuts', colour: 'rose', services: [{ ...cut, name: 'Trim' }] }]);
  const [cuts, ...others] = await serviceTree(db);
  expect(others).toEqual([]);
  expect(cuts?.services.map(({ service }) => service.name)).toEqual([
    'Cut',
    'Consultation',
    'Trim',
  ]);
});

test('one wrong price adds nothing and is named', async () => {
  const wrong = { name: 'Cut', variant: { price_cents: -1 } };
  const result = await addMenu(db, [{ ...menu[0]!, services: [cut, wrong] }]);
  expect(result).toMatchObject({
    ok: false,
    error: { issues: [{ field: '0.services.1.price_cents', rule: 'negative' }] },
  });
  expect(await shape()).toEqual([]);
});
