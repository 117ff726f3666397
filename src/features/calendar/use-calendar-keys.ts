import { useEffect, useRef } from 'react';
import type { CalendarView } from './period.ts';

type Keys = {
  onStep: (direction: -1 | 1) => void;
  onToday: () => void;
  onView: (view: CalendarView) => void;
  onPrint: () => void;
  onZoom: (direction: -1 | 1) => void;
};

// m moves the focused appointment: the month has another letter of its name.
const VIEW_KEYS: Record<string, CalendarView> = {
  d: 'day',
  x: 'three',
  w: 'week',
  o: 'month',
  l: 'agenda',
};

/** After `g` a letter belongs to the app's "go to" keys for as long as those wait. */
const GO_TO_MS = 1_000;

/** Keys of the whole screen, while nothing that takes typing has focus and nothing lies over it. */
export function useCalendarKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    let goToAt = -GO_TO_MS;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'g') goToAt = event.timeStamp;
      if (event.timeStamp - goToAt < GO_TO_MS) return;
      if (event.defaultPrevented || event.altKey) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest('input, textarea, select, dialog, [role="menu"], [contenteditable]'))
        return;
      const { onStep, onToday, onView, onPrint, onZoom } = latest.current;
      if (event.ctrlKey || event.metaKey) {
        // The browser's own key for printing prints the sheet that was made for paper.
        if (event.key !== 'p') return;
        event.preventDefault();
        return onPrint();
      }
      const inGrid = Boolean(target?.closest('.cal-grid'));
      const view = VIEW_KEYS[event.key];
      if (event.key === 'PageDown' || (event.key === 'ArrowRight' && !inGrid)) onStep(1);
      else if (event.key === 'PageUp' || (event.key === 'ArrowLeft' && !inGrid)) onStep(-1);
      else if (event.key === 't') onToday();
      else if (event.key === '+' || event.key === '=') onZoom(1);
      else if (event.key === '-') onZoom(-1);
      else if (view) onView(view);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
