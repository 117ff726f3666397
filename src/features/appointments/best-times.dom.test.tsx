// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { openSalon, put, salonTime } from '#tests/fixtures/salon.ts';
import { drawOver, press } from '#tests/setup/salon-screen.tsx';
import { AppointmentSheet } from './appointment-sheet.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});

const times = async () =>
  within(await screen.findByRole('region', { name: 'Best times' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

it('says of each why, offers other people and days, and more on demand', async () => {
  drawOver(db, <AppointmentSheet id="visit" part="move" isOpen onClose={() => {}} />);
  const few = await times();
  expect(few).toHaveLength(5);
  expect(few.every((text) => / · /.test(text ?? ''))).toBe(true);
  expect(few.some((text) => /min later/.test(text ?? ''))).toBe(true);
  expect(few.some((text) => /Leo/.test(text ?? ''))).toBe(true);
  expect(few.some((text) => /day|weekday/.test(text ?? ''))).toBe(true);
  await press('More times');
  await waitFor(async () => expect((await times()).length).toBeGreaterThan(5));
});

it('says that nothing is free, and looks further', async () => {
  for (const staff of ['mia', 'leo']) {
    await put(db, 'time_off', {
      id: `off-${staff}`,
      staff_id: staff,
      starts_at: salonTime(0),
      ends_at: salonTime(20 * 1440),
      reason_id: null,
      note: null,
      status: 'approved',
    });
  }
  drawOver(db, <AppointmentSheet id="visit" part="move" isOpen onClose={() => {}} />);
  expect(await screen.findByText('No free time within 2 weeks.')).toBeTruthy();
  await press('Look further ahead');
  expect((await times()).length).toBeGreaterThan(0);
});
