import type { Uuid } from '#domain/rows.ts';
import { env } from '#platform/env.ts';
import { storageUse } from '#platform/storage.ts';
import type { DeviceFacts } from '#remote/devices.ts';
import { givenName } from './device-number.ts';
import { platformOf } from './platform-words.ts';

/** The name that the person gave this device, or what it is: `Chrome on Android`. */
export const deviceNameOf = (userId: Uuid): string =>
  givenName(userId) ?? platformOf(navigator.userAgent);

/** What the server is told of this device. */
export const deviceFacts = async (userId: Uuid): Promise<DeviceFacts> => ({
  name: deviceNameOf(userId),
  platform: platformOf(navigator.userAgent),
  app_version: env().buildId.slice(0, 60),
  storage_bytes: (await storageUse())?.usedBytes ?? null,
});
