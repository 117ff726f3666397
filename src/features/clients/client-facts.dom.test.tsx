// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TEST_BUSINESS } from '#db/memory-db.ts';
import type { DaybookDb } from '#db/open.ts';
import { openSalon } from '#db/test-rows.ts';
import { must } from '#domain/errors/assert.ts';
import { renderScreen } from '#tests/setup/screen.tsx';
import { ClientFacts } from './client-facts.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

it.each([true, false])('an address that came back says so, to who may see it: %s', async (sees) => {
  const client = must(await db.rows('clients').get('cleo'), 'the client');
  const business = must(await db.rows('businesses').get(TEST_BUSINESS), 'the business');
  renderScreen(db, {
    path: '/clients/cleo',
    screen: (
      <ClientFacts
        client={{
          ...client,
          email: 'cleo@mail.example',
          email_bounced_at: '2027-03-09T15:00:00+00:00',
        }}
        business={business}
        showsContact={sees}
      />
    ),
  });
  await screen.findByText('Client since');
  expect(screen.queryByText(/^A mail came back on .*2027/) !== null).toBe(sees);
});
