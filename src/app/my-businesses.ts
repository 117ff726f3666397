import type { Uuid } from '#domain/rows.ts';
import { readSetting, writeSetting } from '#platform/storage.ts';
import type { MyBusiness } from '#remote/memberships.ts';

// Remembered per person on this device, because the next start may be without network. What is in
// here opens nothing: the server and the local database decide what a person may see.
const listKey = (userId: Uuid): string => `daybook-businesses-${userId}`;
const chosenKey = (userId: Uuid): string => `daybook-business-${userId}`;

export const rememberedBusinesses = (userId: Uuid): MyBusiness[] =>
  parseBusinesses(readSetting(listKey(userId)));

export const rememberBusinesses = (userId: Uuid, businesses: readonly MyBusiness[]): void =>
  writeSetting(listKey(userId), JSON.stringify(businesses));

/** The server said so when it was asked last, or somebody has just signed up. */
export const hasNoBusiness = (userId: Uuid): boolean => readSetting(listKey(userId)) === '[]';

export const rememberChoice = (userId: Uuid, businessId: Uuid): void =>
  writeSetting(chosenKey(userId), businessId);

/** The next start asks the server, and opens this one: somebody has just joined it. */
export const beginWith = (userId: Uuid, businessId: Uuid): void => {
  writeSetting(listKey(userId), null);
  rememberChoice(userId, businessId);
};

export const rememberedChoice = (userId: Uuid): Uuid | null => readSetting(chosenKey(userId));

export const forgetBusinesses = (userId: Uuid): void => {
  writeSetting(listKey(userId), null);
  writeSetting(chosenKey(userId), null);
};

/** The business to open: the last one chosen, the only one, or none so that the person chooses. */
export const businessToOpen = (
  businesses: readonly MyBusiness[],
  chosen: Uuid | null,
): MyBusiness | null =>
  businesses.find(({ id }) => id === chosen) ??
  (businesses.length === 1 ? (businesses[0] ?? null) : null);

export const parseBusinesses = (text: string | null): MyBusiness[] => {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isBusiness) : [];
  } catch {
    return [];
  }
};

const isBusiness = (value: unknown): value is MyBusiness =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'name' in value &&
  typeof value.name === 'string';
