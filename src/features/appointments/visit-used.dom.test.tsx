// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProduct } from '#db/commands/products.ts';
import type { DaybookDb } from '#db/open.ts';
import { productDetail } from '#db/queries/inventory.ts';
import { valueOf } from '#db/test-rows.ts';
import { openSalon } from '#tests/fixtures/salon.ts';
import { press } from '#tests/setup/salon-screen.tsx';
import { renderScreen } from '#tests/setup/screen.tsx';
import { VisitUsed } from './visit-used.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

const open = async () => {
  const [visit] = await db.rows('appointments').toArray();
  renderScreen(db, {
    path: '/calendar',
    screen: <VisitUsed appointmentId={visit!.id} locale="en-US" />,
  });
};

test('what was used is noted at the visit, as it really was', async () => {
  const id = valueOf(
    await createProduct(
      db,
      { name: 'Colour', kind: 'professional', unit: 'ml', size_milli: 60_000 },
      600_000,
    ),
  );
  await open();
  await press('Note');
  expect(document.activeElement).toBe(await screen.findByLabelText('Product'));
  await press('Save');
  expect(await screen.findByText('Please fill this in.')).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Product'), 'Colour');
  await userEvent.type(screen.getByLabelText('How much in all'), '45');
  await press('Save');
  expect(await screen.findByText('Colour')).toBeTruthy();
  expect((await productDetail(db, id))!.stock.qty_milli).toBe(555_000);
  await press('Note');
  await userEvent.selectOptions(screen.getByLabelText('Product'), 'Colour');
  expect(screen.getByLabelText<HTMLInputElement>('How much in all').value).toBe('45');
});
