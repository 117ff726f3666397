// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TEST_BUSINESS } from '#db/memory-db.ts';
import type { DaybookDb } from '#db/open.ts';
import { openSalon } from '#db/test-rows.ts';
import { must } from '#domain/errors/assert.ts';
import { ok } from '#domain/errors/result.ts';
import { renderScreen, toasts } from '#tests/setup/screen.tsx';
import { RetentionPart } from './retention-part.tsx';

let db: DaybookDb;
let asked: number[];
beforeEach(async () => {
  asked = [];
  db = await openSalon();
});
afterEach(() => db.close());

const business = async () => must(await db.rows('businesses').get(TEST_BUSINESS), 'it is there');
const open = () => {
  renderScreen(db, {
    path: '/settings',
    screen: (
      <RetentionPart
        ask={async (_, years) => {
          asked.push(years);
          return ok({
            due: 51,
            clients: [
              {
                id: 'cleo',
                last_visit_at: '2023-03-01T15:00:00+00:00',
                due_at: '2026-03-01T15:00:00+00:00',
              },
              { id: 'far', last_visit_at: null, due_at: '2027-03-20T15:00:00+00:00' },
            ],
          });
        }}
      />
    ),
  });
  return userEvent.setup();
};

it('keeps everybody unless somebody says otherwise, and asks nobody', async () => {
  open();
  const choice = await screen.findByLabelText<HTMLSelectElement>(
    'Erase clients without a visit for',
  );
  expect(choice.value).toBe('');
  expect(asked).toEqual([]);
});

it('shows who is next before anything is decided, and only then writes it down', async () => {
  const user = open();
  await user.selectOptions(
    await screen.findByLabelText('Erase clients without a visit for'),
    '3 years',
  );
  const list = within(await screen.findByRole('list', { name: 'Who is next' }));
  await list.findByText('Cleo Adams');
  list.getByText('last here March 1, 2023, due March 1, 2026');
  list.getByText('never here, due March 20, 2027');
  screen.getByText(/51 clients are due.*erased a week after you save this/);
  expect(asked).toEqual([3]);
  expect(await db.outbox.count()).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Erase after 3 years' }));
  await waitFor(async () => expect((await business()).retention_years).toBe(3));
  expect(toasts()).toEqual(['Clients are erased after 3 years']);
});
