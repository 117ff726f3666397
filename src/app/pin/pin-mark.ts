import { readSetting } from '#platform/storage.ts';

/** Those who use this device with a PIN, as kept-people.ts reads them. The first screen needs no more. */
export const PEOPLE_KEY = 'daybook-people';

/** Whether this person comes in with a PIN here; without one, whether anybody does. */
export const hasPin = (userId = ''): boolean => readSetting(PEOPLE_KEY)?.includes(userId) ?? false;
