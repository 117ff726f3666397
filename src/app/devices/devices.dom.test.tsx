// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkspaceContext } from '#app/workspace-context.ts';
import type { OpenWorkspace } from '#app/workspace-context.ts';
import { editClient } from '#db/commands/clients.ts';
import { TEST_USER } from '#db/memory-db.ts';
import type { DaybookDb } from '#db/open.ts';
import { openSalon } from '#db/test-rows.ts';
import { DbProvider } from '#db/use-query.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { DeviceFacts, KnownDevice } from '#remote/devices.ts';
import { INITIAL_STATUS } from '#sync/protocol.ts';
import { createStore } from '#ui/store.ts';
import { toasts } from '#tests/setup/screen.tsx';
import { expectConsoleErrors } from '#tests/setup/unit.ts';
import { toastStore } from '#ui/toast.ts';
import { tellOfDevice, watchForgotten } from './contact.ts';
import { deviceIdOf, devicesHere, forgetDeviceHere, renameDevice } from './device-number.ts';
import { DevicesSection } from './devices-section.tsx';

const OTHER: KnownDevice = {
  id: 'd-tablet',
  name: '<i>Tablet</i>',
  platform: 'Safari on iPad',
  app_version: '1',
  storage_bytes: 5,
  first_seen_at: '2026-11-01T10:00:00Z',
  seen_at: '2026-11-20T10:00:00Z',
  signed_in: true,
};

let db: DaybookDb;
let online: boolean;
let told: DeviceFacts[];
let devices: KnownDevice[];
let forgotten: string[];
const server = {
  isForgotten: async (id: string) => ok(forgotten.includes(id)),
  noteDevice: async (_: string, facts: DeviceFacts) => {
    told.push(facts);
    return ok({ forgotten: false });
  },
  myDevices: async () => ok([{ ...OTHER, id: deviceIdOf(TEST_USER), name: 'This' }, ...devices]),
  forgetDevice: async (id: string) => {
    devices = devices.filter((device) => device.id !== id);
    return ok(null);
  },
};

beforeEach(async () => {
  localStorage.clear();
  online = true;
  told = [];
  devices = [OTHER];
  forgotten = [];
  toastStore.set(() => ({ toasts: [], kept: [] }));
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  db = await openSalon();
});
afterEach(() => {
  vi.restoreAllMocks();
  db.close();
});

const open = () => {
  let synced = 0;
  const status = createStore({ ...INITIAL_STATUS, kind: 'idle' as const, lastSyncAt: null });
  const workspace = {
    userId: TEST_USER,
    sync: { status, syncNow: () => (synced += 1) },
  } as unknown as OpenWorkspace;
  render(
    <DbProvider db={db}>
      <WorkspaceContext value={workspace}>
        <MemoryRouter>
          <DevicesSection server={server} />
        </MemoryRouter>
      </WorkspaceContext>
    </DbProvider>,
  );
  return { user: userEvent.setup(), synced: () => synced };
};
const part = (name: RegExp | string) => within(screen.getByRole('region', { name }));

describe('devices and sync', () => {
  it('says what waits to be sent, about whom', async () => {
    await editClient(db, 'cleo', { first_name: 'Chloe' });
    open();
    await screen.findByRole('heading', { name: 'Waiting to be sent (1)' });
    const waiting = part(/^Waiting/);
    expect((await waiting.findByRole('listitem')).textContent).toMatch(
      /^Client changed · Chloe Adams/,
    );
  });

  it('keeps the name of this device, and tells the server', async () => {
    const { user, synced } = open();
    const name = screen.getByLabelText('Name');
    await user.clear(name);
    await user.type(name, 'Front desk');
    await user.tab();
    await waitFor(() => expect(told.at(-1)).toMatchObject({ name: 'Front desk' }));
    await user.click(screen.getByRole('button', { name: 'Sync now' }));
    expect(synced()).toBe(1);
    await user.clear(name);
    await user.tab();
    expect((name as HTMLInputElement).value).not.toBe('');
  });

  it('says how much is stored here, and asks the browser to keep it', async () => {
    let isKept = false;
    const storage = {
      estimate: async () => ({ usage: 12_300_000, quota: 2_000_000_000 }),
      persisted: async () => isKept,
      persist: async () => (isKept = true),
    };
    Object.defineProperty(navigator, 'storage', { configurable: true, value: storage });
    const { user } = open();
    await screen.findByText(/^12\.3 MB of 2\.0 GB used\. The browser may clear it/);
    await user.click(screen.getByRole('button', { name: 'Ask the browser to keep it' }));
    await screen.findByText(/The browser has promised to keep it/);
    expect(toasts()).toEqual(['The browser keeps your data']);
    Reflect.deleteProperty(navigator, 'storage');
  });

  it('forgets another device after saying what that means, and never lists this one', async () => {
    const { user } = open();
    const list = within(await screen.findByRole('list', { name: 'Other devices' }));
    expect(list.getAllByRole('listitem')).toHaveLength(1);
    await user.click(list.getByRole('button', { name: 'Forget <i>Tablet</i>' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Forget <i>Tablet</i>?' }));
    dialog.getByText(/also what it has not sent yet/);
    await user.click(dialog.getByRole('button', { name: 'Forget device' }));
    await screen.findByText('None. You are signed in on this device only.');
    expect(toasts()).toEqual(['Device forgotten']);
  });

  it('works offline but for the list of others, and says so', async () => {
    online = false;
    open();
    await screen.findByText(/The list of your devices is on the server/);
    expect(screen.queryByRole('list', { name: 'Other devices' })).toBeNull();
    screen.getByText('Not yet');
  });
});

describe('a device that was forgotten elsewhere', () => {
  let left: string[];
  const watch = () =>
    watchForgotten(async (userId) => {
      left.push(userId);
      forgetDeviceHere(userId);
    }, server);
  beforeEach(() => {
    left = [];
  });

  it('learns it at the next contact, for everybody who has data here', async () => {
    const [first, second] = [deviceIdOf('u-first'), deviceIdOf('u-second')];
    renameDevice('u-second', 'Tablet');
    expect(new Set(devicesHere().map(({ deviceId }) => deviceId))).toEqual(
      new Set([first, second]),
    );
    online = false;
    forgotten = [second];
    const stop = watch();
    online = true;
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(left).toEqual(['u-second']));
    stop();
    // Who comes back is a new device.
    expect(deviceIdOf('u-second')).not.toBe(second);
    expect(deviceIdOf('u-first')).toBe(first);
  });

  it('stays as it is when nobody can tell', async () => {
    deviceIdOf('u-first');
    const answers: string[] = [];
    const stop = watchForgotten(async (userId) => void left.push(userId), {
      isForgotten: async () => {
        answers.push('asked');
        return fail('server_unavailable');
      },
    });
    await waitFor(() => expect(answers).toEqual(['asked']));
    expect(left).toEqual([]);
    stop();
  });

  it('tries again what could not be removed, and does not make the others wait for it', async () => {
    const errors = expectConsoleErrors();
    const [first, second] = [deviceIdOf('u-first'), deviceIdOf('u-second')];
    forgotten = [first, second];
    let isStuck = true;
    const stop = watchForgotten(async (userId) => {
      if (isStuck && userId === 'u-first') throw new Error('another tab holds the data');
      left.push(userId);
      forgetDeviceHere(userId);
    }, server);
    await waitFor(() => expect(left).toEqual(['u-second']));
    isStuck = false;
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(left).toEqual(['u-second', 'u-first']));
    stop();
    expect(errors).toHaveLength(1);
  });

  it('tells of itself only when there is a network', async () => {
    online = false;
    expect(await tellOfDevice(TEST_USER, server)).toBe(false);
    online = true;
    expect(await tellOfDevice(TEST_USER, server)).toBe(true);
    expect(told).toHaveLength(1);
  });
});
