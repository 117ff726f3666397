import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { placeBeside } from './place-beside.ts';

/**
 * Shows `popup` beside `anchor` in the browser's top layer (nothing can clip it, dialogs cannot
 * cover it). It goes with its anchor when a sheet scrolls, be it because a line above went away,
 * and asks to be closed when a person presses elsewhere, scrolls the anchor away or turns the phone.
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
    if (open && popup.current && anchor.current)
      place(popup.current, anchor.current, align, matchWidth);
  });

  useEffect(() => {
    if (!open) return;
    const isInside = (target: EventTarget | null): boolean =>
      target instanceof Node &&
      Boolean(popup.current?.contains(target) || anchor.current?.contains(target));
    const onPress = (event: Event): void => {
      if (!isInside(event.target)) close.current();
    };
    const onScroll = ({ target }: Event): void => {
      if (!popup.current || !anchor.current) return;
      // Its own list, or something beside: the footer of a sheet stays where its text scrolls.
      if (target instanceof Node && !target.contains(anchor.current)) return;
      if (isInView(anchor.current, target)) place(popup.current, anchor.current, align, matchWidth);
      else close.current();
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
  }, [open, anchor, align, matchWidth]);

  return popup;
};

const place = (
  popup: HTMLElement,
  anchor: HTMLElement,
  align: 'start' | 'end',
  matchWidth: boolean,
): void => {
  const box = anchor.getBoundingClientRect();
  // Browsers without the popover attribute still place it by position: fixed.
  if ('showPopover' in popup && !popup.matches(':popover-open')) popup.showPopover();
  popup.style.maxHeight = '';
  if (matchWidth) popup.style.width = `${box.width}px`;
  const { left, top, maxHeight } = placeBeside(
    box,
    { width: popup.offsetWidth, height: popup.offsetHeight },
    { width: document.documentElement.clientWidth, height: window.innerHeight },
    align,
  );
  popup.style.left = `${left}px`;
  popup.style.top = `${top}px`;
  popup.style.maxHeight = `${maxHeight}px`;
};

/** Whether any of `anchor` can be seen in what was scrolled, an element or the whole page. */
const isInView = (anchor: HTMLElement, scrolled: EventTarget | null): boolean => {
  const { top, bottom } = anchor.getBoundingClientRect();
  const view =
    scrolled instanceof Element
      ? scrolled.getBoundingClientRect()
      : { top: 0, bottom: window.innerHeight };
  return bottom >= view.top && top <= view.bottom;
};

/** The look of everything that floats beside its anchor. */
export const popupLook =
  'fixed inset-auto z-50 m-0 overflow-y-auto overscroll-contain rounded-lg border border-line bg-surface p-1 text-ink shadow-float';
