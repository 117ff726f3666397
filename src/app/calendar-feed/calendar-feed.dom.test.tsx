import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, ok } from '#domain/errors/result.ts';
import type { CalendarFeedServer, CalendarFeedState } from '#remote/calendar-feed.ts';
import { toasts } from '#tests/setup/screen.tsx';
import { toastStore } from '#ui/toast.ts';
import { CalendarFeedSection } from './calendar-feed-section.tsx';

const FIRST = 'https://salon.example/functions/v1/calendar-feed/first.ics';

let state: CalendarFeedState;
let refuses: boolean;
let asked: string[];
let online: boolean;

const server: CalendarFeedServer = {
  state: async () => ok(state),
  make: async (business, busyOnly) => {
    asked.push(`make for ${business}${busyOnly ? ', busy only' : ''}`);
    if (refuses) return fail('rate_limited');
    state = {
      is_staff: true,
      feed: { made_at: '2026-11-20T12:00:00Z', read_at: null, busy_only: busyOnly },
    };
    return ok(FIRST);
  },
  end: async () => {
    asked.push('end');
    state = { is_staff: true, feed: null };
    return ok(null);
  },
};

beforeEach(() => {
  state = { is_staff: true, feed: null };
  refuses = false;
  asked = [];
  online = true;
  toastStore.set(() => ({ toasts: [], kept: [] }));
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
});
afterEach(() => vi.restoreAllMocks());

const open = () => {
  render(<CalendarFeedSection businessId="b1" server={server} />);
  return userEvent.setup();
};
const dialog = (name: string) => within(screen.getByRole('dialog', { name }));

describe('the own calendar elsewhere', () => {
  it('is made, shown once to copy, made anew and ended after a question', async () => {
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Make a secret address' }));
    await screen.findByText(FIRST);
    await screen.findByText(/not read yet.* It tells services and first names\.$/);
    await user.click(screen.getByRole('button', { name: 'Copy address' }));
    await waitFor(() => expect(toasts()).toEqual(['Address copied']));
    expect(await navigator.clipboard.readText()).toBe(FIRST);

    await user.click(screen.getByRole('switch', { name: /^Only say that I am busy/ }));
    await user.click(screen.getByRole('button', { name: 'Make a new address' }));
    expect(asked).toEqual(['make for b1']);
    await user.click(dialog('Make a new address?').getByRole('button', { name: 'Make a new one' }));
    await screen.findByText(/It only says that you are busy\.$/);
    expect(asked).toEqual(['make for b1', 'make for b1, busy only']);

    await user.click(screen.getByRole('button', { name: 'End it' }));
    await user.click(dialog('End the address?').getByRole('button', { name: 'End it' }));
    await screen.findByRole('button', { name: 'Make a secret address' });
    expect(screen.queryByText(FIRST)).toBeNull();
  });

  it('says why none was made', async () => {
    refuses = true;
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Make a secret address' }));
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(screen.queryByText(FIRST)).toBeNull();
  });

  it('is nothing for who has no appointments', async () => {
    state = { is_staff: false, feed: null };
    open();
    await screen.findByText(/^Nobody makes appointments with you here/);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('says offline what cannot be done', async () => {
    open();
    const button = await screen.findByRole('button', { name: 'Make a secret address' });
    online = false;
    act(() => void window.dispatchEvent(new Event('offline')));
    screen.getByText(/^You are offline/);
    expect(button.closest('fieldset')?.disabled).toBe(true);
  });
});
