import { nowMs } from '#platform/clock.ts';
import { lockNow } from './lock-now.ts';
import { personOf } from './kept-people.ts';
import { noteHere } from './last-here.ts';
import { isIdle, noteActive, noteSignedIn } from './people.ts';

/** How soon after its time a device locks by itself. */
const LOOK_EVERY_MS = 10_000;

/**
 * Locks when nobody has touched the app for as long as this device was told, and where it was locked elsewhere
 * and this page did not hear of it.
 */
export const watchIdle = (userId: string, until: AbortSignal): void => {
  noteSignedIn(userId);
  noteHere(userId);
  noteActive(nowMs());
  let isLocking = false;
  const look = (): void => {
    const person = personOf(userId);
    if (isLocking || !person || !(person.sealed || isIdle(nowMs()))) return;
    isLocking = true;
    void lockNow({ send: false }).finally(() => {
      isLocking = false;
    });
  };
  const touched = (): void => {
    // A tablet that slept wakes with a touch: that is somebody, and not yet who.
    look();
    if (!isLocking) noteActive(nowMs());
  };
  for (const event of ['pointerdown', 'keydown'] as const) {
    window.addEventListener(event, touched, { signal: until, capture: true, passive: true });
  }
  document.addEventListener('visibilitychange', look, { signal: until });
  const timer = setInterval(look, LOOK_EVERY_MS);
  until.addEventListener('abort', () => clearInterval(timer));
};
