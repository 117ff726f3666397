import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { env } from '#platform/env.ts';
import { keepPerson, people, personOf } from './kept-people.ts';
import { LockScreen } from './lock-screen.tsx';
import { PinPart } from './pin-part.tsx';

/** Somebody of this device; what is sealed opens with no PIN. */
const person = (userId: string, name: string, waiting = 0) =>
  keepPerson({
    userId,
    name,
    seal: { rounds: 1, salt: '', iv: '', privateKey: '', publicKey: {} },
    sealed: { from: {}, iv: '', data: '' },
    wrong: 0,
    pausedUntilMs: 0,
    waiting,
  });

beforeEach(() => localStorage.clear());

describe('a PIN for this device', () => {
  it('is refused where it is too easy or not the same twice', async () => {
    render(<PinPart userId="ann" suggestion="ann" />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Set a PIN' }));
    const [pin, again] = [screen.getByLabelText('PIN'), screen.getByLabelText('PIN once more')];
    await user.type(pin, '123456');
    await user.click(screen.getByRole('button', { name: 'Save PIN' }));
    await screen.findByText(/^Too easy to guess/);
    await waitFor(() => expect(document.activeElement).toBe(pin));
    await user.clear(pin);
    await user.type(pin, '271828');
    await user.type(again, '271829');
    await screen.findByText('This is not the same PIN.');
    expect(people()).toEqual([]);
  });

  it('is refused to the seventh person of a device', () => {
    for (let n = 1; n <= 6; n += 1) person(`user-${n}`, `Person ${n}`);
    render(<PinPart userId="ann" suggestion="ann" />);
    expect(screen.getByText(/^6 people have a PIN here/)).toBeTruthy();
    expect((screen.getByRole('button', { name: 'Set a PIN' }) as HTMLButtonElement).disabled).toBe(
      true,
    );
  });

  it('can be taken away again', async () => {
    person('ann', 'Ann');
    render(<PinPart userId="ann" suggestion="ann" />);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Remove PIN' }));
    expect(personOf('ann')).toBeUndefined();
    await screen.findByRole('button', { name: 'Set a PIN' });
  });
});

describe('the lock screen', () => {
  it('names the people of the device and whose work waits, and says what was wrong', async () => {
    person('ann', 'Ann', 2);
    person('ben', 'Ben');
    let opened = 0;
    const open = (): void => {
      opened += 1;
    };
    render(<LockScreen onOpen={open} onPassword={() => undefined} />);
    const user = userEvent.setup();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Ann2 changes are not sent yet',
      'Ben',
    ]);
    await user.click(screen.getByRole('button', { name: /Ann/ }));
    await user.type(screen.getByLabelText('PIN'), '271828');
    await user.click(screen.getByRole('button', { name: 'Unlock' }));
    await screen.findByText('This is not the PIN. Try again.');
    await waitFor(() => expect((screen.getByLabelText('PIN') as HTMLInputElement).value).toBe(''));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('PIN')));
    expect(opened).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Somebody else' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });

  it('goes on when another tab let somebody in', () => {
    person('ann', 'Ann');
    const onOpen = vi.fn<(userId: string) => void>();
    render(<LockScreen onOpen={onOpen} onPassword={() => undefined} />);
    localStorage.setItem(
      env().sessionKey,
      JSON.stringify({ access_token: 'token', refresh_token: 'refresh', user: { id: 'ann' } }),
    );
    const tell = (key: string): boolean =>
      window.dispatchEvent(new StorageEvent('storage', { key }));
    // A session that was only renewed opens nothing.
    tell(env().sessionKey);
    expect(onOpen).not.toHaveBeenCalled();
    keepPerson({ ...personOf('ann')!, sealed: null });
    tell('daybook-people');
    expect(onOpen.mock.calls).toEqual([['ann']]);
  });
});
