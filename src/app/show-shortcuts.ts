import { lazyPart } from '#ui/lazy-part.tsx';
import { openModal } from '#ui/overlays.tsx';
import { createElement, Suspense } from 'react';

const ShortcutList = lazyPart(async () => (await import('./shortcut-list.tsx')).ShortcutList);

export const showShortcuts = (): void =>
  openModal('Keyboard shortcuts', createElement(Suspense, null, createElement(ShortcutList)));
