import { lazyScreen } from '#ui/lazy-part.tsx';

/** /debug opens inside the app when a database is open, and alone when nothing else works. */
export const DebugRoute = lazyScreen(
  async () => (await import('#debug/debug-screen.tsx')).DebugScreen,
);
