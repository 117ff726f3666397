import { useEffect, useRef, useState } from 'react';
import type { MouseEvent, RefObject, SyntheticEvent } from 'react';
import { dialogClosed, dialogOpened } from './open-dialogs.ts';

/** The longest exit animation of .overlay, in ms; the dialog is closed after it in any case. */
const EXIT_MS = 260;

export type DialogWiring = {
  /** Whether there is anything to draw: also during the way out. */
  isShown: boolean;
  /** Spread on the <dialog>. */
  dialogProps: DialogProps;
};

export type DialogProps = {
  ref: RefObject<HTMLDialogElement | null>;
  onCancel: (event: SyntheticEvent) => void;
  onClose: () => void;
  onMouseDown: (event: MouseEvent<HTMLDialogElement>) => void;
};

/** The page behind must not jump when its scrollbar goes. */
const keepScrollbarPlace = (): void => {
  const root = document.documentElement;
  if (document.querySelector('dialog[open]')) return;
  root.style.setProperty('--scrollbar', `${window.innerWidth - root.clientWidth}px`);
};

/**
 * Keeps a native <dialog> in step with `open`. Escape, the phone's back gesture and a press beside
 * the dialog all ask the owner to close it: the owner may refuse (unsaved work) by not changing
 * `open`. Focus goes back to where it was, which the browser does.
 */
export const useDialog = (open: boolean, onClose: () => void): DialogWiring => {
  const ref = useRef<HTMLDialogElement | null>(null);
  const [isShown, setShown] = useState(open);
  if (open && !isShown) setShown(true);

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open) {
      delete dialog.dataset.closing;
      if (!dialog.open) {
        keepScrollbarPlace();
        dialog.showModal();
        // React's autoFocus comes before: nothing inside a closed dialog can take it.
        dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
      }
      dialogOpened(dialog);
      return () => dialogClosed(dialog);
    }
    if (!dialog.open) return;
    dialog.dataset.closing = '';
    const timer = setTimeout(() => {
      delete dialog.dataset.closing;
      dialog.close();
      setShown(false);
    }, EXIT_MS);
    return () => clearTimeout(timer);
  }, [open]);

  const dialogProps: DialogProps = {
    ref,
    onCancel: (event) => {
      // A dialog inside this one cancels by itself; its event bubbles up here in React.
      if (event.target !== ref.current) return;
      event.preventDefault();
      onClose();
    },
    onClose: () => {
      // Chromium closes without asking on the second Escape in a row.
      if (open) onClose();
    },
    onMouseDown: (event) => {
      // Only the backdrop has the dialog itself as target: its content fills the box.
      if (event.target === event.currentTarget) onClose();
    },
  };
  return { isShown, dialogProps };
};
