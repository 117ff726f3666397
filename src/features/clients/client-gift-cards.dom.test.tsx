// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { completeSale } from '#db/commands/sales.ts';
import type { DaybookDb } from '#db/open.ts';
import { valueOf } from '#db/test-rows.ts';
import { giftCode } from '#domain/checkout/gift-code.ts';
import { must } from '#domain/errors/assert.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { openSalon } from '#tests/fixtures/salon.ts';
import { renderScreen } from '#tests/setup/screen.tsx';
import { ClientGiftCards } from './client-gift-cards.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

test('the gift cards of a client are on their page, and lead to the card', async () => {
  const code = giftCode(new Uint8Array(11).fill(5));
  valueOf(
    await completeSale(db, {
      client_id: 'ann',
      lines: [
        {
          kind: 'gift_card',
          name: 'Gift card',
          qty: 1,
          unit_price_cents: 5000,
          discount: null,
          tax: null,
          staff_id: null,
          appointment_id: null,
          variant_id: null,
          gift_card: {
            code,
            recipient_name: 'Bea',
            message: null,
            deliver_on: null,
            expires_on: '2031-11-24',
          },
        },
      ],
      discount: null,
      discount_reason: null,
      tips: [],
      payments: [{ method: 'cash', label: null, amount_cents: 5000, tendered_cents: 5000 }],
    }),
  );
  const business = must(await db.rows('businesses').get(db.businessId), 'a business');
  renderScreen(db, {
    path: '/clients/ann',
    screen: (
      <ClientGiftCards clientId="ann" business={business} formats={businessFormats(business)} />
    ),
  });
  const part = within(await screen.findByRole('region', { name: 'Gift cards' }));
  expect(part.getByText('$50.00')).toBeTruthy();
  expect(part.getByText('for Bea · until November 24, 2031')).toBeTruthy();
  expect(part.getByRole('link').getAttribute('href')).toMatch(/^\/gift-cards\?card=/);
});
