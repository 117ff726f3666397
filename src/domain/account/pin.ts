/** A PIN opens what lies on one shared device; the server never hears of it. */
export const PIN_MIN_DIGITS = 6;
export const PIN_MAX_DIGITS = 12;

/** Each of them has a copy of the business's data on the device. */
export const MAX_PEOPLE = 6;

/** Minutes without a touch after which the device locks, as people may choose; the first tells most. */
export const LOCK_AFTER_MIN = [1, 2, 5, 10, 15, 30] as const;
export const USUAL_LOCK_AFTER_MIN = 5;

export type PinFault = 'digits' | 'short' | 'long' | 'simple';

/** Why something cannot be a PIN; null = it can. */
export const pinFault = (pin: string): PinFault | null => {
  if (!/^\d*$/.test(pin)) return 'digits';
  if (pin.length < PIN_MIN_DIGITS) return 'short';
  if (pin.length > PIN_MAX_DIGITS) return 'long';
  return isRow(pin) ? 'simple' : null;
};

/** `000000`, `123456`, `987654`: what everybody tries first. */
const isRow = (pin: string): boolean => {
  const steps = new Set([...pin].slice(1).map((digit, at) => Number(digit) - Number(pin[at])));
  const [step] = steps;
  return steps.size === 1 && step !== undefined && Math.abs(step) <= 1;
};

/** Wrong PINs in a row that cost nothing yet. */
const FREE_TRIES = 4;
/** How long the next ones make everybody wait; the last one holds for all that follow. */
const PAUSES_MIN = [1, 5, 15] as const;
/** After so many the sealed session is thrown away, and that person signs in with the password. */
const MOST_TRIES = 10;

/** How long nothing can be tried after so many wrong PINs in a row; null = there is nothing left to open. */
export const pauseAfterMs = (wrong: number): number | null => {
  if (wrong >= MOST_TRIES) return null;
  if (wrong <= FREE_TRIES) return 0;
  const at = Math.min(wrong - FREE_TRIES, PAUSES_MIN.length) - 1;
  return (PAUSES_MIN[at] ?? 0) * 60_000;
};
