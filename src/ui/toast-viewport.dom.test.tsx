import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showToast, toastStore } from './toast.ts';
import { ToastViewport } from './toast-viewport.tsx';

it.each(['error', 'success'] as const)(
  'what a toast of kind %s offers is there for screen readers, in no dialog',
  async (type) => {
    toastStore.set(() => ({ toasts: [], kept: [] }));
    render(<ToastViewport />);
    showToast({ type, title: `It was ${type}`, action: { label: 'Again', onPress: () => {} } });
    const title = await screen.findByText(`It was ${type}`);
    const toast = title.closest('.toast');
    expect(screen.getByRole('button', { name: 'Again' }).closest('.toast')).toBe(toast);
    const dismiss = screen.getByRole('button', { name: 'Dismiss' });
    expect(dismiss.closest('.toast')).toBe(toast);
    expect(toast?.getAttribute('role')).toBe('group');
    expect(toast?.hasAttribute('aria-modal')).toBe(false);
    expect(toast?.hasAttribute('aria-hidden')).toBe(false);
    expect(screen.queryAllByRole('alert')).toHaveLength(type === 'error' ? 1 : 0);
  },
);
