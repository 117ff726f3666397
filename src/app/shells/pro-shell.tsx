import '#app/frame/frame.css';
import { BareFrame } from '#app/frame/bare-frame.tsx';
import { setAccent } from '#app/theme.ts';
import { whenIdle } from '#platform/idle.ts';
import { lock } from '#remote/auth.ts';
import { DbProvider, useQuery } from '#db/use-query.ts';
import { lazyExtra, lazyScreen } from '#ui/lazy-part.tsx';
import { ScreenSpinner } from '#ui/spinner.tsx';
import { useStore } from '#ui/store.ts';
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { AppFrame } from '#app/frame/app-frame.tsx';
import { DebugRoute } from '#app/debug-route.tsx';
import { patterns } from '#app/paths.ts';
import { SignedInRoutes, preloadScreen } from '#app/routes.tsx';
import { beginWith } from '#app/my-businesses.ts';
import { createWorkspace } from '#app/workspace.ts';
import type { Workspace, WorkspaceControl } from '#app/workspace.ts';
import { WorkspaceContext } from '#app/workspace-context.ts';
import type { OpenWorkspace } from '#app/workspace-context.ts';
import { workspaceHolder } from '#app/workspace-holder.ts';
import { HomeBoundary } from './home-boundary.tsx';

// Most people meet these once, or never.
const NewBusinessRoute = lazyScreen(
  async () => (await import('#app/new-business-route.tsx')).NewBusinessRoute,
);
const JoinScreen = lazyScreen(
  async () => (await import('#features/auth/join-screen.tsx')).JoinScreen,
);
const loadScreens = () => import('#app/workspace-screens.tsx');
const ChooseBusiness = lazyScreen(async () => (await loadScreens()).ChooseBusiness);
const WorkspaceFailed = lazyScreen(async () => (await loadScreens()).WorkspaceFailed);
const ClosedBusinesses = lazyExtra(
  async () => (await import('#app/closing/closed-businesses.tsx')).ClosedBusinesses,
);
const WhenEnded = lazyExtra(async () => (await import('#app/closing/ended-page.tsx')).WhenEnded);
const TrialFrame = lazyScreen(async () => (await import('#app/trial/trial-frame.tsx')).TrialFrame);
const WorkspaceClosed = lazyScreen(async () => (await loadScreens()).WorkspaceClosed);
const WorkspaceWaits = lazyScreen(async () => (await loadScreens()).WorkspaceWaits);

preloadScreen(window.location.pathname);

let begun: { userId: string; control: WorkspaceControl } | null = null;

/** Opens the data of the person who is signed in at the start, before anything has been drawn. */
export const beginWorkspace = (userId: string): void => {
  begun?.control.close();
  begun = { userId, control: createWorkspace(userId) };
  begun.control.start();
};

const takeBegun = (userId: string): WorkspaceControl | null => {
  const found = begun;
  begun = null;
  if (found?.userId === userId) return found.control;
  found?.control.close();
  return null;
};

/** The signed-in side of one person: first their business and its data, then the screens. */
export function ProShell({ userId }: { userId: string }) {
  const [control] = useState(() => takeBegun(userId) ?? createWorkspace(userId));
  useEffect(() => {
    control.start();
    return control.close;
  }, [control]);
  return <Stage control={control} userId={userId} />;
}

function Stage({ control, userId }: { control: WorkspaceControl; userId: string }) {
  const workspace = useStore(control.store, (value) => value);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  // Open even when nothing else is: this is where a person looks when it does not work.
  if (pathname === patterns.debug && workspace.kind !== 'open') {
    return (
      <main>
        <DebugRoute />
      </main>
    );
  }
  if (pathname === patterns.join) {
    return (
      <BareFrame>
        <JoinScreen
          onJoined={(businessId) => {
            beginWith(userId, businessId);
            // From the beginning: another business may be open here.
            window.location.assign(patterns.dashboard);
          }}
        />
      </BareFrame>
    );
  }
  switch (workspace.kind) {
    case 'looking':
    case 'opening':
      if ('wait' in workspace) return <WorkspaceWaits why={workspace.wait} />;
      return <ScreenSpinner label="Opening your calendar" />;
    case 'none':
      return pathname === patterns.onboarding ? (
        <BareFrame>
          <Suspense>
            <ClosedBusinesses />
          </Suspense>
          <NewBusinessRoute
            userId={userId}
            onCreated={(businessId) => {
              beginWith(userId, businessId);
              control.retry(businessId);
              void navigate(patterns.onboarding, { replace: true });
            }}
          />
        </BareFrame>
      ) : (
        <Navigate to={patterns.onboarding} replace />
      );
    case 'choosing':
      return <ChooseBusiness businesses={workspace.businesses} onChoose={control.choose} />;
    case 'failed':
      return <WorkspaceFailed error={workspace.error} onRetry={() => control.retry()} />;
    case 'closed':
      return <WorkspaceClosed />;
    default:
      return <Opened key={workspace.business.id} {...{ workspace, control, userId }} />;
  }
}

function Opened({
  workspace,
  control,
  userId,
}: {
  workspace: Extract<Workspace, { kind: 'open' }>;
  control: WorkspaceControl;
  userId: string;
}) {
  const businesses = useStore(control.businesses, (value) => value);
  const { business, db, sync } = workspace;
  const open = useMemo<OpenWorkspace>(
    () => ({ userId, business, businesses, sync, choose: control.choose, close: control.close }),
    [userId, business, businesses, sync, control],
  );
  useEffect(() => {
    workspaceHolder.set(() => open);
    return () => workspaceHolder.set(() => null);
  }, [open]);

  const navigate = useNavigate();
  useEffect(() => {
    const over = new AbortController();
    const cancel = whenIdle(
      () =>
        void import('#app/idle-work.ts')
          .then((idle) =>
            idle.beginIdleWork(
              { userId, db, navigate, begin: () => control.choose(business) },
              over.signal,
            ),
          )
          .catch(() => undefined),
    );
    return () => {
      cancel();
      over.abort();
    };
  }, [userId, db, navigate, control, business]);

  // The session is over on the server: lock, and come back here after signing in.
  const needsAuth = useStore(sync.status, (status) => status.kind === 'needs-auth');
  useEffect(() => {
    if (needsAuth) void lock(userId);
  }, [needsAuth, userId]);

  // Left, or closed by its owner: in that case there is nothing more to show.
  const isLost = useStore(sync.status, (status) => status.kind === 'access-lost');
  const [hasEnded, setEnded] = useState(false);
  const end = useCallback(() => setEnded(true), []);

  return (
    <WorkspaceContext value={open}>
      <DbProvider db={db}>
        {(isLost || hasEnded) && (
          <Suspense>
            <WhenEnded onEnded={end} />
          </Suspense>
        )}
        {!hasEnded && (
          <>
            <BusinessColour />
            <AppFrame>
              <HomeBoundary>
                <Suspense fallback={<ScreenSpinner />}>
                  {db.isTrial ? (
                    <TrialFrame>
                      <SignedInRoutes />
                    </TrialFrame>
                  ) : (
                    <SignedInRoutes />
                  )}
                </Suspense>
              </HomeBoundary>
            </AppFrame>
          </>
        )}
      </DbProvider>
    </WorkspaceContext>
  );
}

/** Follows the colour that the business has chosen in its settings. */
function BusinessColour() {
  const colour = useQuery(
    async (db) => (await db.rows('businesses').get(db.businessId))?.brand_colour,
    [],
  );
  useEffect(() => {
    if (colour) setAccent(colour);
  }, [colour]);
  return null;
}
