import { createStore } from './store.ts';

/**
 * The modal dialogs that are open, topmost last. A modal dialog makes everything outside it inert,
 * so whatever must stay usable (toasts) has to move inside the topmost one.
 */
export const openDialogs = createStore<readonly HTMLDialogElement[]>([]);

export const dialogOpened = (dialog: HTMLDialogElement): void =>
  openDialogs.set((open) => [...open.filter((one) => one !== dialog), dialog]);

export const dialogClosed = (dialog: HTMLDialogElement): void =>
  openDialogs.set((open) => (open.includes(dialog) ? open.filter((one) => one !== dialog) : open));
