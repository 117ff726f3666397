import { audienceOf } from './audience.ts';

const PARAMETER = 'next';

/**
 * Where a person wanted to go before signing in, if it is a place of ours for signed-in people;
 * else the dashboard. Anything that a browser could read as another site is refused: two slashes, a
 * backslash, a control character.
 */
export const safeDestination = (wanted: string | null | undefined): string => {
  if (!wanted?.startsWith('/') || wanted.length > 2_000) return '/';
  if (/^\/[/\\]/.test(wanted) || hasControlCharacter(wanted)) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, 'https://here.invalid');
  if (origin !== 'https://here.invalid' || pathname.startsWith('//')) return '/';
  return audienceOf(pathname) === 'pro' ? pathname + search + hash : '/';
};

/** The sign-in page that leads back to `place`. */
export const loginPath = (place: string, page = '/login'): string => {
  const destination = safeDestination(place);
  return destination === '/'
    ? page
    : `${page}?${new URLSearchParams({ [PARAMETER]: destination })}`;
};

/** The remembered place in the address of a sign-in page. */
export const destinationIn = (search: string): string =>
  safeDestination(new URLSearchParams(search).get(PARAMETER));

const hasControlCharacter = (text: string): boolean =>
  text.split('').some((character) => character < ' ' || character === '\u007f');
