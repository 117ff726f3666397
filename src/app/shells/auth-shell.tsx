import { PRODUCT_NAME } from '#domain/product.ts';
import { AuthCallbackScreen } from '#features/auth/auth-callback-screen.tsx';
import { ForgotPasswordScreen } from '#features/auth/forgot-password-screen.tsx';
import { LoginScreen } from '#features/auth/login-screen.tsx';
import { RecoveredScreen } from '#features/auth/recovered-screen.tsx';
import { SecondFactorScreen } from '#features/auth/second-factor-screen.tsx';
import { SignUpScreen } from '#features/auth/sign-up-screen.tsx';
import { UpdatePasswordScreen } from '#features/auth/update-password-screen.tsx';
import { VerifyEmailScreen } from '#features/auth/verify-email-screen.tsx';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Link, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { DayPicture } from '#app/day-picture.tsx';
import { destinationIn } from '#app/destination.ts';
import { Mark } from '#app/mark.tsx';
import { rememberBusinesses } from '#app/my-businesses.ts';
import { patterns } from '#app/paths.ts';
import { noteLeft, placeFor } from '#app/pin/last-here.ts';
import { lockAtStart, lockedPeople, noteSignedIn } from '#app/pin/people.ts';
import { useAuthState } from '#app/use-auth-state.ts';
import { nowMs } from '#platform/clock.ts';
import { logError } from '#platform/log.ts';
import { readStoredSession, setAuthState } from '#remote/session.ts';
import { Button } from '#ui/button.tsx';
import { lazyScreen } from '#ui/lazy-part.tsx';

const LockScreen = lazyScreen(async () => (await import('#app/pin/lock-screen.tsx')).LockScreen);

/** The pages around signing in. A screen says what happened; where to go next is decided here. */
export function AuthShell() {
  const state = useAuthState();
  const { search } = useLocation();
  const navigate = useNavigate();
  const wanted = destinationIn(search);
  const carry = wanted === '/' ? '' : `?${new URLSearchParams({ next: wanted })}`;
  const isSignedIn = state.kind === 'signed-in';
  const destination = isSignedIn ? placeFor(state.userId, wanted) : wanted;
  const goOn = (): void => void navigate(destination, { replace: true });

  const isComplete = isSignedIn && !state.needsCode;
  // Came in with a recovery code: the way on begins with a new app.
  const [isRecovered, setRecovered] = useState(false);
  const recovered = (): void => setRecovered(true);
  // On a device that several people use each of them comes in with a PIN.
  const [asksForPin, setAsksForPin] = useState(() => lockedPeople().length > 0);
  const signedInId = isSignedIn ? state.userId : null;
  // Their session can come back while it is sealed: a tab renews it at that moment. It lets nobody in.
  const isLocked = asksForPin && lockedPeople().some(({ userId }) => userId === signedInId);
  useEffect(() => {
    if (signedInId && !asksForPin) noteSignedIn(signedInId);
  }, [signedInId, asksForPin]);
  // Nor by "Back" to a page of the business: nobody is signed in, and what was renewed goes behind the PIN.
  useEffect(() => {
    if (!isLocked) return;
    setAuthState({ kind: 'signed-out', why: 'none' });
    lockAtStart(nowMs()).catch((error: unknown) =>
      logError('A session that was renewed could not be sealed', error),
    );
  }, [isLocked]);
  const hasLeft = state.kind === 'signed-out' && state.why === 'left';
  useEffect(() => {
    if (hasLeft) noteLeft();
  }, [hasLeft]);
  const setUpApp = (): void => void navigate(`${patterns.settings}#security`, { replace: true });
  const signInPage = (page: ReactNode): ReactNode => {
    if (!isSignedIn || isLocked) return page;
    if (!isComplete) return <SecondFactorScreen onDone={goOn} onRecovered={recovered} />;
    return isRecovered ? (
      <RecoveredScreen onSetUp={setUpApp} onLater={goOn} />
    ) : (
      <Navigate to={destination} replace />
    );
  };

  return (
    <Frame>
      <Routes>
        <Route
          path={patterns.login}
          element={
            // /login?mode=sign-up is the old address of the same page.
            new URLSearchParams(search).get('mode') === 'sign-up' ? (
              <Navigate to={`${patterns.signUp}${carry}`} replace />
            ) : (
              signInPage(
                asksForPin ? (
                  <LockScreen
                    // From the beginning: nothing of whoever was here before stays in memory.
                    onOpen={(userId) => window.location.assign(placeFor(userId, wanted))}
                    onPassword={() => setAsksForPin(false)}
                  />
                ) : (
                  <>
                    <LoginScreen
                      ended={state.kind === 'signed-out' && state.why === 'ended'}
                      carry={carry}
                    />
                    {lockedPeople().length > 0 && (
                      <div className="mt-8">
                        <Button variant="quiet" wide onClick={() => setAsksForPin(true)}>
                          Come in with a PIN
                        </Button>
                      </div>
                    )}
                  </>
                ),
              )
            )
          }
        />
        <Route path={patterns.signUp} element={signInPage(<SignUpScreen carry={carry} />)} />
        <Route path={patterns.forgotPassword} element={<ForgotPasswordScreen carry={carry} />} />
        <Route
          path={patterns.updatePassword}
          element={
            // Whoever can read the mail has not shown the second factor: the link does not skip it.
            isSignedIn && !isComplete ? (
              <SecondFactorScreen onDone={() => undefined} onRecovered={recovered} />
            ) : (
              <UpdatePasswordScreen
                isSignedIn={isSignedIn}
                onDone={isRecovered ? setUpApp : goOn}
              />
            )
          }
        />
        <Route
          path={patterns.verifyEmail}
          element={
            <VerifyEmailScreen
              carry={carry}
              onDone={() => {
                noteSignedUp();
                goOn();
              }}
            />
          }
        />
        <Route
          path={patterns.authCallback}
          element={
            <AuthCallbackScreen
              onDone={(purpose) =>
                void navigate(purpose === 'recovery' ? patterns.updatePassword : destination, {
                  replace: true,
                })
              }
            />
          }
        />
        <Route path="*" element={<Navigate to={`${patterns.login}${carry}`} replace />} />
      </Routes>
    </Frame>
  );
}

/** Somebody new has no business yet: they can begin even if the server does not answer again today. */
const noteSignedUp = (): void => {
  const session = readStoredSession();
  if (session) rememberBusinesses(session.userId, []);
};

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)]">
      <div className="flex min-w-0 flex-col px-6 pt-[max(1.5rem,env(safe-area-inset-top))] pb-[max(1.5rem,env(safe-area-inset-bottom))] sm:px-10">
        <header>
          <Link
            to={patterns.login}
            className="inline-flex min-h-11 items-center gap-2.5 text-lg font-semibold tracking-tight"
          >
            <Mark />
            {PRODUCT_NAME}
          </Link>
        </header>
        <main className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-10">
          {children}
        </main>
        <footer className="text-sm text-muted">Keeps working when the internet does not.</footer>
      </div>
      <aside className="relative hidden overflow-hidden border-l border-line bg-raised lg:block">
        <DayPicture />
      </aside>
    </div>
  );
}
