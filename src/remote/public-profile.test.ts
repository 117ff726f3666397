import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  FRESH_MS,
  isFresh,
  knownProfile,
  loadProfile,
  onProfileChange,
  preloadProfile,
  refreshProfile,
} from './public-profile.ts';

let asked: string[];
let stored: Map<string, string>;
let answers: object[];
let slug: string;
let count = 0;

beforeEach(() => {
  slug = `salon-${(count += 1)}`;
  asked = [];
  answers = [];
  stored = new Map();
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z') });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('location', { origin: 'https://book.example' });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('fetch', (_: string, init: { body: string }) => {
    asked.push((JSON.parse(init.body) as { slug: string }).slug);
    return Promise.resolve(Response.json(answers.shift() ?? profile('Lumen')));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const profile = (name: string) => ({
  ok: true,
  server_time: '2026-11-21T12:00:00+00:00',
  business: { name },
});
const nameOf = () => knownProfile(slug)?.profile.business.name;

test('a profile is asked for once by many, and not again while it is fresh', async () => {
  await Promise.all([loadProfile(slug), loadProfile(slug)]);
  await loadProfile(slug);
  expect(asked).toEqual([slug]);
  vi.advanceTimersByTime(FRESH_MS);
  await loadProfile(slug);
  expect(asked).toEqual([slug, slug]);
});

test('whoever listens hears of a profile that arrived before anybody asked', async () => {
  let heard = 0;
  const stop = onProfileChange(() => (heard += 1));
  const preloaded = preloadProfile(`/book/${slug}`);
  expect(knownProfile(slug)).toBeNull();
  await preloaded;
  expect(heard).toBe(1);
  expect(nameOf()).toBe('Lumen');
  stop();
});

test('what was seen last is there at once, also when it is old', async () => {
  answers = [profile('Old name')];
  await loadProfile(slug);
  expect(JSON.stringify([...stored])).toContain('Old name');
  vi.advanceTimersByTime(FRESH_MS);
  expect(nameOf()).toBe('Old name');
  expect(isFresh(knownProfile(slug))).toBe(false);
});

test('asking anew replaces it, even when it is fresh', async () => {
  await loadProfile(slug);
  answers = [profile('New name')];
  await refreshProfile(slug);
  expect(nameOf()).toBe('New name');
});

test('a failed request keeps what is known; a business that is gone is forgotten', async () => {
  await loadProfile(slug);
  answers = [{ ok: false, code: 'rate_limited' }];
  await refreshProfile(slug);
  expect(nameOf()).toBe('Lumen');
  answers = [{ ok: false, code: 'not_found' }];
  await refreshProfile(slug);
  expect(knownProfile(slug)).toBeNull();
  expect(stored.size).toBe(0);
});

test('a clock that was set back does not make an old profile fresh for ever', async () => {
  await loadProfile(slug);
  vi.setSystemTime(Date.parse('2026-11-20T12:00:00Z'));
  expect(isFresh(knownProfile(slug))).toBe(false);
});

test('what was refused before the page was there is not asked for again by it', async () => {
  answers = [{ ok: false, code: 'not_found' }];
  await preloadProfile(`/book/${slug}`);
  expect(await loadProfile(slug)).toMatchObject({ ok: false, error: { code: 'not_found' } });
  expect(asked).toEqual([slug]);
  // Later it may be otherwise.
  expect(await loadProfile(slug)).toMatchObject({ ok: true });
});

test('a business that is known keeps nobody waiting', async () => {
  await loadProfile(slug);
  vi.advanceTimersByTime(FRESH_MS);
  let isAnswered = false;
  vi.stubGlobal('fetch', () => {
    asked.push(slug);
    return new Promise(() => undefined).finally(() => (isAnswered = true));
  });
  await preloadProfile(`/book/${slug}`);
  expect([isAnswered, asked.length]).toEqual([false, 2]);
});

test('an address that cannot be read asks for nothing', async () => {
  await preloadProfile('/book/%E0%A4%A');
  await preloadProfile('/privacy');
  expect(asked).toEqual([]);
});
