import type { TimeOffRow } from '#domain/rows.ts';

type Status = TimeOffRow['status'];

/**
 * The life of time off. SQL holds the same table and refuses the rest.
 *
 *   requested ─▶ approved ─▶ cancelled
 *       ├──────▶ declined
 *       └──────▶ cancelled
 *
 * Each step can be taken back. An answer is never turned into its opposite in one step: whoever says
 * yes where somebody else has said no meanwhile is told so.
 */
export const TIME_OFF_STEPS: Readonly<Record<Status, readonly Status[]>> = {
  requested: ['approved', 'declined', 'cancelled'],
  approved: ['cancelled', 'requested'],
  declined: ['requested'],
  cancelled: ['requested', 'approved'],
};
