import type { AppointmentStatus } from '#domain/rows.ts';

export const APPOINTMENT_STATUSES = [
  'pending',
  'booked',
  'arrived',
  'in_service',
  'completed',
  'cancelled',
  'no_show',
  'declined',
  'expired',
] as const satisfies readonly AppointmentStatus[];

/**
 * Legal steps; SQL holds the same table and refuses the rest.
 *
 *   pending ──approve──▶ booked ──▶ arrived ──▶ in_service ──▶ completed
 *      │                   │  ╲________╱ (steps may be skipped)
 *      ├▶ declined         ├▶ cancelled
 *      ├▶ expired          └▶ no_show (also from arrived)
 *      └▶ cancelled
 *
 * Backwards: cancelled, no_show and completed return to booked within a day, and the presence
 * steps one step back, because a thumb slips. Done outranks cancelled, and missed within a day: a visit
 * that happened can be completed although somebody else cancelled it or saw nobody; a person looks at it
 * afterwards. The answer to a request can be taken back until its client is told; that is no step, only
 * an undo.
 */
export const TRANSITIONS: Readonly<Record<AppointmentStatus, readonly AppointmentStatus[]>> = {
  pending: ['booked', 'declined', 'expired', 'cancelled'],
  booked: ['arrived', 'in_service', 'completed', 'cancelled', 'no_show'],
  arrived: ['in_service', 'completed', 'no_show', 'booked'],
  in_service: ['completed', 'arrived', 'booked'],
  completed: ['booked'],
  cancelled: ['booked', 'completed'],
  no_show: ['booked', 'completed'],
  declined: [],
  expired: [],
};

/** What a request is answered with; only an undo leads from there back to `pending`. */
export const ANSWERS: readonly AppointmentStatus[] = ['booked', 'declined'];

/** How long a finished, cancelled or missed appointment can be taken back. */
export const UNDO_WITHIN_MIN = 24 * 60;

const FINISHED: readonly AppointmentStatus[] = [
  'completed',
  'cancelled',
  'no_show',
  'declined',
  'expired',
];

/** Nothing more happens to it by itself. */
export const isFinished = (status: AppointmentStatus): boolean => FINISHED.includes(status);

/** Whether the place in time is taken. Pending requests block only when the rules say so. */
export const blocksTime = (status: AppointmentStatus, pendingBlocks: boolean): boolean =>
  status === 'booked' ||
  status === 'arrived' ||
  status === 'in_service' ||
  status === 'completed' ||
  (status === 'pending' && pendingBlocks);

/** Whether it still counts as something to come or under way. */
export const isActive = (status: AppointmentStatus): boolean => !isFinished(status);

/** The one step that the primary button offers; null when only undo is left. */
export const nextStep = (status: AppointmentStatus): AppointmentStatus | null => {
  switch (status) {
    case 'pending':
      return 'booked';
    case 'booked':
      return 'arrived';
    case 'arrived':
      return 'in_service';
    case 'in_service':
      return 'completed';
    default:
      return null;
  }
};
