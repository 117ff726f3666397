// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WorkspaceContext } from '#app/workspace-context.ts';
import type { OpenWorkspace } from '#app/workspace-context.ts';
import { TEST_BUSINESS } from '#db/memory-db.ts';
import type { DaybookDb } from '#db/open.ts';
import { openSalon } from '#db/test-rows.ts';
import { DbProvider } from '#db/use-query.ts';
import { BusinessSwitch } from './business-switch.tsx';

let db: DaybookDb;

beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

it('shows the name that the business has on this device, also when it is renamed here', async () => {
  const business = { id: TEST_BUSINESS, name: 'As it was at the start' };
  const workspace = { business, businesses: [business] } as unknown as OpenWorkspace;
  render(
    <DbProvider db={db}>
      <WorkspaceContext value={workspace}>
        <BusinessSwitch />
      </WorkspaceContext>
    </DbProvider>,
  );
  screen.getByText('As it was at the start');
  await db.rows('businesses').update(TEST_BUSINESS, { name: 'Renamed without signal' });
  expect(await screen.findByText('Renamed without signal')).toBeTruthy();
});
