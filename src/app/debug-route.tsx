import { lazy } from 'react';

/** /debug opens inside the app when a database is open, and alone when nothing else works. */
export const DebugRoute = lazy(async () => ({
  default: (await import('#debug/debug-screen.tsx')).DebugScreen,
}));
