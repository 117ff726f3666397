import type { AppError } from '#domain/errors/result.ts';
import { onOnlineChange } from '#platform/online.ts';
import type { PublicProfile } from '#remote/public-booking.ts';
import { isFresh, knownProfile, loadProfile, refreshProfile } from '#remote/public-profile.ts';
import type { KnownProfile } from '#remote/public-profile.ts';
import { useCallback, useEffect, useState } from 'react';

export type ProfileState = {
  profile: PublicProfile | null;
  /** The last request failed. With a profile beside it, the page shows what it knew before. */
  error: AppError | null;
  /** Asks the server again, whatever is known. */
  refresh: () => Promise<void>;
};

/** The profile of a business: what this browser knows at once, what the server says soon after. */
export const useProfile = (slug: string): ProfileState => {
  const [known, setKnown] = useState<KnownProfile | null>(() => knownProfile(slug));
  const [error, setError] = useState<AppError | null>(null);

  const ask = useCallback(
    async (load: typeof loadProfile) => {
      const answer = await load(slug);
      setError(answer.ok ? null : answer.error);
      // A business that is gone must not live on in a browser's memory.
      if (answer.ok || answer.error.code === 'not_found') {
        setKnown(answer.ok ? knownProfile(slug) : null);
      }
    },
    [slug],
  );

  useEffect(() => {
    const askIfOld = () => {
      const now = knownProfile(slug);
      // The request of the page's first script may have been answered since the first drawing.
      if (isFresh(now)) setKnown(now);
      else void ask(loadProfile);
    };
    askIfOld();
    return onOnlineChange(askIfOld);
  }, [slug, ask]);

  const refresh = useCallback(() => ask(refreshProfile), [ask]);
  return { profile: known?.profile ?? null, error, refresh };
};
