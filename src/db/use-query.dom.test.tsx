// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DaybookDb } from './open.ts';
import { openSalon, putRows } from './test-rows.ts';
import { DbProvider, useQuery } from './use-query.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

/** As queries are made of queries. */
const nested = async (depth: number): Promise<number> =>
  depth === 0 ? (await db.rows('clients').bulkGet(['ann', 'bob'])).length : nested(depth - 1);

it.each([0, 1, 4])(
  'what is read last is followed too, behind %i functions that have returned',
  async (depth) => {
    const wrapper = ({ children }: { children: ReactNode }) => (
      <DbProvider db={db}>{children}</DbProvider>
    );
    const { result } = renderHook(
      () =>
        useQuery(async () => {
          await nested(depth);
          return db.rows('staff_contacts').count();
        }, []),
      { wrapper },
    );
    await waitFor(() => expect(result.current).toBeTypeOf('number'));
    const before = result.current ?? 0;
    await putRows(db, 'staff_contacts', [{ id: 'ana', emergency_contact: null }]);
    await waitFor(() => expect(result.current).toBe(before + 1));
  },
);
