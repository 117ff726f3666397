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

/** Opens a dialog again that the browser has closed, below those that were opened after it. */
export const openAgain = (dialog: HTMLDialogElement): void => {
  const open = openDialogs.get();
  for (const one of open.slice(open.indexOf(dialog))) {
    // What is opened last is on top.
    if (one.open) one.close();
    one.showModal();
  }
};
