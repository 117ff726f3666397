import { onAuthState, authState } from '#remote/session.ts';
import { forgetDevice, isForgotten, myDevices, noteDevice } from '#remote/devices.ts';
import { isOnline } from '#platform/online.ts';
import { log, logError } from '#platform/log.ts';
import { deviceIdOf, devicesHere } from './device-number.ts';
import { deviceFacts } from './this-device.ts';

/** Between two questions while the page is in use. */
const PAUSE_MS = 10 * 60_000;

/** What is asked of the server; a test brings its own. */
export const deviceServer = { isForgotten, noteDevice, myDevices, forgetDevice };

/**
 * Asks whether this device was forgotten on another one: at the start, when a network comes, when a
 * session ends, and now and then in between. Also for people who are no longer signed in here, whose
 * data is still on the device. `leave` removes everything of one person.
 */
export const watchForgotten = (
  leave: (userId: string) => Promise<void>,
  server: Pick<typeof deviceServer, 'isForgotten'> = deviceServer,
): (() => void) => {
  let lastMs = Number.NEGATIVE_INFINITY;
  let isAsking = false;
  const ask = async (): Promise<void> => {
    if (isAsking || !isOnline()) return;
    isAsking = true;
    lastMs = performance.now();
    for (const { userId, deviceId } of devicesHere()) {
      const answer = await server.isForgotten(deviceId);
      if (!answer.ok || !answer.value) continue;
      log('info', 'This device was forgotten on another one');
      // Asked again at the next contact; what has begun already is finished at the next start.
      await leave(userId).catch((error: unknown) => logError('A forgotten device stays', error));
    }
    isAsking = false;
  };
  const onVisible = (): void => {
    if (document.visibilityState !== 'visible') return;
    if (performance.now() - lastMs > PAUSE_MS) void ask();
  };
  const onOnline = (): void => void ask();
  const stopListening = onAuthState(() => {
    const state = authState();
    if (state.kind === 'signed-out' && state.why === 'ended') void ask();
  });
  window.addEventListener('online', onOnline);
  document.addEventListener('visibilitychange', onVisible);
  void ask();
  return () => {
    stopListening();
    window.removeEventListener('online', onOnline);
    document.removeEventListener('visibilitychange', onVisible);
  };
};

/** Tells the server of this device now; whether that worked. */
export const tellOfDevice = async (
  userId: string,
  server: Pick<typeof deviceServer, 'noteDevice'> = deviceServer,
): Promise<boolean> => {
  if (!isOnline()) return false;
  return (await server.noteDevice(deviceIdOf(userId), await deviceFacts(userId))).ok;
};
