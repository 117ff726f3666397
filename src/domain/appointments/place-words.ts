import type { AppointmentRow } from '#domain/rows.ts';

/** Where a visit is, for those who work there. */
export const PLACE_WORDS: Record<AppointmentRow['location_type'], string> = {
  business: 'At the business',
  client: 'At the client’s',
  remote: 'By video',
  phone: 'By phone',
};
