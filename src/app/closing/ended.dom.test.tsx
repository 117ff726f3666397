import 'fake-indexeddb/auto';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { rememberBusinesses, rememberedBusinesses } from '#app/my-businesses.ts';
import { WorkspaceContext } from '#app/workspace-context.ts';
import type { OpenWorkspace } from '#app/workspace-context.ts';
import { databaseName } from '#db/schema.ts';
import { ok } from '#domain/errors/result.ts';
import type { BusinessEnd } from '#remote/closing.ts';
import { INITIAL_STATUS } from '#sync/protocol.ts';
import { createStore } from '#ui/store.ts';
import { WhenEnded } from './ended-page.tsx';

const USER = 'u-1';
const SALON = 'b-1';
const OTHER = 'b-2';
const salon = { id: SALON, name: 'Salon', slug: 'salon', brandColour: 'teal', role: 'manager' };

let calls: string[];
beforeEach(async () => {
  calls = [];
  localStorage.clear();
  rememberBusinesses(USER, [salon, { ...salon, id: OTHER }] as never);
  for (const business of [SALON, OTHER]) {
    await new Promise<void>((resolve) => {
      const opening = indexedDB.open(databaseName(USER, business));
      opening.onsuccess = () => {
        opening.result.close();
        resolve();
      };
    });
  }
});

const kept = async () => (await indexedDB.databases()).map(({ name }) => name);
const lose = (end: BusinessEnd, pendingCount = 0) => {
  const workspace = {
    userId: USER,
    business: salon,
    sync: {
      status: createStore({ ...INITIAL_STATUS, kind: 'access-lost' as const, pendingCount }),
      stop: async () => void calls.push('stop'),
    },
    close: () => calls.push('close'),
  } as unknown as OpenWorkspace;
  render(
    <WorkspaceContext value={workspace}>
      <WhenEnded
        onEnded={() => calls.push('screens go')}
        ask={async () => {
          calls.push('asked');
          return ok(end);
        }}
      />
    </WorkspaceContext>,
  );
  return userEvent.setup();
};

const CLOSED = { state: 'closed', is_owner: false, erase_at: '2026-12-06T12:00:00+00:00' } as const;

describe('a device that loses a business', () => {
  it('keeps everything where the business goes on without this person', async () => {
    lose({ state: 'open', is_owner: false });
    await waitFor(() => expect(calls).toEqual(['asked']));
    expect(screen.queryByRole('heading')).toBeNull();
    expect(await kept()).toContain(databaseName(USER, SALON));
  });

  it('removes its copy of a closed one in plain words, and nothing of others', async () => {
    lose(CLOSED);
    await screen.findByRole('heading', { name: 'Salon is closed' });
    screen.getByText(/Its owner has closed it.*December 6, 2026.*This device removes its copy/);
    await waitFor(async () => expect(await kept()).not.toContain(databaseName(USER, SALON)));
    expect(calls).toEqual(['asked', 'screens go', 'stop', 'close']);
    expect(await kept()).toContain(databaseName(USER, OTHER));
    expect(rememberedBusinesses(USER).map(({ id }) => id)).toEqual([OTHER]);
    expect(screen.queryByRole('button', { name: 'Take it back' })).toBeNull();
  });

  it('asks about unsent work first', async () => {
    const user = lose({ state: 'erased', is_owner: false }, 2);
    await screen.findByText(/2 changes on this device never reached the server/);
    expect(await kept()).toContain(databaseName(USER, SALON));
    await user.click(screen.getByRole('button', { name: 'Remove everything' }));
    await waitFor(async () => expect(await kept()).not.toContain(databaseName(USER, SALON)));
    screen.getByRole('button', { name: 'Go on' });
  });

  it('offers its owner the way back', async () => {
    lose({ ...CLOSED, is_owner: true });
    await screen.findByRole('button', { name: 'Take it back' });
    screen.getByText(/You have closed it/);
  });
});
