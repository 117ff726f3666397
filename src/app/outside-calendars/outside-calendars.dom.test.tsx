import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, ok } from '#domain/errors/result.ts';
import type { AppError } from '#domain/errors/result.ts';
import type { OutsideCalendar, OutsideCalendarServer } from '#remote/outside-calendars.ts';
import { toasts } from '#tests/setup/screen.tsx';
import { toastStore } from '#ui/toast.ts';
import { OutsideCalendarsSection } from './outside-calendars-section.tsx';

const HOME: OutsideCalendar = {
  id: 'c1',
  name: 'Home',
  host: 'calendar.example',
  state: 'ok',
  failure: null,
  read_at: '2026-11-20T12:00:00Z',
  blocks: 3,
};
let calendars: OutsideCalendar[];
let isStaff: boolean;
let refusal: AppError | null;
let asked: string[];
let online: boolean;
/** What the server's answer to a new one waits for. */
let answered: Promise<void>;

const server: OutsideCalendarServer = {
  list: async () => ok({ is_staff: isStaff, calendars }),
  add: async (_, name, address) => {
    asked.push(`add ${name} at ${address}`);
    await answered;
    if (refusal) return fail(refusal.code, refusal.field ? { field: refusal.field } : {});
    calendars = [...calendars, { ...HOME, id: 'c2', name, state: 'new', read_at: null, blocks: 0 }];
    return ok(null);
  },
  readAgain: async (_, id) => {
    asked.push(`read ${id}`);
    return ok(null);
  },
  remove: async (_, id) => {
    asked.push(`remove ${id}`);
    calendars = calendars.filter((one) => one.id !== id);
    return ok(null);
  },
};

beforeEach(() => {
  calendars = [HOME];
  isStaff = true;
  refusal = null;
  asked = [];
  online = true;
  answered = Promise.resolve();
  toastStore.set(() => ({ toasts: [], kept: [] }));
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
});
afterEach(() => vi.restoreAllMocks());

const open = () => {
  render(<OutsideCalendarsSection businessId="b1" server={server} />);
  return userEvent.setup();
};

describe('calendars elsewhere', () => {
  it('say how they stand, are read when asked, and go after a question', async () => {
    const user = open();
    await screen.findByText(/^Last read .*: 3 busy times ahead\.$/);
    await user.click(screen.getByRole('button', { name: 'Read Home now' }));
    await waitFor(() => expect(asked).toEqual(['read c1']));
    await user.click(screen.getByRole('button', { name: 'Remove Home' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Home?' }));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(asked).toEqual(['read c1', 'remove c1']));
    await waitFor(() => expect(toasts()).toContain('The calendar and its busy times are removed'));
    await waitFor(() =>
      expect(screen.queryByRole('list', { name: 'Calendars elsewhere' })).toBeNull(),
    );
  });

  it('that cannot be read say why, and that what was read stays', async () => {
    calendars = [{ ...HOME, state: 'failed', failure: 'not_found' }];
    open();
    await screen.findByText(/no calendar at this address any more/);
    expect(screen.getByText(/3 busy times ahead from then stay\.$/)).toBeTruthy();
  });

  it('are added by their address; what is wrong with it is said there', async () => {
    refusal = { code: 'invalid', field: 'address' };
    const user = open();
    await user.type(await screen.findByLabelText('Name'), 'School');
    const address = screen.getByLabelText('Secret iCal address');
    await user.type(address, 'https://school.example/me.ics');
    await user.click(screen.getByRole('button', { name: 'Add calendar' }));
    await screen.findByText(/^This is no address of a calendar/);
    await waitFor(() => expect(document.activeElement).toBe(address));
    expect((address as HTMLInputElement).value).toBe('https://school.example/me.ics');
    refusal = null;
    await user.click(screen.getByRole('button', { name: 'Add calendar' }));
    await screen.findByText('School');
    await waitFor(() => expect((address as HTMLInputElement).value).toBe(''));
    expect(screen.getByText('It is read within a minute.')).toBeTruthy();
  });

  it('are added one after the other: what is typed while the server thinks stays', async () => {
    let answer = (): void => undefined;
    answered = new Promise((resolve) => (answer = resolve));
    const user = open();
    const name = await screen.findByLabelText<HTMLInputElement>('Name');
    const address = screen.getByLabelText<HTMLInputElement>('Secret iCal address');
    await user.type(name, 'School');
    await user.type(address, 'https://school.example/me.ics');
    await user.click(screen.getByRole('button', { name: 'Add calendar' }));
    await user.clear(name);
    await user.type(name, 'Club');
    answer();
    await screen.findByText('School');
    await waitFor(() => expect(address.value).toBe(''));
    expect(name.value).toBe('Club');
  });

  it('are nothing for who has no appointments here', async () => {
    isStaff = false;
    calendars = [];
    open();
    await screen.findByText(/^Nobody makes appointments with you here/);
    expect(screen.queryByRole('button', { name: 'Add calendar' })).toBeNull();
  });

  it('cannot be changed offline, and that is said', async () => {
    online = false;
    open();
    await screen.findByText(/^You are offline/);
  });
});
