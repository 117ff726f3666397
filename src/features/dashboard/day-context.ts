import type { BusinessRow, Instant, Uuid } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';

/** What all cards of the day need. */
export type DayContext = {
  business: BusinessRow;
  formats: BusinessFormats;
  now: Instant;
  /** Names of the active team. */
  names: ReadonlyMap<Uuid, string>;
  isWaiting: (appointmentId: Uuid) => boolean;
  mayEdit: boolean;
};
