import { beforeEach, expect, it } from 'vitest';
import {
  answerInstall,
  countPageVisit,
  dismissInstall,
  installState,
  watchInstall,
} from './install.ts';

watchInstall();

const offer = (outcome: 'accepted' | 'dismissed' = 'accepted') => {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: () => Promise.resolve(),
    userChoice: Promise.resolve({ outcome }),
  });
  window.dispatchEvent(event);
  return event;
};

beforeEach(() => {
  sessionStorage.clear();
  dismissInstall();
});

it('waits for the second page of the session', () => {
  const event = offer();
  expect(event.defaultPrevented).toBe(true);
  countPageVisit();
  expect(installState().show).toBe(false);
  countPageVisit();
  expect(installState().show).toBe(true);
});

it('shows at once when the offer comes later than the second page', () => {
  countPageVisit();
  countPageVisit();
  expect(installState().show).toBe(false);
  offer();
  expect(installState().show).toBe(true);
});

it('without an offer there is nothing to show', () => {
  for (let page = 0; page < 5; page += 1) countPageVisit();
  expect(installState()).toEqual({ promptEvent: null, show: false });
});

it.each(['accepted', 'dismissed'] as const)('is used up by the answer "%s"', async (outcome) => {
  offer(outcome);
  countPageVisit();
  countPageVisit();
  expect(await answerInstall()).toBe(outcome);
  expect(installState()).toEqual({ promptEvent: null, show: false });
});

it('goes when the app was installed another way', () => {
  offer();
  countPageVisit();
  countPageVisit();
  window.dispatchEvent(new Event('appinstalled'));
  expect(installState()).toEqual({ promptEvent: null, show: false });
});
