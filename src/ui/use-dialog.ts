import { useEffect, useRef, useState } from 'react';
import type { MouseEvent, RefObject, SyntheticEvent } from 'react';
import { dialogClosed, dialogOpened, openAgain, openDialogs } from './open-dialogs.ts';

/** The longest exit animation of .overlay, in ms; what it has drawn goes after it. */
const EXIT_MS = 260;

export type DialogWiring = {
  /** Whether there is anything to draw: also during the way out. */
  isShown: boolean;
  /** Key of what is drawn: opened again while it is on its way out, it begins anew. */
  opening: number;
  /** Spread on the <dialog>. */
  dialogProps: DialogProps;
};

export type DialogProps = {
  ref: RefObject<HTMLDialogElement | null>;
  onCancel: (event: SyntheticEvent) => void;
  onClose: (event: SyntheticEvent) => void;
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
 * the dialog all ask the owner to close it: the owner may refuse (unsaved work, a client who holds
 * the device) by not changing `open`. Focus goes back to where it was, which the browser does.
 */
export const useDialog = (open: boolean, onClose: () => void): DialogWiring => {
  const ref = useRef<HTMLDialogElement | null>(null);
  const ask = useRef(onClose);
  const [isShown, setShown] = useState(open);
  const [{ wasOpen, opening }, setOpening] = useState({ wasOpen: open, opening: 0 });
  if (open !== wasOpen) {
    setOpening({ wasOpen: open, opening: opening + (open ? 1 : 0) });
    if (open) setShown(true);
  }

  useEffect(() => {
    ask.current = onClose;
  });

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open) {
      dialog.inert = false;
      if (!dialog.open) {
        keepScrollbarPlace();
        dialog.showModal();
        // React's autoFocus comes before: nothing inside a closed dialog can take it.
        dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
      }
      dialogOpened(dialog);
      // Before the browser has it: the second Escape in a row would close whatever the owner says.
      const onKeyDown = (event: KeyboardEvent): void => {
        if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
        if (openDialogs.get().at(-1) !== dialog) return;
        event.preventDefault();
        ask.current();
      };
      document.addEventListener('keydown', onKeyDown);
      return () => {
        document.removeEventListener('keydown', onKeyDown);
        dialogClosed(dialog);
      };
    }
    if (!dialog.open) return;
    // At once: while it is on its way out, keys and presses are for the page again.
    dialog.close();
    dialog.inert = true;
    const timer = setTimeout(() => {
      dialog.inert = false;
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
    onClose: (event) => {
      // The second back gesture in a row closes without asking: the owner has not been asked yet.
      const dialog = ref.current;
      if (!open || !dialog || event.target !== dialog || dialog.open) return;
      openAgain(dialog);
      onClose();
    },
    onMouseDown: (event) => {
      // Only the backdrop has the dialog itself as target: its content fills the box.
      if (event.target !== event.currentTarget) return;
      // The press is over only after the dialog: it must not take the focus back from the page.
      event.preventDefault();
      onClose();
    },
  };
  return { isShown, opening, dialogProps };
};
