import { businessNav, mainNav, settingsNav } from './nav.ts';
import { openPalette } from './palette/palette-store.ts';
import { pathTo, patterns } from './paths.ts';
import { showShortcuts } from './show-shortcuts.ts';
import { openCreateSheet } from '#app/frame/create.tsx';
import { toggleSidebar } from '#ui/ui-state.ts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { tinykeys } from 'tinykeys';

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
      'Shift+?': unlessTyping(showShortcuts),
      // Also while somebody types: nobody writes a letter with this key. Over a dialog it would hide
      // what has to be answered first.
      '$mod+k': (event) => {
        if (document.querySelector('dialog[open]')) return;
        event.preventDefault();
        openPalette();
      },
    });
  }, [navigate]);
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="menu"] *'));
