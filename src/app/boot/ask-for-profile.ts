import { readEnv } from '#platform/env.ts';
import { readSetting } from '#platform/storage.ts';
import { askEarly } from '#remote/early-answer.ts';
import { profileKey, slugOf } from '#remote/profile-key.ts';

/**
 * What the booking page shows is asked for before the scripts that will draw it are there. Where this
 * browser knows the business from before, those decide whether to ask.
 */
export const askForProfile = (pathname: string): void => {
  const slug = slugOf(pathname);
  if (slug === null || readSetting(profileKey(slug)) !== null) return;
  try {
    const { backendUrl, publishableKey } = readEnv(import.meta.env, location.origin, '');
    askEarly({ url: backendUrl, key: publishableKey }, 'public_profile', { slug });
  } catch {
    // This build is configured wrongly, which the page itself will say.
  }
};
