// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useShortcuts } from '#app/use-shortcuts.ts';
import { WorkspaceContext } from '#app/workspace-context.ts';
import type { OpenWorkspace } from '#app/workspace-context.ts';
import { themeStore } from '#app/theme.ts';
import { NEW_CLIENT } from '#domain/clients/schema.ts';
import type { DaybookDb } from '#db/open.ts';
import { openSalon, putAppointment, putRows, segmentOf } from '#db/test-rows.ts';
import { DbProvider } from '#db/use-query.ts';
import type { Searched } from '#ui/use-searched.ts';
import { PaletteHost } from './palette-host.tsx';
import { closePalette } from './palette-store.ts';

const HOSTILE = '"><script>alert(1)</script>\u202Egnihton';

let db: DaybookDb;
let synced: number;
beforeEach(async () => {
  synced = 0;
  db = await openSalon();
});
afterEach(() => {
  act(closePalette);
  db.close();
});

function Place() {
  useShortcuts();
  const { pathname, search, hash, state } = useLocation();
  return (
    <>
      <p data-testid="place">{pathname + search + hash}</p>
      <p data-testid="searched">{(state as Partial<Searched> | null)?.searched}</p>
    </>
  );
}

const open = async () => {
  const workspace = { sync: { syncNow: () => (synced += 1) } } as unknown as OpenWorkspace;
  render(
    <DbProvider db={db}>
      <WorkspaceContext value={workspace}>
        <MemoryRouter initialEntries={['/clients']}>
          <input aria-label="Note" />
          <Place />
          <PaletteHost />
        </MemoryRouter>
      </WorkspaceContext>
    </DbProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByLabelText('Note'));
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox');
  return { user, field };
};
const place = () => screen.getByTestId('place').textContent;
const chosen = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '';

it('finds a client as it is typed, and what they have booked', async () => {
  await putAppointment(db, 'next', [segmentOf('g1', 'ana', '2027-03-10T15:00:00+00:00')]);
  await putAppointment(db, 'past', [segmentOf('g2', 'ana', '2027-03-01T15:00:00+00:00')]);
  const { user, field } = await open();
  await user.type(field, 'cle');
  const people = within(await screen.findByRole('group', { name: 'Clients' }));
  people.getByRole('option', { name: /Cleo Adams/ });
  expect(chosen(field)).toContain('Cleo Adams');
  const coming = within(screen.getByRole('group', { name: 'Coming appointments' }));
  const [appointment, ...others] = coming.getAllByRole('option');
  expect(others).toEqual([]);
  expect(appointment!.textContent).toMatch(/Cleo Adams.*Mar 10.*10:00 AM.*Haircut/);
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(place()).toBe('/appointments/next'));
});

it('Enter right behind the last letter means what was typed, not what stood there', async () => {
  const { user, field } = await open();
  await user.type(field, 'cleo{Enter}');
  await waitFor(() => expect(place()).toBe('/clients/cleo'));
});

it('arrows go round the list, which is told by its one field', async () => {
  const { user, field } = await open();
  const options = screen.getAllByRole('option');
  const list = screen.getByRole('listbox');
  expect(field.getAttribute('aria-controls')).toBe(list.id);
  expect(chosen(field)).toBe(options[0]!.textContent);
  await user.keyboard('{ArrowUp}');
  expect(chosen(field)).toBe(options.at(-1)!.textContent);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(chosen(field)).toBe(options[1]!.textContent);
  expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1);
  expect(document.activeElement).toBe(field);
});

it('does things: theme, sync, a new appointment', async () => {
  const { user, field } = await open();
  await user.type(field, 'dark{Enter}');
  await waitFor(() => expect(themeStore.get()).toBe('dark'));
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  await user.click(screen.getByLabelText('Note'));
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox'), 'sync now{Enter}');
  await waitFor(() => expect(synced).toBe(1));
});

it('text that looks like a program stays text, and finds its client', async () => {
  await putRows(db, 'clients', [
    {
      ...NEW_CLIENT,
      id: 'odd',
      first_name: HOSTILE,
      last_name: '',
    },
  ]);
  const { user, field } = await open();
  await user.type(field, '"><script');
  const option = await screen.findByRole('option', { name: /script/ });
  // A name that turns the direction of writing does so in its own line only.
  expect(option.querySelector('bdi')?.textContent).toBe(HOSTILE);
  await user.clear(field);
  await user.type(field, `zzzz${HOSTILE}`);
  await screen.findByText(/^Nothing found on this device/);
  const add = screen.getByRole('option', { name: /^Add client/ });
  expect(add.querySelector('bdi')?.textContent).toBe(`Add client “zzzz${HOSTILE}”`);
});

describe('whoever is not found', () => {
  const miss = async (text: string) => {
    const opened = await open();
    await opened.user.type(opened.field, text);
    await screen.findByText(/^Nothing found on this device/);
    return opened;
  };

  it('can be added, booked, or looked for anew, and that is told', async () => {
    const { user, field } = await miss('zoe quill');
    expect(screen.getByRole('status').textContent).toBe(
      'Nothing found on this device. 3 suggestions',
    );
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Add client “zoe quill”',
      'Book “zoe quill”',
      'Clear the search',
    ]);
    await user.keyboard('{ArrowUp}{Enter}');
    expect(field).toHaveProperty('value', '');
    expect(document.activeElement).toBe(field);
    expect(chosen(field)).toBe('New appointment');
  });

  it('is added with Enter, under the name that was typed and no address tells', async () => {
    const { user } = await miss('zoe quill');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(place()).toBe('/clients?new=client'));
    expect(screen.getByTestId('searched').textContent).toBe('zoe quill');
  });

  it('is booked one step further down', async () => {
    const { user } = await miss('+1 555 010 99');
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(place()).toBe('/calendar?new=appointment'));
    expect(screen.getByTestId('searched').textContent).toBe('+1 555 010 99');
  });

  it('is no client to add for those who may not', async () => {
    await db.rows('memberships').clear();
    await miss('zoe quill');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Clear the search',
    ]);
  });
});

it('finds somebody while many others are being written', async () => {
  const { user, field } = await open();
  let isOver = false;
  const writing = (async () => {
    for (let n = 0; !isOver; n += 1) {
      await putRows(db, 'clients', [
        { ...NEW_CLIENT, id: `new-${n}`, first_name: `Newcomer ${n}` },
      ]);
    }
  })();
  await user.type(field, 'cleo');
  await screen.findByRole('option', { name: /Cleo/ }, { timeout: 3_000 }).finally(() => {
    isOver = true;
  });
  await writing;
});
