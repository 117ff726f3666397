import type { ComponentType } from 'react';
import { MissingPart, lazyPart } from './lazy-part.tsx';
import type { LazyPart, Load } from './lazy-part.tsx';
import { Modal } from './modal.tsx';
import type { OverlayProps } from './modal.tsx';
import { SideSheet } from './side-sheet.tsx';

/** Of every sheet and dialog that is fetched when it is opened. */
type Overlay = { onClose: () => void } & ({ open: boolean } | { isOpen: boolean });

/** A sheet; without network an empty one with this title says so, and can be closed. */
export const lazySheet = <P extends Overlay>(title: string, load: Load<P>): LazyPart<P> =>
  lazyPart(load, missingIn(SideSheet, title));

/** The same for a dialog in the middle of the screen. */
export const lazyModal = <P extends Overlay>(title: string, load: Load<P>): LazyPart<P> =>
  lazyPart(load, missingIn(Modal, title));

const missingIn = (Frame: ComponentType<OverlayProps>, title: string) =>
  function MissingOverlay(props: Overlay) {
    return (
      <Frame
        open={'open' in props ? props.open : props.isOpen}
        title={title}
        onClose={props.onClose}
      >
        <MissingPart />
      </Frame>
    );
  };
