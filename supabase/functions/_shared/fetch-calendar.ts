/**
 * Fetches a file from an address that somebody typed. The server stands in a network of its own: addresses
 * that lead there are refused, at the beginning and after every redirect.
 */
import type { CalendarFailure, CalendarText, FetchCalendar } from './outside-calendars.ts';

/** All addresses of a host; throws where it has none. */
type ResolveHost = (host: string) => Promise<string[]>;

const MOST_BYTES = 5_000_000;
const MOST_REDIRECTS = 3;
const TIMEOUT_MS = 10_000;

export function calendarFetcher(
  resolve: ResolveHost,
  fetchFile: typeof fetch = fetch,
): FetchCalendar {
  return async (address) => {
    try {
      return await follow(address, resolve, fetchFile, AbortSignal.timeout(TIMEOUT_MS));
    } catch {
      return { failure: 'unreachable' };
    }
  };
}

async function follow(
  address: string,
  resolve: ResolveHost,
  fetchFile: typeof fetch,
  signal: AbortSignal,
): Promise<CalendarText> {
  let url = new URL(address);
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    if (!(await isPublic(url, resolve))) return { failure: 'not_allowed' };
    const response = await fetchFile(url, {
      redirect: 'manual',
      signal,
      headers: { accept: 'text/calendar, text/plain;q=0.5' },
    });
    const next = response.status >= 300 && response.status < 400;
    const place = response.headers.get('location');
    if (next && place) {
      await response.body?.cancel();
      url = new URL(place, url);
      continue;
    }
    if (!response.ok) {
      await response.body?.cancel();
      return { failure: failureOf(response.status) };
    }
    return textOf(response);
  }
  return { failure: 'unreachable' };
}

const failureOf = (status: number): CalendarFailure =>
  [401, 403, 404, 410].includes(status) ? 'not_found' : 'unreachable';

/** Read piece by piece: a file without an end must not fill the memory. */
async function textOf(response: Response): Promise<CalendarText> {
  const reader = response.body?.getReader();
  if (!reader) return { text: '' };
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode() };
    bytes += value.byteLength;
    if (bytes > MOST_BYTES) {
      await reader.cancel();
      return { failure: 'too_large' };
    }
    text += decoder.decode(value, { stream: true });
  }
}

async function isPublic(url: URL, resolve: ResolveHost): Promise<boolean> {
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  if (url.port !== '') return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A name without a dot is one of the server's own network.
  if (!host.includes('.') && !host.includes(':')) return false;
  const isLiteral = /^[\d.]+$/.test(host) || host.includes(':');
  const addresses = isLiteral ? [host] : await resolve(host);
  return addresses.length > 0 && addresses.every(isPublicAddress);
}

/** Whether an IP address is one of the open internet. What is not known to be, is not. */
export function isPublicAddress(address: string): boolean {
  const four = /^(?:::ffff:)?(\d+)\.(\d+)\.(\d+)\.(\d+)$/i.exec(address);
  if (four) {
    const [a = 0, b = 0, c = 0] = four.slice(1).map(Number);
    const isOwn =
      a === 0 ||
      a === 10 ||
      a === 127 ||
      a >= 224 ||
      (a === 100 && b >= 64 && b < 128) ||
      (a === 169 && b === 254) ||
      (a === 172 && b >= 16 && b < 32) ||
      (a === 192 && b === 168) ||
      (a === 192 && b === 0 && (c === 0 || c === 2)) ||
      (a === 198 && (b === 18 || b === 19));
    return !isOwn;
  }
  // Of the newer ones those that are given out (2000::/3), without the tunnels to older ones.
  return /^[23][0-9a-f]{3}:/i.test(address) && !/^(?:2002:|2001:0{0,3}0:|2001::)/i.test(address);
}
