// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { openSalon, putRows } from '#db/test-rows.ts';
import type { MembershipRow, SyncedRow } from '#domain/rows.ts';
import { renderScreen } from '#tests/setup/screen.tsx';
import { MembersScreen } from './members-screen.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
  await db.rows('staff').update('ben', { membership_id: 'm-ben' });
  await putMember({ id: 'm-ben', email: 'ben@salon.example', role: 'practitioner' });
});
afterEach(() => {
  vi.restoreAllMocks();
  db.close();
});

const putMember = (
  row: Pick<MembershipRow, 'id' | 'email' | 'role'> & Partial<Omit<MembershipRow, keyof SyncedRow>>,
) =>
  putRows(db, 'memberships', [
    {
      user_id: `user of ${row.id}`,
      custom_permissions: {},
      status: 'active',
      invitation_expires_at: null,
      ownership_offered_until: null,
      ...row,
    },
  ]);

const open = async (at = '/settings/members') => {
  renderScreen(db, { path: '/settings/members', at, screen: <MembersScreen /> });
  await screen.findByRole('heading', { name: 'Access' });
  return userEvent.setup();
};
const lines = () => screen.getAllByRole('listitem').map((line) => line.textContent);

describe('the members', () => {
  it('are shown with what they are, who is invited until when, and who is kept out', async () => {
    await putMember({
      id: 'm-new',
      email: 'nia@mail.example',
      role: 'assistant',
      status: 'invited',
      user_id: null,
      invitation_expires_at: '2027-03-16T15:00:00+00:00',
    });
    await putMember({
      id: 'm-out',
      email: 'out@mail.example',
      role: 'manager',
      status: 'suspended',
      custom_permissions: { analytics: 'none' },
    });
    await putMember({
      id: 'm-gone',
      email: 'gone@mail.example',
      role: 'manager',
      status: 'removed',
    });
    await open();
    expect(lines()).toEqual([
      expect.stringMatching(/Ana \(you\)Owner/),
      expect.stringMatching(/BenPractitioner · ben@salon.example/),
      expect.stringMatching(/nia@mail.exampleAssistant · link until March 16, 2027Invited/),
      expect.stringMatching(/out@mail.exampleManager, adjustedSuspended/),
    ]);
  });

  it('are changed in plain words; what differs from the role can be undone', async () => {
    const user = await open('/settings/members?member=m-ben');
    const sheet = within(await screen.findByRole('dialog', { name: 'Ben' }));
    await user.click(sheet.getByText('What exactly'));
    const contact = sheet.getByLabelText<HTMLSelectElement>('See phone, e-mail and address');
    expect(contact.value).toBe('own');
    await user.selectOptions(contact, 'No');
    sheet.getByText('1 thing is different from the role');
    await user.click(sheet.getByRole('button', { name: 'Back to the role' }));
    expect(contact.value).toBe('own');
    await user.click(sheet.getByRole('radio', { name: 'Assistant' }));
    expect(contact.value).toBe('none');
  });

  it('are only looked at without a connection', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await open('/settings/members?member=m-ben');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Invite' }).disabled).toBe(true);
    const sheet = within(await screen.findByRole('dialog', { name: 'Ben' }));
    sheet.getByText('You are offline.');
    expect(sheet.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(
      sheet.getByRole<HTMLButtonElement>('button', { name: 'Remove from the business' }).disabled,
    ).toBe(true);
  });

  it('who do not manage the team see themselves, and may leave', async () => {
    await db.rows('memberships').update('m-owner', { role: 'practitioner' });
    await db.rows('memberships').delete('m-ben');
    await open();
    expect(lines()).toEqual([expect.stringMatching(/Ana \(you\)Practitioner/)]);
    expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull();
    screen.getByRole('button', { name: 'Leave Test Salon' });
  });

  it('see that the business is offered to them until the offer ends', async () => {
    await db.rows('memberships').update('m-owner', {
      role: 'manager',
      ownership_offered_until: '2027-03-16T15:00:00+00:00',
    });
    await open();
    screen.getByText('Test Salon is offered to you');
    screen.getByRole('button', { name: 'Take over' });
    await db.rows('memberships').update('m-owner', {
      ownership_offered_until: '2027-03-01T15:00:00+00:00',
    });
    await screen.findByRole('heading', { name: 'Access' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Take over' })).toBeNull());
  });
});
