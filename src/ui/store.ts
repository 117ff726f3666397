import { useSyncExternalStore } from 'react';

/** A value that lives outside React; screens subscribe to the part they show. */
export type Store<T> = {
  get: () => T;
  set: (change: (current: T) => T) => void;
  subscribe: (listener: () => void) => () => void;
};

export const createStore = <T>(initial: T): Store<T> => {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (change) => {
      const next = change(value);
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** Renders again when the picked part changes. `pick` must answer the same object for the same state. */
export const useStore = <T, Part>(store: Store<T>, pick: (value: T) => Part): Part =>
  useSyncExternalStore(store.subscribe, () => pick(store.get()));
