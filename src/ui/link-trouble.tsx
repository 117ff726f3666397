import type { AppError } from '#domain/errors/result.ts';
import { CircleAlert, CloudOff } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyPage } from './empty-page.tsx';

/**
 * What a link of a message leads to cannot be shown. One that is wrong, used up, expired or guessed says
 * the same. `what`: what could not be loaded; `way`: where else to go from a link that is dead; `children`:
 * how to get another one; `words`: of an error.
 */
export function LinkTrouble({
  error,
  what,
  way,
  words,
  refresh,
  children = 'It may be incomplete or too old. Use the link in the newest message, or contact the business directly.',
}: {
  error: AppError;
  what: 'page' | 'form';
  way?: ReactNode;
  words: (error: AppError) => string;
  refresh: () => Promise<void>;
  children?: ReactNode;
}) {
  const [isBusy, setBusy] = useState(false);
  if (error.code === 'not_found') {
    return (
      <EmptyPage icon={CircleAlert} title="This link does not work any more" action={way}>
        {children}
      </EmptyPage>
    );
  }
  const retry = async (): Promise<void> => {
    setBusy(true);
    await refresh();
    setBusy(false);
  };
  return (
    <EmptyPage
      icon={CloudOff}
      title={error.code === 'offline' ? 'You are offline' : `The ${what} could not be loaded`}
      action={
        <Button variant="primary" busy={isBusy} onClick={() => void retry()}>
          Try again
        </Button>
      }
    >
      {error.code === 'offline' ? 'Connect to the internet and try again.' : words(error)}
    </EmptyPage>
  );
}
