// The way in of the window: what every page needs before it can choose its shell, and nothing
// else, because clients on a slow phone wait for every kilobyte that is imported here.
import { audienceOf } from '#app/audience.ts';
import { reloadOnMissingChunk } from '#platform/stale-assets.ts';

reloadOnMissingChunk(window);

const start = async (root: HTMLElement): Promise<void> => {
  // Safari and older browsers: before any module of ours may touch it.
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
  if (audienceOf(location.pathname) === 'public') {
    const { startPublic } = await import('#app/shells/public-shell.tsx');
    startPublic(root);
  } else {
    const { startApp } = await import('#app/shells/app-root.tsx');
    await startApp(root);
  }
};

const root = document.getElementById('root');
if (root) void start(root);
