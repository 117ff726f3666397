import { createStore } from './store.ts';

export type ToastType = 'success' | 'error' | 'info' | 'warning' | 'default';

export type ToastRequest = {
  type?: ToastType;
  title: string;
  description?: string;
  action?: { label: string; onPress: () => void };
};

export type Toast = ToastRequest & { id: string; type: ToastType };

/** How long a toast stays before it leaves by itself, and how long its way out takes. */
export const TOAST_MS = 5_000;
export const TOAST_EXIT_MS = 300;

/**
 * `toasts` wait to be shown or are on screen; `kept` are the ones that a person may have missed and
 * must still be able to find: errors, and anything that offered an action.
 */
export const toastStore = createStore<{ toasts: readonly Toast[]; kept: readonly Toast[] }>({
  toasts: [],
  kept: [],
});

let lastId = 0;

/** Tells a person something in passing. Callable from anywhere; the shell draws it. */
export const showToast = ({ type = 'default', ...request }: ToastRequest): string => {
  lastId += 1;
  const toast: Toast = { ...request, type, id: `toast-${lastId}` };
  const isKept = type === 'error' || toast.action !== undefined;
  toastStore.set(({ toasts, kept }) => ({
    toasts: [...toasts, toast],
    kept: isKept ? [toast, ...kept].slice(0, MAX_KEPT) : kept,
  }));
  return toast.id;
};

/** It is off the screen; kept ones stay in the list. */
export const toastGone = (id: string): void =>
  toastStore.set((state) => ({ ...state, toasts: state.toasts.filter((one) => one.id !== id) }));

/** Its action was taken or a person crossed it off: it leaves the list too. */
export const forgetToast = (id: string): void =>
  toastStore.set((state) => ({
    toasts: state.toasts.filter((one) => one.id !== id),
    kept: state.kept.filter((one) => one.id !== id),
  }));

export const forgetAllToasts = (): void => toastStore.set(({ toasts }) => ({ toasts, kept: [] }));

/** More than this nobody reads. */
const MAX_KEPT = 50;
