import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { placeBeside } from './place-beside.ts';

/**
 * Shows `popup` beside `anchor` in the browser's top layer (nothing can clip it, dialogs cannot
 * cover it) and asks to close it when a person presses elsewhere, scrolls or turns the phone.
 */
export const usePopup = ({
  open,
  anchor,
  align = 'start',
  matchWidth = false,
  onClose,
}: {
  open: boolean;
  anchor: RefObject<HTMLElement | null>;
  align?: 'start' | 'end';
  matchWidth?: boolean;
  onClose: () => void;
}): RefObject<HTMLDivElement | null> => {
  const popup = useRef<HTMLDivElement | null>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  // Runs after every render: the number of options changes the height.
  useLayoutEffect(() => {
    // A closed one must not measure: its screen may just have drawn two thousand cards.
    if (!open) return;
    const element = popup.current;
    const box = anchor.current?.getBoundingClientRect();
    if (!element || !box) return;
    // Browsers without the popover attribute still place it by position: fixed.
    if ('showPopover' in element && !element.matches(':popover-open')) element.showPopover();
    element.style.maxHeight = '';
    if (matchWidth) element.style.width = `${box.width}px`;
    const { left, top, maxHeight } = placeBeside(
      box,
      { width: element.offsetWidth, height: element.offsetHeight },
      { width: document.documentElement.clientWidth, height: window.innerHeight },
      align,
    );
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
    element.style.maxHeight = `${maxHeight}px`;
  });

  useEffect(() => {
    if (!open) return;
    const isInside = (target: EventTarget | null): boolean =>
      target instanceof Node &&
      Boolean(popup.current?.contains(target) || anchor.current?.contains(target));
    const onPress = (event: Event): void => {
      if (!isInside(event.target)) close.current();
    };
    const onScroll = (event: Event): void => {
      if (!(event.target instanceof Node && popup.current?.contains(event.target))) close.current();
    };
    const onResize = (): void => close.current();
    document.addEventListener('pointerdown', onPress, true);
    document.addEventListener('scroll', onScroll, true);
    window.addEventListener('resize', onResize);
    return () => {
      document.removeEventListener('pointerdown', onPress, true);
      document.removeEventListener('scroll', onScroll, true);
      window.removeEventListener('resize', onResize);
    };
  }, [open, anchor]);

  return popup;
};

/** The look of everything that floats beside its anchor. */
export const popupLook =
  'fixed inset-auto z-50 m-0 overflow-y-auto overscroll-contain rounded-lg border border-line bg-surface p-1 text-ink shadow-float';
