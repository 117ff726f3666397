import { businessNav, mainNav, settingsNav } from './nav.ts';
import { pathTo, patterns } from './paths.ts';
import { openCreateSheet } from '#app/frame/create.tsx';
import { openModal } from '#ui/overlays.tsx';
import { toggleSidebar } from '#ui/ui-state.ts';
import { createElement, lazy, Suspense, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { tinykeys } from 'tinykeys';

const ShortcutList = lazy(async () => ({
  default: (await import('./shortcut-list.tsx')).ShortcutList,
}));

/** Keys for people with a keyboard. Letters never act while somebody types. */
export const useShortcuts = (): void => {
  const navigate = useNavigate();
  useEffect(() => {
    const unlessTyping =
      (act: () => void) =>
      (event: KeyboardEvent): void => {
        if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
        event.preventDefault();
        act();
      };
    const places = [...mainNav, ...businessNav, settingsNav].flatMap(({ keys, to }) =>
      keys ? [[keys, unlessTyping(() => void navigate(to))] as const] : [],
    );
    // Below window, where screens listen: the second key of "g t" must not also mean their "t".
    return tinykeys(document.documentElement, {
      ...Object.fromEntries(places),
      n: (event) => {
        // The calendar has its own: a new appointment on the day it shows.
        if (location.pathname !== patterns.calendar) unlessTyping(openCreateSheet)(event);
      },
      b: unlessTyping(() => void navigate(pathTo('calendar', null, { new: 'appointment' }))),
      '[': unlessTyping(toggleSidebar),
      'Shift+?': unlessTyping(() =>
        openModal('Keyboard shortcuts', createElement(Suspense, null, createElement(ShortcutList))),
      ),
    });
  }, [navigate]);
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="menu"] *'));
