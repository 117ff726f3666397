import { readTabSetting, writeTabSetting } from '#platform/storage.ts';
import { changedFields } from './changed-fields.ts';

/** Every draft's name begins so: signing out with a clean device removes them. */
export const DRAFT_PREFIX = 'daybook.draft.';

export type Draft<V> = {
  values: V;
  /** The number of the row that was typed over; null for a form that shows none. */
  rev: number | null;
};

/**
 * What was typed into a form and not saved, kept for this tab: a reload, a crash or an update in
 * the middle of typing loses nothing. Only what differs from the row is brought back, over the row
 * as it is by then.
 */
export const readDraft = <V extends object>(
  key: string | undefined,
  initial: V,
): Draft<V> | null => {
  if (key === undefined) return null;
  try {
    const stored = JSON.parse(readTabSetting(DRAFT_PREFIX + key) || 'null') as Stored | null;
    const known = Object.entries(stored?.changed ?? {}).filter(([field]) => field in initial);
    if (stored === null || known.length === 0) return null;
    const changed = Object.fromEntries(known) as Partial<V>;
    return { values: { ...initial, ...changed }, rev: stored.rev };
  } catch {
    return null;
  }
};

type Stored = { rev: number | null; changed: object };

export const keepDraft = <V extends object>(
  key: string | undefined,
  base: V,
  { values, rev }: Draft<V>,
): void => {
  if (key === undefined) return;
  const changed = changedFields(base, values);
  const stored: Stored = { rev, changed };
  writeTabSetting(
    DRAFT_PREFIX + key,
    Object.keys(changed).length > 0 ? JSON.stringify(stored) : '',
  );
};

export const dropDraft = (key: string | undefined): void => {
  if (key !== undefined) writeTabSetting(DRAFT_PREFIX + key, '');
};
