// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openSalon, SALON_DAY } from '#tests/fixtures/salon.ts';
import { drawOver } from '#tests/setup/salon-screen.tsx';
import { CalendarScreen } from './calendar-screen.tsx';

it('the present lies across the column of today, and only there', async () => {
  const db = await openSalon();
  const { unmount } = drawOver(db, <CalendarScreen />, `/calendar?view=week&date=${SALON_DAY}`);
  const line = (await screen.findByText('Now: 10:30 AM')).parentElement;
  // Half past ten of twenty-four hours, on the second day of seven.
  expect(parseFloat(line?.style.top ?? '')).toBeCloseTo((100 * 10.5) / 24, 3);
  expect(parseFloat(line?.style.left ?? '')).toBeCloseTo(100 / 7, 3);
  expect(parseFloat(line?.style.width ?? '')).toBeCloseTo(100 / 7, 3);
  unmount();
  drawOver(db, <CalendarScreen />, '/calendar?view=day&date=2026-11-25');
  await screen.findByRole('group', { name: /^Mia, / });
  expect(screen.queryByText(/^Now: /)).toBeNull();
});
