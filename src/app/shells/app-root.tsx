import '#ui/app.css';
import '#app/overlays/floating-card.css';
import { lazyExtra, lazyScreen } from '#ui/lazy-part.tsx';
import { ScreenSpinner } from '#ui/spinner.tsx';
import { GlobalOverlays } from '#ui/overlays.tsx';
import { whenIdle } from '#platform/idle.ts';
import { installLog, logError } from '#platform/log.ts';
import { nowMs } from '#platform/clock.ts';
import { watchInstall } from '#platform/install.ts';
import { markedToLeave } from '#platform/wipe-mark.ts';
import { startServiceWorker } from '#platform/service-worker.ts';
import { startAuth } from '#remote/auth.ts';
import { authState, readStoredSession } from '#remote/session.ts';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Navigate, useLocation } from 'react-router-dom';
import { audienceOf } from '#app/audience.ts';
import { DebugRoute } from '#app/debug-route.tsx';
import { loginPath } from '#app/destination.ts';
import { LeaveApp } from '#app/leave-app.tsx';
import { patterns } from '#app/paths.ts';
import { hasPin } from '#app/pin/pin-mark.ts';
import { watchTheme } from '#app/theme.ts';
import { Toasts } from '#app/toasts.tsx';
import { useAuthState } from '#app/use-auth-state.ts';
import { HomeBoundary } from './home-boundary.tsx';

const ProShell = lazyScreen(async () => (await import('./pro-shell.tsx')).ProShell);
const AuthShell = lazyScreen(async () => (await import('./auth-shell.tsx')).AuthShell);

const UpdateNotice = lazyExtra(
  async () => (await import('#app/overlays/update-notice.tsx')).UpdateNotice,
);

/** Everything that is not a client's page: the sign-in pages and the signed-in app. */
function App() {
  return (
    <BrowserRouter>
      <HomeBoundary>
        <Suspense fallback={<ScreenSpinner />}>
          <Gate />
        </Suspense>
      </HomeBoundary>
      <GlobalOverlays />
      <Suspense>
        <UpdateNotice />
      </Suspense>
      <Toasts />
    </BrowserRouter>
  );
}

/** Sends everybody where they belong. Signed-out people come back to `place` after signing in. */
function Gate() {
  const { pathname, search, hash } = useLocation();
  const state = useAuthState();
  const audience = audienceOf(pathname);
  if (audience === 'public') return <LeaveApp />;
  if (state.kind === 'loading') return <ScreenSpinner />;
  if (audience === 'auth') return <AuthShell />;
  if (state.kind === 'signed-in' && !state.needsCode) {
    return <ProShell key={state.userId} userId={state.userId} />;
  }
  if (pathname === patterns.debug) {
    return (
      <main>
        <DebugRoute />
      </main>
    );
  }
  return <Navigate to={loginPath(pathname + search + hash)} replace />;
}

const watchDevice = async (): Promise<void> => {
  try {
    const { watchForgotten } = await import('#app/devices/contact.ts');
    watchForgotten(async (userId) =>
      (await import('#app/devices/leave-forgotten.ts')).leaveForgotten(userId),
    );
  } catch (error) {
    // The file did not come; the next start asks.
    logError('The device could not ask whether it was forgotten', error);
  }
};

/** The local database opens beside React's first picture, not after it. */
const beginWork = async (): Promise<void> => {
  const state = authState();
  if (state.kind !== 'signed-in' || state.needsCode) return;
  const shell = await import('./pro-shell.tsx').catch(() => null);
  shell?.beginWorkspace(state.userId);
};

/** On a device with PINs nothing of the business is opened for somebody who was away. */
const lockIfAway = async (): Promise<void> => {
  if (!hasPin()) return;
  try {
    await (await import('#app/pin/people.ts')).lockAtStart(nowMs());
  } catch (error) {
    logError('The device could not be locked at its start', error);
  }
};

export const startApp = async (root: HTMLElement): Promise<void> => {
  installLog(window);
  await lockIfAway();
  // Fetched beside everything below, not after it: a cold browser takes 150 ms to open its storage.
  const isPro = audienceOf(location.pathname) === 'pro' && readStoredSession() !== null;
  const shell = (isPro ? ProShell : AuthShell).preload();
  // What a sign-out had to leave behind goes before anything of it could be seen.
  if ((await markedToLeave()).length > 0) {
    await (await import('#app/sign-out/finish-leaving.ts')).finishLeaving();
  }
  watchTheme();
  watchInstall();
  startAuth();
  // At once: a release that frees the tabs of this one must not meet a wish for its files after that.
  void startServiceWorker({ wantsApp: true });
  // The ring of index.html is still there. One that does not come is asked for again when drawn.
  await shell;
  if (isPro) await beginWork();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  document.documentElement.dataset.ready = '';
  // Nobody waits for it: a device that was forgotten elsewhere leaves once the page stands.
  whenIdle(() => void watchDevice());
};
