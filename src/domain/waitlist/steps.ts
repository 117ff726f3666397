import type { WaitlistState } from '#domain/rows.ts';

/**
 * What people may make of an entry. Offers, and that the time ran out, are the server's own steps;
 * private.waitlist_transitions is the same table.
 *
 *   waiting ─┬▶ booked ────┬▶ waiting
 *   offered ─┴▶ cancelled ─┤
 *               expired ───┘
 */
export const WAITLIST_STEPS: Record<WaitlistState, readonly WaitlistState[]> = {
  waiting: ['booked', 'cancelled'],
  offered: ['booked', 'cancelled'],
  booked: ['waiting'],
  cancelled: ['waiting'],
  expired: ['waiting'],
};

/** Somebody may still be given a time. */
export const isWaiting = (state: WaitlistState): boolean =>
  state === 'waiting' || state === 'offered';
