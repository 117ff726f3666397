import type { AppError, Result } from '#domain/errors/result.ts';
import { onOnlineChange } from '#platform/online.ts';
import type { PublicProfile } from '#remote/public-booking.ts';
import {
  knownProfile,
  loadProfile,
  onProfileChange,
  refreshProfile,
} from '#remote/public-profile.ts';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

export type ProfileState = {
  profile: PublicProfile | null;
  /** The last request failed. With a profile beside it, the page shows what it knew before. */
  error: AppError | null;
  /** Asks the server again, whatever is known. */
  refresh: () => Promise<void>;
};

/** The profile of a business: what this browser knows at once, what the server says soon after. */
export const useProfile = (slug: string): ProfileState => {
  const known = useSyncExternalStore(onProfileChange, () => knownProfile(slug));
  const [error, setError] = useState<AppError | null>(null);

  const hear = (answer: Result<PublicProfile>) => setError(answer.ok ? null : answer.error);

  useEffect(() => {
    const ask = () => void loadProfile(slug).then(hear);
    ask();
    return onOnlineChange(ask);
  }, [slug]);

  const refresh = useCallback(() => refreshProfile(slug).then(hear), [slug]);
  return { profile: known?.profile ?? null, error, refresh };
};
