// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { DbProvider } from '#db/use-query.ts';
import { openSalon, SALON_DAY, salonTime } from '#tests/fixtures/salon.ts';
import { AppointmentSheet } from './appointment-sheet.tsx';
import { LateSheet } from './late-sheet.tsx';
import { NewAppointmentSheet } from './new-appointment-sheet.tsx';

// Ann depends on Bob.
let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
  await db.rows('clients').update('bob', { phone: '+12125550100', email: 'bob@mail.example' });
  await db.rows('clients').update('ann', { guardian_id: 'bob' });
});
const draw = (screenUnderTest: ReactElement) =>
  render(
    <MemoryRouter>
      <DbProvider db={db}>{screenUnderTest}</DbProvider>
    </MemoryRouter>,
  );
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

it('choosing a guardian offers whom they answer for, and the way back', async () => {
  draw(
    <NewAppointmentSheet
      at={{ day: SALON_DAY, minute: 720, staffId: 'leo', clientId: 'bob' }}
      isOpen
      onClose={() => {}}
      onBooked={() => {}}
      onBlockInstead={() => {}}
    />,
  );
  const offered = async () => within(await screen.findByRole('group', { name: 'Or for' }));
  await userEvent.click(await (await offered()).findByRole('button', { name: 'Ann Lee' }));
  await screen.findByText('Allergic to ammonia');
  await (await offered()).findByRole('button', { name: 'Bob Ray' });
  await userEvent.type(await screen.findByRole('combobox', { name: 'Service' }), 'cut');
  await userEvent.click(
    await screen.findByRole('option', { name: /^Cut and finish/, hidden: true }),
  );
  await press('Book');
  const visitsOf = (id: string) => db.rows('appointments').where('client_id').equals(id).count();
  await waitFor(async () => expect([await visitsOf('ann'), await visitsOf('bob')]).toEqual([2, 0]));
});

it('the visit of somebody without a phone calls the guardian by name', async () => {
  draw(<AppointmentSheet id="visit" part={null} isOpen onClose={() => {}} />);
  const card = within(await screen.findByRole('region', { name: 'Client' }));
  expect(card.getByRole('link', { name: 'Bob: +12125550100' }).getAttribute('href')).toBe(
    'tel:+12125550100',
  );
  expect(card.getByRole('link', { name: 'Bob: bob@mail.example' }).getAttribute('href')).toBe(
    'mailto:bob@mail.example',
  );
});

it.each(['cancel', 'move'] as const)('a guardian need not be written to (%s)', async (part) => {
  await db.rows('appointments').update('visit', { starts_at: salonTime(660) });
  draw(<AppointmentSheet id="visit" part={part} isOpen onClose={() => {}} />);
  expect(await screen.findByRole('checkbox', { name: /^Tell the client by mail/ })).toBeTruthy();
});

it('a message about being late goes to the guardian, and says whom it is about', async () => {
  draw(<LateSheet staffId="mia" isOpen onClose={() => {}} />);
  await press('10 min');
  await press('Move 1 appointment');
  const link = await screen.findByRole('link', { name: 'Text Bob Ray' });
  const [target, body] = (link.getAttribute('href') ?? '').split('&body=');
  expect(target).toBe('sms:+12125550100?');
  expect(decodeURIComponent(body ?? '')).toMatch(/^Hi Bob \(for Ann\), Mia is running/);
});
