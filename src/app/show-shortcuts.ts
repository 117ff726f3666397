import { openModal } from '#ui/overlays.tsx';
import { createElement, lazy, Suspense } from 'react';

const ShortcutList = lazy(async () => ({
  default: (await import('./shortcut-list.tsx')).ShortcutList,
}));

export const showShortcuts = (): void =>
  openModal('Keyboard shortcuts', createElement(Suspense, null, createElement(ShortcutList)));
