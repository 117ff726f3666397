import { useEffect, useEffectEvent } from 'react';

/** A sign that comes later than this begins a new code. Nobody types eight of them at the page. */
const KEY_GAP_MS = 1000;
const MIN_LENGTH = 8;

/** What barcodes of products are made of. */
const DIGITS = /^\d$/;
/** What the QR code of a gift card is made of: an address with its code. */
export const SIGNS = /^[\w:/.#?=&%-]$/;

/**
 * Takes what a scanner types (signs of `signs`, then Enter) while nothing is being typed into: it is a
 * keyboard to the browser. Into a field it types like a person, and the field takes it.
 */
export const useScanner = (onScan: (code: string) => void, signs: RegExp = DIGITS): void => {
  const scanned = useEffectEvent(onScan);
  useEffect(() => {
    let code = '';
    let last = -Infinity;
    const listen = (event: KeyboardEvent): void => {
      const { target, key, timeStamp } = event;
      if (target instanceof Element && target.closest('input, textarea, select, dialog')) return;
      if (timeStamp - last > KEY_GAP_MS) code = '';
      last = timeStamp;
      if (signs.test(key)) code += key;
      else if (key === 'Enter' && code.length >= MIN_LENGTH) {
        // The button that has the focus is not what was meant.
        event.preventDefault();
        event.stopPropagation();
        scanned(code);
        code = '';
      } else if (key.length === 1) code = '';
    };
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, [signs]);
};
