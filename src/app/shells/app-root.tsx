import '#ui/app.css';
import '#app/overlays/floating-card.css';
import { ScreenSpinner } from '#ui/spinner.tsx';
import { GlobalOverlays } from '#ui/overlays.tsx';
import { installLog } from '#platform/log.ts';
import { watchInstall } from '#platform/install.ts';
import { startServiceWorker } from '#platform/service-worker.ts';
import { startAuth } from '#remote/auth.ts';
import { authState } from '#remote/session.ts';
import { StrictMode, Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Navigate, useLocation, useNavigate } from 'react-router-dom';
import { audienceOf } from '#app/audience.ts';
import { DebugRoute } from '#app/debug-route.tsx';
import { loginPath } from '#app/destination.ts';
import { LeaveApp } from '#app/leave-app.tsx';
import { UpdateNotice } from '#app/overlays/update-notice.tsx';
import { PageBoundary } from '#app/page-boundary.tsx';
import { patterns } from '#app/paths.ts';
import { finishLeaving } from '#app/sign-out/finish-leaving.ts';
import { watchTheme } from '#app/theme.ts';
import { Toasts } from '#app/toasts.tsx';
import { useAuthState } from '#app/use-auth-state.ts';

const loadPro = () => import('./pro-shell.tsx');
const loadAuth = () => import('./auth-shell.tsx');

const ProShell = lazy(async () => ({ default: (await loadPro()).ProShell }));
const AuthShell = lazy(async () => ({ default: (await loadAuth()).AuthShell }));
/** Everything that is not a client's page: the sign-in pages and the signed-in app. */
function App() {
  return (
    <BrowserRouter>
      <Boundary>
        <Suspense fallback={<ScreenSpinner />}>
          <Gate />
        </Suspense>
      </Boundary>
      <GlobalOverlays />
      <UpdateNotice />
      <Toasts />
    </BrowserRouter>
  );
}

function Boundary({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  return <PageBoundary onReset={() => void navigate('/')}>{children}</PageBoundary>;
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

export const startApp = async (root: HTMLElement): Promise<void> => {
  installLog(window);
  // What a sign-out had to leave behind goes before anything of it could be seen.
  await finishLeaving();
  watchTheme();
  watchInstall();
  startAuth();
  // Fetched beside the first render, not after it.
  const isPro = audienceOf(location.pathname) === 'pro' && authState().kind === 'signed-in';
  void (isPro ? loadPro() : loadAuth()).catch(() => undefined);
  void startServiceWorker({ wantsApp: true });
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  document.documentElement.dataset.ready = '';
};
