import { readTabSetting, writeTabSetting } from '#platform/storage.ts';
import { changedFields } from './changed-fields.ts';

/** Every draft's name begins so: signing out with a clean device removes them. */
export const DRAFT_PREFIX = 'daybook.draft.';

/**
 * What was typed into a form and not saved, kept for this tab: a reload, a crash or an update in
 * the middle of typing loses nothing. Only what differs from the row is brought back, over the row
 * as it is by then.
 */
export const readDraft = <V extends object>(key: string | undefined, initial: V): V | null => {
  if (key === undefined) return null;
  try {
    const stored: unknown = JSON.parse(readTabSetting(DRAFT_PREFIX + key) || 'null');
    if (stored === null || typeof stored !== 'object') return null;
    const known = Object.entries(stored).filter(([field]) => field in initial);
    return known.length > 0 ? { ...initial, ...(Object.fromEntries(known) as Partial<V>) } : null;
  } catch {
    return null;
  }
};

export const keepDraft = <V extends object>(key: string | undefined, base: V, values: V): void => {
  if (key === undefined) return;
  const changed = changedFields(base, values);
  writeTabSetting(
    DRAFT_PREFIX + key,
    Object.keys(changed).length > 0 ? JSON.stringify(changed) : '',
  );
};

export const dropDraft = (key: string | undefined): void => {
  if (key !== undefined) writeTabSetting(DRAFT_PREFIX + key, '');
};
