import { describe, expect, test } from 'vitest';
import { calendarFetcher, isPublicAddress } from './fetch-calendar.ts';

const HOSTS: Record<string, string[]> = {
  'calendar.example': ['93.184.216.34'],
  'inside.example': ['93.184.216.34', '10.0.0.5'],
  'nowhere.example': [],
};
const resolve = async (host: string): Promise<string[]> => {
  const found = HOSTS[host];
  if (!found) throw new Error('no such host');
  return found;
};

/** What each address answers; everything that was asked for. */
const web = (pages: Record<string, () => Response>) => {
  const asked: string[] = [];
  const fetchFile = (async (input: URL) => {
    asked.push(String(input));
    const page = pages[String(input)];
    if (!page) throw new TypeError('fetch failed');
    return page();
  }) as typeof fetch;
  return { asked, read: calendarFetcher(resolve, fetchFile) };
};

const FILE = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR';
const HOME = 'https://calendar.example/home.ics';
const to = (place: string) => () =>
  new Response(null, { status: 302, headers: { location: place } });

test('a file is fetched, also where it has moved to', async () => {
  const { read } = web({
    [HOME]: to('/new.ics'),
    'https://calendar.example/new.ics': () => new Response(FILE),
  });
  expect(await read(HOME)).toEqual({ text: FILE });
});

describe('an address of the server’s own network is never asked', () => {
  test.each([
    'http://calendar.example/home.ics',
    'https://calendar.example:8443/home.ics',
    'https://me:secret@calendar.example/home.ics',
    'https://localhost/home.ics',
    'https://127.0.0.1/home.ics',
    'https://2130706433/home.ics',
    'https://[::1]/home.ics',
    'https://[::ffff:10.0.0.1]/home.ics',
    'https://inside.example/home.ics',
    'https://nowhere.example/home.ics',
    'https://metadata/latest',
  ])('%s', async (address) => {
    const { asked, read } = web({});
    expect(await read(address)).toEqual({ failure: 'not_allowed' });
    expect(asked).toEqual([]);
  });

  test('nor after a redirect', async () => {
    const { asked, read } = web({ [HOME]: to('https://169.254.169.254/latest') });
    expect(await read(HOME)).toEqual({ failure: 'not_allowed' });
    expect(asked).toEqual([HOME]);
  });
});

describe('what cannot be read says why', () => {
  test.each([
    [404, 'not_found'],
    [410, 'not_found'],
    [401, 'not_found'],
    [500, 'unreachable'],
    [429, 'unreachable'],
  ])('%i is %s', async (status, failure) => {
    const { read } = web({ [HOME]: () => new Response('no', { status }) });
    expect(await read(HOME)).toEqual({ failure });
  });

  test('nobody answers, or the host is not there', async () => {
    const { read } = web({});
    expect(await read(HOME)).toEqual({ failure: 'unreachable' });
    expect(await read('https://gone.example/home.ics')).toEqual({ failure: 'unreachable' });
  });

  test('redirects without an end', async () => {
    const { asked, read } = web({ [HOME]: to(HOME) });
    expect(await read(HOME)).toEqual({ failure: 'unreachable' });
    expect(asked).toHaveLength(4);
  });

  test('a file without an end', async () => {
    const endless = () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(1_000_000).fill(65)),
        }),
      );
    const { read } = web({ [HOME]: endless });
    expect(await read(HOME)).toEqual({ failure: 'too_large' });
  });
});

test.each([
  ['93.184.216.34', true],
  ['192.0.78.9', true],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['::ffff:192.168.1.1', false],
  ['2606:2800:220:1:248:1893:25c8:1946', true],
  ['fd00::1', false],
  ['fe80::1', false],
  ['::1', false],
  ['2002:0a00:0001::1', false],
  ['nonsense', false],
])('%s: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
