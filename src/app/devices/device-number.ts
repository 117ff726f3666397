import type { Uuid } from '#domain/rows.ts';
import { readSetting, settingsWith, writeSetting } from '#platform/storage.ts';

/**
 * What this browser is to one person: a number of its own, which outlives sessions and fresh starts
 * of sync, and a name.
 */
const ID = 'daybook-device-';
const NAME = 'daybook-device-name-';

export const MAX_DEVICE_NAME = 60;

/** The number of this device; made when it is first asked for. */
export const deviceIdOf = (userId: Uuid): Uuid => {
  const known = readSetting(ID + userId);
  if (known) return known;
  const id = crypto.randomUUID();
  writeSetting(ID + userId, id);
  return id;
};

/** The people who have used this browser and not left it for good. */
export const devicesHere = (): { userId: Uuid; deviceId: Uuid }[] =>
  settingsWith(ID)
    .filter(([key]) => !key.startsWith(NAME))
    .map(([key, deviceId]) => ({ userId: key.slice(ID.length), deviceId }));

/** From now on this browser is a new device for this person. */
export const forgetDeviceHere = (userId: Uuid): void => {
  writeSetting(ID + userId, null);
  writeSetting(NAME + userId, null);
};

/** The name that the person gave it; null when they gave none. */
export const givenName = (userId: Uuid): string | null => readSetting(NAME + userId);

export const renameDevice = (userId: Uuid, name: string): void =>
  writeSetting(NAME + userId, name.trim().slice(0, MAX_DEVICE_NAME) || null);
