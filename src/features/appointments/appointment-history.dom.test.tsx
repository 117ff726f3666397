// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeAppointmentStatus } from '#db/commands/appointment-status.ts';
import { noteHandedText } from '#db/commands/handed-texts.ts';
import { keepHistory } from '#db/commands/keep-history.ts';
import type { DaybookDb } from '#db/open.ts';
import type { HistoryLine } from '#domain/appointments/history-line.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { SentMessage } from '#domain/messages/sent-message.ts';
import { openSalon, salonTime } from '#tests/fixtures/salon.ts';
import { renderScreen } from '#tests/setup/screen.tsx';
import { AppointmentSheet } from './appointment-sheet.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
  db.fetchMessages = async () => ok([]);
});
afterEach(() => {
  vi.restoreAllMocks();
  db.close();
});

const goOffline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
const line = (more: Partial<HistoryLine>): HistoryLine => ({
  id: 1,
  rev: 1,
  kind: 'changed',
  segment_id: null,
  service: null,
  changes: {},
  by: 'member',
  user_id: 'somebody',
  who: 'Leo',
  device: 'Tablet at the door',
  mutation: 'x',
  made_at: salonTime(500),
  at: salonTime(500),
  ...more,
});
const MOVED = line({
  id: 7,
  rev: 7,
  changes: {
    starts_at: [salonTime(660), salonTime(600)],
    ends_at: [salonTime(705), salonTime(645)],
  },
  made_at: salonTime(842),
  at: salonTime(930),
});
const open = async () => {
  renderScreen(db, {
    path: '/calendar',
    screen: <AppointmentSheet id="visit" part={null} isOpen onClose={() => {}} />,
  });
  const sheet = within(await screen.findByRole('dialog'));
  const user = userEvent.setup();
  await user.click(await sheet.findByRole('button', { name: 'History' }));
  return { user, sheet };
};
const entries = () =>
  [...document.querySelectorAll('ol > li')].map(({ textContent }) => textContent);

describe('the history of an appointment', () => {
  it('says what changed, who did it, on which device, and that it was made offline', async () => {
    db.fetchHistory = async () => ok({ lines: [MOVED], more: false });
    const { sheet } = await open();
    expect(
      await sheet.findByText('Moved from Tue, Nov 24, 11:00 AM to Tue, Nov 24, 10:00 AM'),
    ).toBeTruthy();
    expect(
      sheet.getByText(
        'Leo · Tablet at the door · made offline Tue, Nov 24, 2:02 PM, arrived 3:30 PM',
      ),
    ).toBeTruthy();
  });

  it('names clients who booked online, the server, and whoever is reading', async () => {
    const status = (from: string, to: string): HistoryLine['changes'] => ({ status: [from, to] });
    db.fetchHistory = async () =>
      ok({
        lines: [
          line({ id: 3, rev: 3, changes: status('booked', 'arrived'), user_id: db.userId }),
          line({ id: 2, rev: 2, changes: { conflict: [true, false] } }),
          line({
            id: 1,
            kind: 'booked',
            changes: { source: [null, 'online'], status: [null, 'pending'] },
            by: 'client',
            who: null,
            device: null,
          }),
        ],
        more: false,
      });
    await open();
    await waitFor(() => expect(entries()).toHaveLength(3));
    expect(entries()).toEqual([
      expect.stringMatching(/^Arrived \(was booked\)You · Tablet/),
      expect.stringMatching(/^It holds its time nowDaybook, by itself · Tue/),
      expect.stringMatching(/^RequestedClient, online · Tue/),
    ]);
  });

  it('tells which booking policy the client has accepted', async () => {
    db.fetchHistory = async () => ok({ lines: [], more: false });
    await db.rows('appointments').update('visit', { policy_version: 2 });
    const { sheet } = await open();
    expect(await sheet.findByText('Accepted the booking policy, version 2')).toBeTruthy();
  });

  it('asks for older changes when somebody wants them', async () => {
    const asked: (number | null)[] = [];
    db.fetchHistory = async (_, before) => {
      asked.push(before);
      return before === null
        ? ok({ lines: [MOVED], more: true })
        : ok({
            lines: [line({ id: 2, rev: 2, changes: { staff_note: [false, true] } })],
            more: false,
          });
    };
    const { user, sheet } = await open();
    await user.click(await sheet.findByRole('button', { name: 'Show older changes' }));
    expect(await sheet.findByText('Internal note: written down')).toBeTruthy();
    expect(asked).toEqual([null, 7]);
    expect(sheet.queryByRole('button', { name: 'Show older changes' })).toBeNull();
  });

  it('offline, says what it does not know, and tells what waits here', async () => {
    goOffline();
    await changeAppointmentStatus(db, 'visit', 'arrived');
    const { sheet } = await open();
    expect(await sheet.findByText('You are offline')).toBeTruthy();
    expect(sheet.getByText('Arrived (was booked)')).toBeTruthy();
    expect(sheet.getByText('Not sent yet')).toBeTruthy();
  });

  it('offline, shows what the server said last, and since when that is', async () => {
    await keepHistory(db, 'visit', { lines: [MOVED], more: true });
    goOffline();
    const { sheet } = await open();
    expect(await sheet.findByText(/^As of Tue, Nov 24, 10:30 AM\. You are offline/)).toBeTruthy();
    expect(sheet.getByText(/^Moved from/)).toBeTruthy();
    expect(sheet.queryByRole('button', { name: 'Show older changes' })).toBeNull();
  });

  it('says that it failed, keeps what it had, and tries again', async () => {
    await keepHistory(db, 'visit', { lines: [MOVED], more: false });
    let fails = true;
    db.fetchHistory = async () =>
      fails ? fail('server_unavailable') : ok({ lines: [], more: false });
    const { user, sheet } = await open();
    expect(await sheet.findByText('The history could not be loaded')).toBeTruthy();
    expect(sheet.getByText(/^Moved from/)).toBeTruthy();
    fails = false;
    await user.click(sheet.getByRole('button', { name: 'Try again' }));
    expect(await sheet.findByText('Nothing has been recorded of this appointment.')).toBeTruthy();
  });
});

describe('the messages about an appointment', () => {
  const message = (more: Partial<SentMessage>): SentMessage => ({
    id: 'm1',
    kind: 'reminder_1',
    state: 'sent',
    at: salonTime(500),
    reason: null,
    to: 'cleo@example.com',
    ...more,
  });

  it('are listed with what became of them; one of a newer server too', async () => {
    db.fetchMessages = async () =>
      ok([
        message({ id: 'm3', kind: 'carrier_pigeon', state: 'queued', to: null }),
        message({ id: 'm2', kind: 'rebook', state: 'suppressed', reason: 'no_consent' }),
        message({ kind: 'booking_confirmed' }),
      ]);
    const { sheet } = await open();
    const list = within(await sheet.findByRole('region', { name: 'Messages' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^MessageWaiting to be sent · [^·]+$/),
      expect.stringMatching(/Not sent: they do not want it · .+ · cleo@example\.com$/),
      expect.stringMatching(/^BookedSent · .+ · cleo@example\.com$/),
    ]);
  });

  it('offline, what was handed to a phone is there all the same', async () => {
    goOffline();
    await noteHandedText(db, {
      client_id: 'cleo',
      appointment_id: 'visit',
      kind: 'running_late',
      channel: 'sms',
    });
    const { sheet } = await open();
    const list = within(await sheet.findByRole('region', { name: 'Messages' }));
    expect(list.getByRole('listitem').textContent).toMatch(/^Running lateHanded to /);
  });

  it('came back, were opened, or lie in the mailbox', async () => {
    db.fetchMessages = async () =>
      ok([
        message({ id: 'm3', state: 'bounced' }),
        message({ id: 'm2', state: 'suppressed', reason: 'bounced', at: salonTime(490) }),
        message({ state: 'opened', at: salonTime(480) }),
      ]);
    const { sheet } = await open();
    const list = within(await sheet.findByRole('region', { name: 'Messages' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^First reminderCame back: it could not be delivered · /),
      expect.stringMatching(/^First reminderNot sent: mails to this address came back · /),
      expect.stringMatching(/^First reminderOpened · /),
    ]);
  });

  it('are not there when nothing was sent, and it is said when they cannot be loaded', async () => {
    db.fetchMessages = async () => fail('server_unavailable');
    const { sheet } = await open();
    await sheet.findByText(/^The messages could not be loaded\./);
    expect(sheet.queryByRole('region', { name: 'Messages' })).toBeNull();
  });
});
