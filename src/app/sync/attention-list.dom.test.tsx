import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { openAttention } from '#db/queries/attention.ts';
import { openSalon, putAppointment, putRows, segmentOf } from '#db/test-rows.ts';
import { useQuery } from '#db/use-query.ts';
import { pressToast, renderScreen, toasts } from '#tests/setup/screen.tsx';
import { AttentionList } from './attention-list.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

function Shown() {
  return <AttentionList items={useQuery(openAttention, []) ?? []} />;
}

test('new rules of a zone: which appointments kept their time, and seen is seen', async () => {
  await putAppointment(db, 'a1', [segmentOf('s1', 'ana', '2027-11-10T18:00:00+00:00')]);
  await putRows(db, 'attention_items', [
    {
      id: 'rules',
      entity: 'businesses',
      entity_id: db.businessId,
      kind: 'zone_rules',
      mine: { time_zone: 'America/New_York', appointment_ids: ['a1', 'not-here'] },
      theirs: {},
      mutation_name: null,
      device_id: null,
      state: 'open',
      resolved_at: null,
    },
  ]);
  renderScreen(db, { path: '/', screen: <Shown /> });
  await screen.findByText('The clocks of New York have new rules');
  const list = await screen.findByRole('list', { name: 'Appointments' });
  expect((await within(list).findByRole('link')).textContent).toMatch(
    /^Wed, Nov 10.*1:00 PM · Cleo Adams$/,
  );
  expect(within(list).getByText('and 1 more')).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'I have seen it' }));
  await waitFor(async () =>
    expect(await db.rows('attention_items').get('rules')).toMatchObject({ state: 'dismissed' }),
  );
  // A slip of the thumb: the question comes back.
  await waitFor(() => expect(toasts()).toEqual(['Done']));
  pressToast();
  await screen.findByText('The clocks of New York have new rules');
});

test('a deposit that could not be charged: of whom, when, and what to do', async () => {
  await putAppointment(db, 'a1', [segmentOf('s1', 'ana', '2027-11-10T18:00:00+00:00')]);
  await putRows(db, 'attention_items', [
    {
      id: 'lost',
      entity: 'appointments',
      entity_id: 'a1',
      kind: 'balance',
      mine: {},
      theirs: {},
      mutation_name: null,
      device_id: null,
      state: 'open',
      resolved_at: null,
    },
  ]);
  renderScreen(db, { path: '/', screen: <Shown /> });
  await screen.findByText('The deposit was not charged for Cleo Adams');
  await screen.findByText(/ask for the deposit if you want it/);
  await userEvent.click(screen.getByRole('button', { name: 'I have seen it' }));
  await waitFor(async () =>
    expect(await db.rows('attention_items').get('lost')).toMatchObject({ state: 'dismissed' }),
  );
});
