import type { Uuid } from '#domain/rows.ts';
import { readSetting, writeSetting } from '#platform/storage.ts';

const keyOf = (userId: Uuid): string => `daybook-trial-${userId}`;

/** Whether this person tries a made-up day of this business here. */
export const isTrying = (userId: Uuid, businessId: Uuid): boolean =>
  readSetting(keyOf(userId)) === businessId;

export const noteTrial = (userId: Uuid, businessId: Uuid | null): void =>
  writeSetting(keyOf(userId), businessId);
