// Runs in the page itself, before anything else has come: the first paint has the right colours, and
// what the page will need is on its way. The build puts it into index.html (.ci/boot-page.mjs).
import './booking-shell.css';
import './boot.css';
import { readSetting } from '#platform/storage.ts';
import { audienceOf } from '#app/audience.ts';
import { isBookingStart } from '#app/booking-start.ts';
import { ACCENT_KEY, THEME_KEY } from '#app/theme-keys.ts';
import { askForProfile } from './ask-for-profile.ts';
import { askForFiles } from './ask-for-files.ts';
import { watchStart } from './watch-start.ts';

const root = document.documentElement;
const isPublic = audienceOf(location.pathname) === 'public';

const theme = readSetting(THEME_KEY);
const isDark = matchMedia('(prefers-color-scheme: dark)');
const wear = (): void => {
  const dark = theme === 'dark' || (theme !== 'light' && isDark.matches);
  root.dataset.theme = dark ? 'dark' : 'light';
};
wear();

const names = document.currentScript?.dataset ?? {};
if (isPublic) {
  // A phone that turns dark in the evening, while a client books.
  isDark.addEventListener('change', wear);
  if (isBookingStart(location.pathname)) {
    askForProfile(location.pathname);
    oncePainted(() => {
      askForFiles(names['book']);
      warmUp();
    });
    // Another step than the first has another heading: it begins with the ring.
    if (!/[?&]step=/.test(location.search)) root.dataset.page = 'book';
  }
} else {
  // A cold browser takes 150 ms to wake its storage: time to fetch and read the app meanwhile.
  void globalThis.indexedDB?.databases?.().catch(() => undefined);
  // Somebody has worked here before.
  const accent = readSetting(ACCENT_KEY);
  if (accent !== null) {
    askForFiles(names['app']);
    if (location.pathname === '/calendar') askForFiles(names['calendar']);
    wearAccent(accent);
  }
  // Only the professional's side can be installed.
  link('manifest', '/manifest.webmanifest');
  link('apple-touch-icon', '/icons/apple-touch-icon.png');
}
watchStart();

/** The first picture before the rest: a slow phone has one hand for both. */
function oncePainted(then: () => void): void {
  new PerformanceObserver((_entries, observer) => {
    observer.disconnect();
    then();
  }).observe({ type: 'paint', buffered: true });
}

/** What writes money and times learns its languages beside us (public/first-number.js). */
function warmUp(): void {
  try {
    new Worker('/first-number.js');
  } catch {
    // Without workers the first price takes its time.
  }
}

/** The colour of the business that was open last; a client's page has its own. */
function wearAccent(accent: string): void {
  try {
    const values = (JSON.parse(accent) as Record<string, Record<string, string>>)[
      root.dataset.theme ?? ''
    ];
    for (const [name, value] of Object.entries(values ?? {})) root.style.setProperty(name, value);
  } catch {
    // The default accent is fine too.
  }
}

function link(rel: string, href: string): void {
  document.head.append(Object.assign(document.createElement('link'), { rel, href }));
}
