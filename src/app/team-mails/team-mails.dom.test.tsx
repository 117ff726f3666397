// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { MessageKey } from '#domain/rows.ts';
import { openSalon, put } from '#tests/fixtures/salon.ts';
import { renderScreen, toasts } from '#tests/setup/screen.tsx';
import { TeamMailsSection } from './team-mails-section.tsx';

let db: DaybookDb;
let refuses: boolean;
let kept: (readonly string[])[];
beforeEach(async () => {
  db = await openSalon();
  refuses = false;
  kept = [];
});
afterEach(() => {
  vi.restoreAllMocks();
});

const mute = async (_business: string, keys: readonly MessageKey[]) => {
  if (refuses) return fail('offline');
  kept.push(keys);
  return ok(null);
};
const open = async () => {
  renderScreen(db, { path: '/settings', screen: <TeamMailsSection mute={mute} /> });
  await screen.findByRole('heading', { name: 'Mails to you' });
};
const switchOn = (...keys: MessageKey[]) =>
  Promise.all(
    keys.map((key) =>
      put(db, 'message_templates', {
        id: key,
        key,
        subject: null,
        body: null,
        sms_body: null,
        enabled: true,
        offset_min: null,
      }),
    ),
  );

test('where nothing is mailed to the team there is nothing to choose', async () => {
  await open();
  expect(screen.getByText(/^Nothing is mailed to the team so far/)).toBeTruthy();
  expect(screen.queryAllByRole('switch')).toEqual([]);
});

test('what is mailed is wanted until somebody says no, and what was said stays', async () => {
  await switchOn('staff_new', 'staff_form', 'staff_waitlist');
  await put(db, 'memberships', {
    ...(await db.rows('memberships').get('membership'))!,
    muted_mails: ['staff_form'],
  });
  await open();
  const form = screen.getByRole<HTMLInputElement>('switch', { name: 'A form that came in' });
  const visit = screen.getByRole<HTMLInputElement>('switch', { name: 'A new visit' });
  expect([form.checked, visit.checked]).toEqual([false, true]);
  await userEvent.click(visit);
  await waitFor(() => expect(toasts()).toEqual(['You get no more of these mails']));
  expect(kept).toEqual([['staff_form', 'staff_new']]);
  await userEvent.click(form);
  await waitFor(() => expect(kept.at(-1)).toEqual(['staff_new']));
  // What the server has not heard is as it was.
  refuses = true;
  await userEvent.click(visit);
  await waitFor(() => expect(visit.checked).toBe(false));
  expect(kept).toHaveLength(2);
});

test('who does not manage the waitlist is not asked about it, and nobody without a connection', async () => {
  await switchOn('staff_new', 'staff_waitlist', 'low_stock');
  await put(db, 'memberships', {
    ...(await db.rows('memberships').get('membership'))!,
    role: 'practitioner',
  });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await open();
  expect(screen.getAllByRole('switch')).toHaveLength(1);
  expect(screen.getByText(/^You are offline/)).toBeTruthy();
  expect(screen.getByRole('switch').closest('fieldset')?.disabled).toBe(true);
});
