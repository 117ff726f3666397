// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { addClientNote } from '#db/commands/client-notes.ts';
import { fileSubmission } from '#db/commands/form-submissions.ts';
import { createForm, publishForm } from '#db/commands/forms.ts';
import { completeSale } from '#db/commands/sales.ts';
import { openSalon, putAppointment, segmentOf, valueOf } from '#db/test-rows.ts';
import { ok } from '#domain/errors/result.ts';
import { field } from '#domain/forms/form-cases.ts';
import { renderScreen } from '#tests/setup/screen.tsx';
import { ClientScreen } from './client-screen.tsx';

it('what happened with a client is told together, or one kind of it', async () => {
  const db = await openSalon();
  await putAppointment(db, 'past', [segmentOf('s1', 'ana', '2027-03-01T15:00:00+00:00')], {
    status: 'completed',
  });
  await addClientNote(db, 'cleo', { body: 'Likes tea' });
  renderScreen(db, { path: '/clients/:clientId', at: '/clients/cleo', screen: <ClientScreen /> });
  const timeline = within(await screen.findByRole('region', { name: 'Timeline' }));
  const lines = () => timeline.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines()).toEqual([
    expect.stringContaining('General: Likes tea'),
    expect.stringContaining('Haircut'),
  ]);
  await userEvent.click(timeline.getByRole('button', { name: 'Notes' }));
  expect(lines()).toEqual([expect.stringContaining('General: Likes tea')]);
  await userEvent.click(timeline.getByRole('button', { name: 'Visits' }));
  expect(lines()).toEqual([expect.stringContaining('Haircut')]);
  await userEvent.click(timeline.getByRole('button', { name: 'Visits' }));
  expect(lines()).toHaveLength(2);
  db.close();
});

it('visits say the year only where it is another one', async () => {
  const db = await openSalon();
  for (const [id, at] of [
    ['before', '2026-11-26T15:00:00+00:00'],
    ['lately', '2027-03-01T15:00:00+00:00'],
  ] as const) {
    await putAppointment(db, id, [segmentOf(`s-${id}`, 'ana', at)], { status: 'completed' });
  }
  renderScreen(db, { path: '/clients/:clientId', at: '/clients/cleo', screen: <ClientScreen /> });
  const timeline = within(await screen.findByRole('region', { name: 'Timeline' }));
  const lines = timeline.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines).toEqual([
    expect.stringMatching(/^Mon, Mar 1, \d/),
    expect.stringMatching(/^Thu, Nov 26, 2026, \d/),
  ]);
  db.close();
});

it('sales, forms and messages stand between the visits, and by themselves', async () => {
  const db = await openSalon();
  await putAppointment(db, 'past', [segmentOf('s1', 'ana', '2027-03-01T15:00:00+00:00')], {
    status: 'completed',
  });
  const sale = valueOf(
    await completeSale(db, {
      client_id: 'cleo',
      lines: [
        {
          kind: 'custom',
          name: 'Wax',
          qty: 1,
          unit_price_cents: 1500,
          discount: null,
          tax: null,
          staff_id: null,
          appointment_id: null,
          variant_id: null,
        },
      ],
      discount: null,
      discount_reason: null,
      tips: [],
      payments: [{ method: 'cash', label: null, amount_cents: 1500, tendered_cents: 1500 }],
    }),
  );
  const form = valueOf(
    await createForm(db, {
      name: 'Health',
      kind: 'intake',
      fields: [field('q1', 'short_text')],
      public_link_on: false,
      wanted: 'manual',
      offset_min: null,
      service_ids: [],
      frequency: 'once_per_version',
      every_months: 12,
      enforce: 'warn',
      countersign: false,
    }),
  );
  valueOf(await publishForm(db, form.id));
  const [version] = await db.rows('form_versions').toArray();
  valueOf(
    await fileSubmission(db, {
      versionId: version!.id,
      clientId: 'cleo',
      appointmentId: null,
      answers: { q1: 'Latex' },
    }),
  );
  db.fetchMessages = async (_, id) =>
    ok([
      {
        id: 'm1',
        kind: 'booking_confirmed',
        state: 'sent',
        at: '2027-03-05T15:00:00+00:00',
        reason: null,
        to: `${id}@mail.example`,
      },
    ]);
  renderScreen(db, { path: '/clients/:clientId', at: '/clients/cleo', screen: <ClientScreen /> });
  const timeline = within(await screen.findByRole('region', { name: 'Timeline' }));
  await timeline.findByText('Message: Booked');
  const lines = () => timeline.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines()).toEqual([
    expect.stringMatching(/^Sale: Wax.*\$15\.00/),
    expect.stringContaining('Form: Health'),
    expect.stringMatching(/^Message: Booked.* · Sent · cleo@mail\.example$/),
    expect.stringContaining('Haircut'),
  ]);
  expect(timeline.getByRole('link', { name: /^Sale: Wax/ }).getAttribute('href')).toBe(
    `/checkout/success?sale=${sale.id}`,
  );
  await userEvent.click(timeline.getByRole('button', { name: 'Messages' }));
  expect(lines()).toEqual([expect.stringContaining('Message: Booked')]);
  await userEvent.click(timeline.getByRole('button', { name: 'Forms' }));
  expect(lines()).toEqual([expect.stringContaining('Form: Health')]);
  // Whoever may not see prices sees no sums.
  await userEvent.click(timeline.getByRole('button', { name: 'Sales' }));
  expect(lines()).toEqual([expect.stringContaining('$15.00')]);
  await db
    .rows('memberships')
    .update('m-owner', { role: 'manager', custom_permissions: { prices: 'none' } });
  await waitFor(() => expect(lines()).toEqual([expect.not.stringContaining('$15.00')]));
  db.close();
});

it('without a connection it says where the messages are', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const db = await openSalon();
  renderScreen(db, { path: '/clients/:clientId', at: '/clients/cleo', screen: <ClientScreen /> });
  await screen.findByText('Messages are shown here when you are online.');
  vi.restoreAllMocks();
  db.close();
});
