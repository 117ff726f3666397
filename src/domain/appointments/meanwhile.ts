import type { Instant, Uuid } from '#domain/rows.ts';

/** What became of an appointment while a device had no contact. */
export type MeanwhileLine = {
  /** Of the appointment. */
  id: Uuid;
  news: 'booked' | 'moved' | 'cancelled';
  /** Of a move: the time it had. */
  from: Instant | null;
  /** Who had a part of it and has it no more. */
  staff_ids: Uuid[];
};
