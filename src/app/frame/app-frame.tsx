import type { ReactNode } from 'react';
import { Suspense, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { PaletteHost } from '#app/palette/palette-host.tsx';
import { useShortcuts } from '#app/use-shortcuts.ts';
import { SyncAnnouncer } from '#app/sync/sync-announcer.tsx';
import { countPageVisit } from '#platform/install.ts';
import { lazyExtra } from '#ui/lazy-part.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

// There is seldom something that must not be missed.
const StatusBanner = lazyExtra(async () => (await import('./status-banner.tsx')).StatusBanner);
const InstallBanner = lazyExtra(
  async () => (await import('#app/overlays/install-banner.tsx')).InstallBanner,
);

/** What stays on screen while screens change: a sidebar, or bars above and below on phones. */
export function AppFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  useShortcuts();
  useEffect(() => countPageVisit(), [pathname]);
  return (
    <div className="frame">
      <a
        href="#content"
        className="fixed top-2 left-2 z-60 -translate-y-24 print:hidden rounded-md bg-accent px-4 py-2.5 font-medium text-on-accent focus-visible:translate-y-0"
      >
        Skip to content
      </a>
      <Sidebar />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar />
        <Suspense>
          <StatusBanner />
        </Suspense>
        <main
          id="content"
          tabIndex={-1}
          className="flex min-h-0 flex-1 flex-col focus:outline-none"
        >
          {children}
        </main>
      </div>
      <BottomBar />
      <SyncAnnouncer />
      <PaletteHost />
      <Suspense fallback={null}>
        <InstallBanner />
      </Suspense>
    </div>
  );
}
