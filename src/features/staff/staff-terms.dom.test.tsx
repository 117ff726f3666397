// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { openSalon, putRows } from '#db/test-rows.ts';
import { must } from '#domain/errors/assert.ts';
import { pressToast } from '#tests/setup/screen.tsx';
import { openStaff, sheet } from '#tests/setup/staff-screen.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

it('takes a service off somebody at once', async () => {
  const user = await openStaff(db, '/staff?services=ben');
  await user.click(await (await sheet()).findByRole('switch', { name: 'Haircut' }));
  await (await sheet()).findByText(/^1 of 2 services/);
  expect(await db.rows('staff_service_overrides').toArray()).toMatchObject([
    { staff_id: 'ben', variant_id: 'cut', offered: false },
  ]);
});

describe('what one person takes and asks', () => {
  const overrides = () => db.rows('staff_service_overrides').toArray();
  const openTerms = async () => {
    const user = await openStaff(db, '/staff?services=ben');
    const name = 'Own time and price for Haircut';
    await user.click(await (await sheet()).findByRole('button', { name }));
    await screen.findByRole('heading', { name: 'Haircut: Ben' });
    return user;
  };
  const terms = () =>
    within(must(screen.getByRole('heading', { name: 'Haircut: Ben' }).closest('dialog'), 'open'));

  it('takes its own time and price for a service, says so in the list, and undo takes both back', async () => {
    const user = await openTerms();
    await user.click(terms().getByRole('checkbox', { name: /^Own time/ }));
    await user.click(terms().getByRole('checkbox', { name: /^Own price/ }));
    await user.clear(terms().getByLabelText('Length'));
    await user.type(terms().getByLabelText('Length'), '60');
    await user.clear(terms().getByLabelText('Amount'));
    await user.type(terms().getByLabelText('Amount'), '70.50');
    await user.click(terms().getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await overrides()).toMatchObject([
        { staff_id: 'ben', variant_id: 'cut', offered: true, duration_min: 60, price_cents: 7050 },
      ]),
    );
    await screen.findByText(/^Own: 1 hr?, \$70\.50$/);
    pressToast();
    await waitFor(async () => expect(await overrides()).toEqual([]));
  });

  it('goes back to what the service says when the tick is taken away', async () => {
    await putRows(db, 'staff_service_overrides', [
      {
        id: 'own',
        staff_id: 'ben',
        variant_id: 'cut',
        offered: true,
        price_cents: 9000,
        duration_min: 30,
      },
    ]);
    const user = await openTerms();
    expect(terms().getByLabelText<HTMLInputElement>('Length').value).toBe('30');
    await user.click(terms().getByRole('checkbox', { name: /^Own time/ }));
    await user.click(terms().getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await overrides()).toMatchObject([{ duration_min: null, price_cents: 9000 }]),
    );
  });

  it('refuses a field that was ticked and left empty, and a length that no grid has', async () => {
    const user = await openTerms();
    await user.click(terms().getByRole('checkbox', { name: /^Own time/ }));
    const length = terms().getByLabelText('Length');
    await user.clear(length);
    await user.click(terms().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(length.getAttribute('aria-invalid')).toBe('true'));
    await user.type(length, '47');
    await user.click(terms().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(length.getAttribute('aria-invalid')).toBe('true'));
    expect(await overrides()).toEqual([]);
  });
});
