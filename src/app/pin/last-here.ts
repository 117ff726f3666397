import { forgetTabSettings, readTabSetting, writeTabSetting } from '#platform/storage.ts';

const LAST_HERE_KEY = 'daybook-last-here';

/** The addresses of this tab are this person's from now on. */
export const noteHere = (userId: string): void => writeTabSetting(LAST_HERE_KEY, userId);

/** They have signed out: where they were is for whoever comes, as an invitation is. */
export const noteLeft = (): void => forgetTabSettings(LAST_HERE_KEY);

/** Where this person goes on: an address that somebody else has left in this tab is not for them. */
export const placeFor = (userId: string, place: string): string =>
  [null, userId].includes(readTabSetting(LAST_HERE_KEY)) ? place : '/';
