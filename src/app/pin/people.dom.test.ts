import { beforeEach, expect, test, vi } from 'vitest';
import { env } from '#platform/env.ts';
import { forgetPin, people, personOf } from './kept-people.ts';
import {
  isIdle,
  lockAtStart,
  lockedPeople,
  noteActive,
  noteSignedIn,
  sealSession,
  setLockAfterMin,
  setPin,
  unlock,
} from './people.ts';
import type { Seals } from './people.ts';

const MINUTE = 60_000;
const NOON = Date.parse('2026-11-22T12:00:00Z');

/** Opens as the real one does, in no time: the text lies behind its PIN. */
const seals: Seals = {
  makeSeal: async (pin) => ({
    rounds: 1,
    salt: pin,
    iv: '',
    privateKey: '',
    publicKey: {},
  }),
  sealText: async (text, seal) => ({ from: {}, iv: seal.salt, data: btoa(text) }),
  openText: async (sealed, _seal, pin) => (sealed.iv === pin ? atob(sealed.data) : null),
};

const session = (userId: string): string =>
  JSON.stringify({
    access_token: `token-of-${userId}`,
    refresh_token: `refresh-of-${userId}`,
    expires_at: 1,
    user: { id: userId },
  });
const signIn = (userId: string): void => localStorage.setItem(env().sessionKey, session(userId));
const stored = (): string | null => localStorage.getItem(env().sessionKey);

beforeEach(async () => {
  localStorage.clear();
  signIn('ann');
  await setPin('ann', 'Ann', '271828', seals);
  noteActive(NOON);
});

test('whoever locks is out of reach until their PIN is typed, and everybody is themselves', async () => {
  expect(await sealSession(2, seals)).toBe(true);
  expect(stored()).toBeNull();
  expect(localStorage.getItem('daybook-people') ?? '').not.toContain('refresh-of-ann');
  expect(lockedPeople()).toMatchObject([{ userId: 'ann', name: 'Ann', waiting: 2 }]);
  signIn('ben');
  await setPin('ben', 'Ben', '314159', seals);
  expect(await sealSession(0, seals)).toBe(true);
  expect(lockedPeople().map(({ name }) => name)).toEqual(['Ann', 'Ben']);
  expect(await unlock('ann', '314159', NOON, seals)).toEqual({ kind: 'wrong' });
  expect(await unlock('ann', '271828', NOON, seals)).toEqual({ kind: 'open' });
  expect(stored()).toBe(session('ann'));
  expect(lockedPeople().map(({ name }) => name)).toEqual(['Ben']);
});

test('whoever has no PIN is not locked out', async () => {
  signIn('cleo');
  expect(await sealSession(0, seals)).toBe(false);
  expect(stored()).toBe(session('cleo'));
});

test('wrong PINs make a pause in which a right one opens nothing, and end with the password', async () => {
  await sealSession(0, seals);
  let now = NOON;
  const wrong = () => unlock('ann', '000001', now, seals);
  for (let time = 0; time < 4; time += 1) expect(await wrong()).toEqual({ kind: 'wrong' });
  expect(await wrong()).toEqual({ kind: 'paused', untilMs: NOON + MINUTE });
  expect(await unlock('ann', '271828', NOON + 59_000, seals)).toMatchObject({ kind: 'paused' });
  for (const minutes of [5, 15, 15, 15]) {
    now = personOf('ann')!.pausedUntilMs;
    expect(await wrong()).toEqual({ kind: 'paused', untilMs: now + minutes * MINUTE });
  }
  now = personOf('ann')!.pausedUntilMs;
  expect(await wrong()).toEqual({ kind: 'gone' });
  expect(lockedPeople()).toEqual([]);
  expect(localStorage.getItem('daybook-people') ?? '').not.toContain(btoa(session('ann')));
  // The PIN is theirs again after the password.
  expect(people()).toHaveLength(1);
});

test('a right PIN forgets the wrong ones before it', async () => {
  await sealSession(0, seals);
  for (let time = 0; time < 4; time += 1) await unlock('ann', '000001', NOON, seals);
  await unlock('ann', '271828', NOON, seals);
  await sealSession(0, seals);
  expect(await unlock('ann', '000001', NOON, seals)).toEqual({ kind: 'wrong' });
});

test('a device that nobody touches locks, also when it was closed meanwhile', async () => {
  setLockAfterMin(10);
  expect(isIdle(NOON + 9 * MINUTE)).toBe(false);
  await lockAtStart(NOON + 9 * MINUTE, seals);
  expect(stored()).toBe(session('ann'));
  expect(isIdle(NOON + 10 * MINUTE)).toBe(true);
  await lockAtStart(NOON + 10 * MINUTE, seals);
  expect(stored()).toBeNull();
});

test('a clock that was set back opens nothing', () => {
  expect(isIdle(NOON - MINUTE)).toBe(true);
});

test('a session that another tab renewed while it was sealed is sealed as well', async () => {
  await sealSession(0, seals);
  signIn('ann');
  await lockAtStart(NOON, seals);
  expect(stored()).toBeNull();
});

test('whoever came in with another tab is locked when somebody else comes in, not thrown out', async () => {
  await sealSession(0, seals);
  signIn('ben');
  await setPin('ben', 'Ben', '314159', seals);
  expect(await unlock('ann', '271828', NOON, seals)).toEqual({ kind: 'open' });
  expect(stored()).toBe(session('ann'));
  expect(lockedPeople().map(({ name }) => name)).toEqual(['Ben']);
  expect(await unlock('ben', '314159', NOON, seals)).toEqual({ kind: 'open' });
  expect(stored()).toBe(session('ben'));
});

test('who is in by another tab is in here too', async () => {
  await sealSession(0, seals);
  await unlock('ann', '271828', NOON, seals);
  expect(await unlock('ann', '271828', NOON, seals)).toEqual({ kind: 'open' });
});

test('a session that the device has no room for stays sealed', async () => {
  await sealSession(0, seals);
  const room = localStorage;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => room.getItem(key),
    removeItem: (key: string) => room.removeItem(key),
    setItem: (key: string, value: string) => {
      if (key === env().sessionKey) throw new DOMException('full', 'QuotaExceededError');
      room.setItem(key, value);
    },
  });
  expect(await unlock('ann', '271828', NOON, seals)).toEqual({ kind: 'full' });
  vi.unstubAllGlobals();
  expect(await unlock('ann', '271828', NOON, seals)).toEqual({ kind: 'open' });
});

test('after the password nothing old is opened, and the PIN stays', async () => {
  await sealSession(0, seals);
  signIn('ann');
  noteSignedIn('ann');
  await lockAtStart(NOON, seals);
  expect(stored()).toBe(session('ann'));
  expect(lockedPeople()).toEqual([]);
});

test('who locks while the app is still starting finds their session behind the PIN', async () => {
  await sealSession(0, seals);
  noteSignedIn('ann');
  expect(await unlock('ann', '271828', NOON, seals)).toEqual({ kind: 'open' });
});

test('without a PIN there is nothing left of them', () => {
  forgetPin('ann');
  expect(localStorage.getItem('daybook-people')).toBeNull();
});

test('a PIN that the device has no room for is not taken for one', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    removeItem: () => undefined,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  await expect(setPin('ben', 'Ben', '314159', seals)).rejects.toThrow('no room');
  vi.unstubAllGlobals();
});

test('what is no list is nobody', () => {
  localStorage.setItem('daybook-people', '[{"userId": 1}, null, 5]');
  expect(people()).toEqual([]);
  localStorage.setItem('daybook-people', '{');
  expect(people()).toEqual([]);
});
