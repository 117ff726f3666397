// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPool } from '#db/commands/resources.ts';
import { editService } from '#db/commands/services.ts';
import { createAppointment } from '#db/commands/appointments.ts';
import type { DaybookDb } from '#db/open.ts';
import { openSalon, segmentInput, TEST_NOW } from '#db/test-rows.ts';
import { pressToast, renderScreen, toasts } from '#tests/setup/screen.tsx';
import { ResourcesScreen } from './resources-screen.tsx';
import { neededByWords, outWords } from './resource-words.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon(() => Date.parse(TEST_NOW));
});
afterEach(() => db.close());

const open = async (at = '/more/resources') => {
  renderScreen(db, { path: '/more/resources', at, screen: <ResourcesScreen /> });
  await screen.findByRole('heading', { name: 'Rooms and equipment' });
  return userEvent.setup();
};
const sheet = async () => within(await screen.findByRole('dialog'));
/** A sheet leaves with a movement: until it is gone there may be two. */
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const made = async (): Promise<string> => {
  const result = await createPool(db, { name: 'Rooms', unit: 'Room', count: 2 });
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
};
const idOf = async (name: string): Promise<string> =>
  (await db.rows('resources').toArray()).find((one) => one.name === name)!.id;

describe('rooms and equipment', () => {
  it('begin with a group and its numbered things', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Add the first group' }));
    const form = await sheet();
    await user.type(form.getByLabelText('Name of the group'), 'Treatment rooms');
    await user.click(form.getByRole('button', { name: 'Add group' }));
    await form.findByText('Please fill this in.');
    await user.type(form.getByLabelText('One of them is called'), 'Room');
    await user.click(form.getByRole('button', { name: 'Add group' }));
    const section = within(await screen.findByRole('region', { name: 'Treatment rooms' }));
    section.getByText('No service needs it yet');
    expect(section.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      'Room 1',
      'Room 2',
    ]);
  });

  it('are renamed, added to and arranged', async () => {
    const id = await made();
    const user = await open(`/more/resources?pool=${id}`);
    const name = await (await sheet()).findByLabelText('Name of the group');
    await user.clear(name);
    await user.type(name, 'Suites');
    await user.click((await sheet()).getByRole('button', { name: 'Save' }));
    await gone();
    await user.click(await screen.findByRole('button', { name: 'Add to Suites' }));
    await user.type(await (await sheet()).findByLabelText('Name'), 'Garden suite');
    await user.click((await sheet()).getByRole('button', { name: 'Add' }));
    await gone();
    await user.click(await screen.findByRole('button', { name: 'Arrange' }));
    await user.click(screen.getByRole('button', { name: 'Move Garden suite up' }));
    await waitFor(() =>
      expect(screen.getAllByRole('listitem').map((one) => one.textContent?.trim())).toEqual([
        'Room 1',
        'Garden suite',
        'Room 2',
      ]),
    );
  });

  it('go out of service for some days, and say which visits stand there meanwhile', async () => {
    const pool = await made();
    await editService(db, 's-cut', { resource_needs: [{ pool_id: pool, qty: 1 }] });
    const segment = segmentInput('ana', '2027-03-10T15:00:00+00:00');
    const visit = await createAppointment(db, { client_id: 'cleo', segments: [segment] });
    const user = await open(`/more/resources?resource=${await idOf('Room 1')}`);
    const form = await sheet();
    await user.click(await form.findByRole('switch', { name: 'Out of service' }));
    await user.type(form.getByLabelText(/^Until/), '2027-03-12');
    await user.type(form.getByLabelText(/^Why/), 'Painting');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await gone();
    const line = () => screen.getByRole('button', { name: /^Room 1/ });
    await waitFor(() =>
      expect(line().textContent).toBe(
        'Room 1Out of service until Mar 12 · Painting1 visit stands in it meanwhile',
      ),
    );
    await user.click(line());
    const link = await (await sheet()).findByRole('link', { name: /Mar 10/ });
    expect(link.getAttribute('href')).toBe(`/appointments/${visit.ok ? visit.value : ''}`);
    // And back.
    await user.click((await sheet()).getByRole('switch', { name: 'Out of service' }));
    await user.click((await sheet()).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /^Room 1/ }).textContent).toBe('Room 1'),
    );
  });

  it('are archived with a way back, but not while visits stand in them', async () => {
    const pool = await made();
    await editService(db, 's-cut', { resource_needs: [{ pool_id: pool, qty: 1 }] });
    const segment = segmentInput('ana', '2027-03-10T15:00:00+00:00');
    await createAppointment(db, { client_id: 'cleo', segments: [segment] });
    const user = await open(`/more/resources?resource=${await idOf('Room 1')}`);
    await user.click(await (await sheet()).findByRole('button', { name: 'Archive' }));
    await (await sheet()).findByText('It is still needed');
    await user.click((await sheet()).getByRole('button', { name: 'Close' }));
    await gone();
    await user.click(screen.getByRole('button', { name: /^Room 2/ }));
    await user.click(await (await sheet()).findByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(toasts()).toEqual(['Room 2 archived']));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Room 2/ })).toBeNull());
    pressToast();
    await screen.findByRole('button', { name: /^Room 2/ });
  });

  it('ask before a group goes that services need', async () => {
    const pool = await made();
    await editService(db, 's-cut', { resource_needs: [{ pool_id: pool, qty: 1 }] });
    const user = await open(`/more/resources?pool=${pool}`);
    await user.click(await (await sheet()).findByRole('button', { name: 'Archive' }));
    const dialogs = await screen.findAllByRole('dialog');
    await user.click(within(dialogs.at(-1)!).getByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(toasts()).toEqual(['Rooms archived']));
  });

  it('only show to people who may not change them', async () => {
    await made();
    await db.rows('memberships').update('m-owner', { role: 'front_desk' });
    await open();
    expect(screen.queryByRole('button', { name: 'Add group' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Room 1/ })).toBeNull();
    screen.getByText('Room 1');
  });
});

describe('words', () => {
  const words = (out_from: string | null, out_until: string | null) =>
    outWords({ out_from, out_until }, '2027-03-09', (day) => day.slice(5));
  it('say when something is out of service', () => {
    expect(words(null, null)).toBeNull();
    expect(words('2027-03-01', '2027-03-08')).toBeNull();
    expect(words('2027-03-01', null)).toBe('Out of service until further notice');
    expect(words('2027-03-09', '2027-03-10')).toBe('Out of service until 03-10');
    expect(words('2027-03-12', '2027-03-14')).toBe('Out of service 03-12 – 03-14');
    expect(words('2027-03-12', null)).toBe('Out of service from 03-12');
  });

  it('say which services need it', () => {
    const needed = (...names: string[]) =>
      neededByWords({
        neededBy: names.map((name, index) => ({ service: { name } as never, qty: index + 1 })),
      });
    expect(needed()).toBe('No service needs it yet');
    expect(needed('Cut')).toBe('Needed by Cut');
    expect(needed('Cut', 'Colour')).toBe('Needed by Cut and Colour (2)');
    expect(needed('A', 'B', 'C', 'D')).toBe('Needed by A and 3 other services');
  });
});
