import { useEffect, useState } from 'react';
import type { depositMarks } from '#db/queries/calendar-deposits.ts';
import { whenAtRest } from './at-rest.ts';

export type ReadDeposits = typeof depositMarks;

/**
 * How to read what is paid before visits, for who may see it. Few visits are, so that the first paint does
 * not wait for it; without it, as when it cannot be loaded, cards say nothing of money.
 */
export function useDepositMarks(maySee: boolean): ReadDeposits | undefined {
  const [read, setRead] = useState<ReadDeposits>();
  useEffect(() => {
    if (!maySee) return;
    return whenAtRest(() => {
      void import('#db/queries/calendar-deposits.ts').then(
        (loaded) => setRead(() => loaded.depositMarks),
        () => setRead(undefined),
      );
    });
  }, [maySee]);
  return maySee ? read : undefined;
}
