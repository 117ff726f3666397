// The way in of the window: what every page needs before it can choose its shell, and nothing
// else, because clients on a slow phone wait for every kilobyte that is imported here.
import { audienceOf } from '#app/audience.ts';
import { isBookingStart } from '#app/booking-start.ts';
import { watchMissingFiles } from '#platform/stale-assets.ts';

watchMissingFiles(window);

const start = async (root: HTMLElement): Promise<void> => {
  const { pathname } = location;
  if (audienceOf(pathname) === 'public') {
    const shell = import('#app/shells/public-shell.tsx');
    // Beside the shell instead of after it: on a phone each of them is a wait of its own.
    if (isBookingStart(pathname)) {
      const profile = import('#remote/public-profile.ts').then(({ preloadProfile }) =>
        preloadProfile(pathname),
      );
      void import('#features/booking/booking-layout.tsx');
      void import('#features/booking/booking-screen.tsx');
      await (await shell).startBooking(root, profile);
    } else {
      void import('#app/shells/public-pages.tsx');
      (await shell).startPublic(root);
    }
  } else {
    // Safari and older browsers: before any module of the signed-in side may touch it.
    if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
    const { startApp } = await import('#app/shells/app-root.tsx');
    await startApp(root);
  }
};

const root = document.getElementById('root');
if (root) void start(root);
