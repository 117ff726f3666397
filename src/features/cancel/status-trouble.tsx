import { messageFor } from '#app/messages.ts';
import type { ErrorCode } from '#domain/errors/codes.ts';
import type { AppError } from '#domain/errors/result.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { CloudOff, Link2Off } from 'lucide-react';
import { useEffect, useState } from 'react';

export function LoadingStatus() {
  return (
    <div role="status" className="mx-auto w-full max-w-xl pt-10">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-8 w-56" />
      <Skeleton className="mt-6 h-72 w-full !rounded-lg" />
    </div>
  );
}

const TITLES: Partial<Record<ErrorCode, string>> = {
  not_found: 'This link does not work any more',
  offline: 'You are offline',
};

/** A link that is wrong, used up, expired or guessed: the same page for all of them, with `children` to do. */
export function StatusTrouble({
  error,
  refresh,
  children,
}: {
  error: AppError;
  refresh: () => Promise<void>;
  children: string;
}) {
  const [isBusy, setBusy] = useState(false);
  const isDead = error.code === 'not_found';
  const title = TITLES[error.code] ?? 'The page could not be loaded';
  useEffect(() => {
    document.title = title;
  }, [title]);
  const retry = async () => {
    setBusy(true);
    await refresh();
    setBusy(false);
  };
  return (
    <div className="grid flex-1 place-items-center">
      <EmptyState
        level="h1"
        icon={isDead ? Link2Off : CloudOff}
        title={title}
        action={
          !isDead && (
            <Button variant="primary" busy={isBusy} onClick={() => void retry()}>
              Try again
            </Button>
          )
        }
      >
        {isDead ? children : messageFor(error)}
      </EmptyState>
    </div>
  );
}
