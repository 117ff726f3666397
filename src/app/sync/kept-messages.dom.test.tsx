import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { toasts } from '#tests/setup/screen.tsx';
import { showToast, toastGone, toastStore } from '#ui/toast.ts';
import { KeptMessages } from './kept-messages.tsx';

beforeEach(() => toastStore.set(() => ({ toasts: [], kept: [] })));

test('an Undo that was missed is pressed later, once', async () => {
  const done: string[] = [];
  for (const name of ['Ada', 'Ben']) {
    const action = { label: 'Undo', onPress: () => void done.push(name) };
    toastGone(showToast({ title: `${name} archived`, action }));
  }
  render(<KeptMessages />);
  await userEvent.click(screen.getByRole('button', { name: 'Undo: Ada archived' }));
  expect(done).toEqual(['Ada']);
  expect(screen.queryByText('Ada archived')).toBeNull();
  expect(screen.getByRole('button', { name: 'Undo: Ben archived' })).not.toBeNull();
});

test('what could not be taken back says so in a message of its own', async () => {
  toastGone(
    showToast({
      title: 'Moved',
      action: {
        label: 'Undo',
        onPress: () => void showToast({ type: 'error', title: 'Too late' }),
      },
    }),
  );
  render(<KeptMessages />);
  await userEvent.click(screen.getByRole('button', { name: 'Undo: Moved' }));
  expect(toasts()).toEqual(['Too late']);
  expect(screen.getByText('Too late')).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.queryByText('Recent messages')).toBeNull();
});
