import { readSetting, settingsWith, writeSetting } from '#platform/storage.ts';
import { useRef, useState } from 'react';

const PREFIX = 'daybook.begun.';

/**
 * What is put together before there is a database to keep it in. It stays on this device when the app is
 * closed in between, which a draft of a form (form-draft.ts) does not. Keys begin with whose it is. Only
 * what `start` has a field for comes back.
 */
export const readDeviceDraft = <V extends object>(key: string, start: V): V => {
  try {
    const stored = JSON.parse(readSetting(PREFIX + key) ?? '{}') as object;
    const known = Object.entries(stored).filter(([field]) => field in start);
    return { ...start, ...Object.fromEntries(known) };
  } catch {
    return start;
  }
};

/** null = it was saved, or given up on purpose. */
export const keepDeviceDraft = (key: string, values: object | null): void =>
  writeSetting(PREFIX + key, values && JSON.stringify(values));

/** Everything that somebody has begun here. */
export const forgetDeviceDrafts = (userId: string): void => {
  for (const [key] of settingsWith(PREFIX + userId)) writeSetting(key, null);
};

/** Such a draft under the hands of a person. */
export const useDeviceDraft = <V extends object>(key: string, start: () => V) => {
  const [values, setValues] = useState(() => readDeviceDraft(key, start()));
  // Two changes of one event both count.
  const latest = useRef(values);
  return {
    values,
    change: (part: Partial<V>): void => {
      latest.current = { ...latest.current, ...part };
      setValues(latest.current);
      keepDeviceDraft(key, latest.current);
    },
    forget: (): void => keepDeviceDraft(key, null),
  };
};
