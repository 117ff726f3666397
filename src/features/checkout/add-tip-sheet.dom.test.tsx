// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { completeSale } from '#db/commands/sales.ts';
import type { DaybookDb } from '#db/open.ts';
import { saleDetail } from '#db/queries/sales.ts';
import { openSalon } from '#tests/fixtures/salon.ts';
import { press } from '#tests/setup/salon-screen.tsx';
import { renderScreen } from '#tests/setup/screen.tsx';
import { SaleScreen } from './sale-screen.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

describe('a tip after the sale', () => {
  it('is noted for whoever did it, and stands on the receipt', async () => {
    const rung = await completeSale(db, {
      client_id: null,
      lines: [
        {
          kind: 'service',
          name: 'Wax',
          qty: 1,
          unit_price_cents: 2000,
          discount: null,
          tax: null,
          staff_id: 'leo',
          appointment_id: null,
          variant_id: null,
        },
      ],
      discount: null,
      discount_reason: null,
      tips: [],
      payments: [{ method: 'cash', label: null, amount_cents: 2000, tendered_cents: 2000 }],
    });
    if (!rung.ok) throw new Error(rung.error.code);
    const { id } = rung.value;
    renderScreen(db, {
      path: '/checkout/success',
      at: `/checkout/success?sale=${id}`,
      screen: <SaleScreen />,
    });
    await press('Add a tip…');
    const sheet = within(await screen.findByRole('dialog'));
    const amount = await sheet.findByLabelText('Tip');
    await userEvent.click(sheet.getByRole('button', { name: 'Add tip' }));
    await waitFor(() => expect(amount.getAttribute('aria-invalid')).toBe('true'));
    // A part of the price, as the business offers it; then another amount.
    await userEvent.click(sheet.getByRole('button', { name: '20 % · $4.00' }));
    expect((amount as HTMLInputElement).value).toBe('4');
    await userEvent.clear(amount);
    await userEvent.type(amount, '5');
    await userEvent.selectOptions(sheet.getByLabelText('Given by'), 'card_terminal');
    await userEvent.click(sheet.getByRole('button', { name: 'Add tip' }));
    await screen.findByText('Tip, Card terminal');
    const detail = (await saleDetail(db, id))!;
    expect(detail.tips).toMatchObject([{ staff_id: 'leo', amount_cents: 500 }]);
    expect(detail.payments).toMatchObject([
      { method: 'cash' },
      { method: 'card_terminal', amount_cents: 500, tendered_cents: null, is_tip: true },
    ]);
  });
});
