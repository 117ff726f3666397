import { expect, test, vi } from 'vitest';
import { env } from '#platform/env.ts';
import { makeSeal } from '#platform/seal.ts';
import { authState, setAuthState, watchOtherTabs } from '#remote/session.ts';
import { toastStore } from '#ui/toast.ts';
import { keepPerson, personOf } from './kept-people.ts';
import { lockNow } from './lock-now.ts';

const SESSION = JSON.stringify({
  access_token: 'token',
  refresh_token: 'refresh',
  user: { id: 'ann' },
});
const comeBack = (): void => {
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
};

test('a page that the browser keeps for "Back" shows nothing of whoever is locked', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  const seal = await makeSeal('271828', 1);
  keepPerson({
    userId: 'ann',
    name: 'Ann',
    seal,
    sealed: null,
    wrong: 0,
    pausedUntilMs: 0,
    waiting: 0,
  });
  localStorage.setItem(env().sessionKey, SESSION);
  setAuthState({
    kind: 'signed-in',
    userId: 'ann',
    email: null,
    recovering: false,
    needsCode: false,
  });
  watchOtherTabs();

  await lockNow({ send: false });
  expect(assign).toHaveBeenCalledOnce();
  expect(personOf('ann')?.sealed).not.toBeNull();
  expect(document.body.hidden).toBe(true);

  comeBack();
  expect(authState().kind).toBe('signed-out');
  expect(document.body.hidden).toBe(false);
  expect(reload).not.toHaveBeenCalled();

  // Another tab renewed the session while it was sealed.
  keepPerson({ ...personOf('ann')!, sealed: null });
  localStorage.setItem(env().sessionKey, SESSION);
  await lockNow({ send: false });
  localStorage.setItem(env().sessionKey, SESSION);
  comeBack();
  expect(document.body.hidden).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
});

test('a device that cannot be locked says so to whoever locks it', async () => {
  localStorage.clear();
  toastStore.set(() => ({ toasts: [], kept: [] }));
  await lockNow({ send: true });
  expect(toastStore.get().toasts.map(({ title }) => title)).toEqual([
    'This device could not be locked. Sign out instead.',
  ]);
});
