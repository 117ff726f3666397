import { useEffect, useRef } from 'react';
import type { CalendarView } from './period.ts';

type Keys = {
  onStep: (direction: -1 | 1) => void;
  onToday: () => void;
  onView: (view: CalendarView) => void;
  onNew: () => void;
};

const VIEW_KEYS: Record<string, CalendarView> = { d: 'day', x: 'three', w: 'week', l: 'agenda' };

/** Keys of the whole screen, while nothing that takes typing has focus and nothing lies over it. */
export function useCalendarKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest('input, textarea, select, dialog, [role="menu"], [contenteditable]'))
        return;
      const { onStep, onToday, onView, onNew } = latest.current;
      const inGrid = Boolean(target?.closest('.cal-grid'));
      const view = VIEW_KEYS[event.key];
      if (event.key === 'PageDown' || (event.key === 'ArrowRight' && !inGrid)) onStep(1);
      else if (event.key === 'PageUp' || (event.key === 'ArrowLeft' && !inGrid)) onStep(-1);
      else if (event.key === 't') onToday();
      else if (event.key === 'n') onNew();
      else if (view) onView(view);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
