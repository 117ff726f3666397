import type { ReactNode } from 'react';
import { Modal } from './modal.tsx';
import { SideSheet } from './side-sheet.tsx';
import { createStore, useStore } from './store.ts';

export type OverlayState = { open: boolean; title: string; content: ReactNode };

const closed: OverlayState = { open: false, title: '', content: null };

/** The one modal and the one side sheet that can be opened from anywhere. */
export const modalStore = createStore<OverlayState>(closed);
export const sheetStore = createStore<OverlayState>(closed);

export const openModal = (title: string, content: ReactNode): void =>
  modalStore.set(() => ({ open: true, title, content }));

/** Keeps title and content, so that they do not vanish during the way out. */
export const closeModal = (): void => modalStore.set((state) => ({ ...state, open: false }));

export const openSheet = (title: string, content: ReactNode): void =>
  sheetStore.set(() => ({ open: true, title, content }));

export const closeSheet = (): void => sheetStore.set((state) => ({ ...state, open: false }));

const everything = (state: OverlayState): OverlayState => state;

/** Draws both; once per app. */
export function GlobalOverlays() {
  const modal = useStore(modalStore, everything);
  const sheet = useStore(sheetStore, everything);
  return (
    <>
      <SideSheet open={sheet.open} title={sheet.title} onClose={closeSheet}>
        {sheet.content}
      </SideSheet>
      <Modal open={modal.open} title={modal.title} onClose={closeModal}>
        {modal.content}
      </Modal>
    </>
  );
}
