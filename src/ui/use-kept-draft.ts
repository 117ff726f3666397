import { useRef, useState } from 'react';
import { dropDraft, keepDraft, readDraft } from './form-draft.ts';

/**
 * What is being put together in an editor that is more than a form (see use-form.ts): kept for this
 * tab under `key`, so that a reload, a crash or an update in the middle of it loses nothing.
 */
export const useKeptDraft = <V extends object>(key: string, start: () => V) => {
  const [base] = useState(start);
  const [restored] = useState(() => readDraft(key, base));
  const [values, setValues] = useState(restored?.values ?? base);
  const [isRestored, setRestored] = useState(restored !== null);
  // Two changes of one event both count.
  const latest = useRef(values);
  const set = (next: V): void => {
    latest.current = next;
    setValues(next);
  };
  return {
    values,
    change: (part: Partial<V>): void => {
      set({ ...latest.current, ...part });
      keepDraft(key, base, { values: latest.current, rev: null });
    },
    /** It was saved, or given up on purpose. */
    forget: (): void => dropDraft(key),
    /** What was typed before a reload is back. */
    isRestored,
    /** Back to what it began with. */
    startOver: (): void => {
      set(base);
      setRestored(false);
      dropDraft(key);
    },
  };
};
