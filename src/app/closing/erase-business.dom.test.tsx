// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkspaceContext } from '#app/workspace-context.ts';
import type { OpenWorkspace } from '#app/workspace-context.ts';
import { TEST_BUSINESS } from '#db/memory-db.ts';
import type { DaybookDb } from '#db/open.ts';
import { openSalon, putAppointment, segmentOf } from '#db/test-rows.ts';
import { DbProvider } from '#db/use-query.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Authenticator } from '#remote/security.ts';
import { EraseBusiness } from './erase-business.tsx';

let db: DaybookDb;
let online: boolean;
let authenticators: Authenticator[];
let asked: string[];

beforeEach(async () => {
  sessionStorage.clear();
  online = true;
  authenticators = [];
  asked = [];
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  db = await openSalon();
});
afterEach(() => {
  vi.restoreAllMocks();
  db.close();
});

const open = async () => {
  const workspace = {
    business: { id: TEST_BUSINESS },
    sync: { syncNow: () => asked.push('sync') },
  } as unknown as OpenWorkspace;
  render(
    <DbProvider db={db}>
      <WorkspaceContext value={workspace}>
        <MemoryRouter>
          <EraseBusiness
            server={{
              account: async () => ok({ email: null, newEmail: null, authenticators }),
              confirm: async (id, code) => {
                asked.push(`code ${code} of ${id}`);
                return code === '123456' ? ok(null) : fail('mfa_failed');
              },
              close: async (id, name) => {
                asked.push(`close ${id} ${name}`);
                return ok({ erase_at: '2026-12-06T12:00:00+00:00' });
              },
              closed: async () => ok({ businesses: [] }),
            }}
          />
        </MemoryRouter>
      </WorkspaceContext>
    </DbProvider>,
  );
  return userEvent.setup();
};
const toSheet = async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Erase Test Salon …' }));
  const sheet = within(await screen.findByRole('dialog'));
  const send = () => user.click(sheet.getByRole('button', { name: 'Close and erase' }));
  const type = (label: string, text: string) => user.type(sheet.getByLabelText(label), text);
  return { user, sheet, send, type };
};

describe('erasing the business', () => {
  it('is the owner’s alone', async () => {
    await db.rows('memberships').update('m-owner', { role: 'manager' });
    await open();
    await waitFor(async () =>
      expect((await db.rows('memberships').toArray())[0]?.role).toBe('manager'),
    );
    expect(screen.queryByRole('button', { name: /^Erase/ })).toBeNull();
  });

  it('needs its name, says who is still booked, and asks the server at once for what follows', async () => {
    await putAppointment(db, 'a1', [segmentOf('s1', 'ana', '2027-03-10T15:00:00+00:00')]);
    const { sheet, send, type } = await toSheet();
    await sheet.findByText('One appointment is still ahead');
    await type('Type the name of the business', 'Another');
    await send();
    await sheet.findByText('This is not the name of the business.');
    expect(asked).toEqual([]);
    await type('Type the name of the business', '{Control>}a{/Control}{Backspace} test salon');
    await send();
    await waitFor(() => expect(asked).toEqual([`close ${TEST_BUSINESS}  test salon`, 'sync']));
  });

  it('needs a code of this moment from whoever has an authenticator app', async () => {
    authenticators = [{ id: 'f1', name: 'phone', addedAt: '2026-11-01T10:00:00Z' }];
    const { sheet, send, type } = await toSheet();
    await sheet.findByLabelText('Code from your authenticator app');
    await type('Type the name of the business', 'Test Salon');
    await send();
    await sheet.findByText('Please fill this in.');
    await type('Code from your authenticator app', '999999');
    await send();
    await sheet.findByText(/This code is not right/);
    expect(asked).toEqual(['code 999999 of f1']);
    await type('Code from your authenticator app', '{Control>}a{/Control}{Backspace}123456');
    await send();
    await waitFor(() => expect(asked).toContain(`close ${TEST_BUSINESS} Test Salon`));
  });

  it('does not pretend to work without a network', async () => {
    online = false;
    await open();
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: /^Erase/ });
    expect(button.disabled).toBe(true);
    screen.getByText(/Connect to close the business/);
  });
});
