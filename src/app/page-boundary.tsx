import { reference } from '#platform/random.ts';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import type { FallbackProps } from 'react-error-boundary';
import { useLocation } from 'react-router-dom';
import { BrokenScreen } from './broken-screen.tsx';

/**
 * Catches what a screen throws, logs it and shows the 500 page. It forgets the error when the path
 * changes; `onReset` says where its button leads.
 */
export function PageBoundary({ onReset, children }: { onReset: () => void; children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary
      FallbackComponent={Fallback}
      resetKeys={[pathname]}
      // Also called when the path has changed: whoever goes somewhere else must arrive there.
      onReset={({ reason }) => {
        if (reason === 'imperative-api') onReset();
      }}
    >
      {children}
    </ErrorBoundary>
  );
}

function Fallback({ error, resetErrorBoundary }: FallbackProps) {
  // One reference per error: on screen, in the log and in the copied report.
  const code = useMemo(() => {
    const made = reference();
    void note(error, made);
    return made;
  }, [error]);
  return <BrokenScreen reference={code} onReset={resetErrorBoundary} />;
}

/** Fetched when it is needed: the clients' pages must not carry a log that they seldom write. */
const note = async (error: unknown, made: string): Promise<void> => {
  const { logError } = await import('#platform/log.ts');
  logError('A screen could not be drawn', error, { reference: made, path: location.pathname });
};
