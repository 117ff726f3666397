import { useMemo } from 'react';
import { patchTestWarnings, type PatchTestWarning } from '#db/queries/patch-test-warnings.ts';
import { useQuery } from '#db/use-query.ts';
import type { Instant, Uuid } from '#domain/rows.ts';

type Part = { variant_id: Uuid | null; starts_at: Instant };

const NONE: readonly PatchTestWarning[] = [];

/** Asks the local tables, at every change, whether a test is missing for these services. */
export function usePatchTests(
  clientId: Uuid | null,
  segments: readonly Part[] | null,
): readonly PatchTestWarning[] {
  const key = useMemo(
    () => JSON.stringify(segments?.map(({ variant_id, starts_at }) => [variant_id, starts_at])),
    [segments],
  );
  const found = useQuery(
    async (db) => (segments ? await patchTestWarnings(db, clientId, segments) : []),
    [clientId, key],
  );
  return found ?? NONE;
}
