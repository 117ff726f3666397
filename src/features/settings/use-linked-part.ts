import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Parts that come later push the others down; after this time the page stands. */
const SETTLING_MS = 3_000;

/**
 * Brings the part that the address names into view, and keeps it there while parts above it are still
 * being loaded, until the person does something.
 */
export const useLinkedPart = (isReady: boolean): void => {
  const { hash } = useLocation();
  useEffect(() => {
    if (!isReady || hash === '') return;
    const show = (): void => document.getElementById(hash.slice(1))?.scrollIntoView();
    show();
    if (!('ResizeObserver' in window)) return;
    const observer = new ResizeObserver(show);
    const stop = new AbortController();
    const finish = (): void => {
      observer.disconnect();
      stop.abort();
    };
    observer.observe(document.body);
    const timer = setTimeout(finish, SETTLING_MS);
    for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const) {
      window.addEventListener(event, finish, { signal: stop.signal, passive: true });
    }
    return () => {
      clearTimeout(timer);
      finish();
    };
  }, [isReady, hash]);
};
