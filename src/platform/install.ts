import { readTabSetting, writeTabSetting } from './storage.ts';

/** What Chromium hands over instead of showing its own banner. */
export type InstallPromptEvent = Event & {
  prompt: () => Promise<void>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

export type InstallState = { promptEvent: InstallPromptEvent | null; show: boolean };

/** The banner waits for the second page of a session: whoever only looked in is not asked. */
const VISITS_BEFORE_BANNER = 2;
const VISITS_KEY = 'daybook-page-visits';

let state: InstallState = { promptEvent: null, show: false };
const listeners = new Set<() => void>();

const change = (next: InstallState): void => {
  state = next;
  for (const listener of listeners) listener();
};

export const installState = (): InstallState => state;

export const onInstallChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const visits = (): number => Number(readTabSetting(VISITS_KEY) ?? '0');

/** Starts to keep the browser's offer. As early as possible: the event comes only once. */
export const watchInstall = (): void => {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    change({
      promptEvent: event as InstallPromptEvent,
      show: visits() >= VISITS_BEFORE_BANNER,
    });
  });
  window.addEventListener('appinstalled', () => change({ promptEvent: null, show: false }));
};

/** Counts a page of this session; from the second one on the banner shows if there is an offer. */
export const countPageVisit = (): void => {
  const count = visits() + 1;
  writeTabSetting(VISITS_KEY, String(count));
  if (count >= VISITS_BEFORE_BANNER && state.promptEvent && !state.show) {
    change({ ...state, show: true });
  }
};

/** Asks the browser to install. The offer is used up by any answer. */
export const answerInstall = async (): Promise<'accepted' | 'dismissed'> => {
  const event = state.promptEvent;
  if (!event) return 'dismissed';
  await event.prompt();
  const { outcome } = await event.userChoice;
  change({ promptEvent: null, show: false });
  return outcome;
};

/** Puts the banner away for this visit. */
export const dismissInstall = (): void => change({ promptEvent: null, show: false });

export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  (navigator as Navigator & { standalone?: boolean }).standalone === true;

/** iPhones and iPads never offer; there a person has to use Share → Add to Home Screen. */
export const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1);
