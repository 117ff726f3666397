import type { NavigateFunction } from 'react-router-dom';
import type { DaybookDb } from '#db/open.ts';
import type { Uuid } from '#domain/rows.ts';
import { tellOfDevice } from '#app/devices/contact.ts';

/** What begins once the first screen is there and nobody waits for anything. */
export const beginIdleWork = (
  {
    userId,
    db,
    navigate,
    begin,
  }: { userId: Uuid; db: DaybookDb; navigate: NavigateFunction; begin: () => void },
  until: AbortSignal,
): void => {
  if (until.aborted) return;
  // What nearly every next screen needs.
  void import('#ui/form-sheet.tsx').catch(() => undefined);
  // So that the person sees this device on the others, and can take it back.
  void tellOfDevice(userId).catch(() => undefined);
  void import('#app/pin/watch-idle.ts')
    .then(({ watchIdle }) => watchIdle(userId, until))
    .catch(() => undefined);
  void import('./sync/kept-here.ts')
    .then(({ watchKept }) => watchKept(db, begin, until))
    .catch(() => undefined);
  void import('./freed-times.ts')
    .then(({ watchFreedTimes }) => watchFreedTimes(db, navigate, until))
    .catch(() => undefined);
};
