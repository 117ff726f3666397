// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openSalon } from '#tests/fixtures/salon.ts';
import { renderScreen } from '#tests/setup/screen.tsx';
import { SaleScreen } from './sale-screen.tsx';

it.each(['?sale=018f0000-0000-7000-8000-000000000001', '?sale=paid', ''])(
  '[P9] the address of a sale that is not here (%s) does not say that anything was paid',
  async (search) => {
    const db = await openSalon();
    renderScreen(db, {
      path: '/checkout/success',
      at: `/checkout/success${search}`,
      screen: <SaleScreen />,
    });
    await screen.findByText('This sale is not on this device');
    expect(screen.queryByText('Paid')).toBeNull();
    expect(screen.getByRole('link', { name: 'Open transactions' })).toBeTruthy();
    db.close();
  },
);
