import type { Result } from '#domain/errors/result.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import { callAsMember } from './rest.ts';

/** A calendar that the signed-in person keeps elsewhere, without its address. */
export type OutsideCalendar = {
  id: Uuid;
  name: string;
  /** Where its address leads. */
  host: string;
  /** `new` = it was not read yet. */
  state: 'new' | 'ok' | 'failed';
  failure: 'unreachable' | 'not_found' | 'not_a_calendar' | 'too_large' | 'not_allowed' | null;
  /** When it was last read as it should be; null = never. */
  read_at: Instant | null;
  /** How many busy times it has in the calendar here. */
  blocks: number;
};
/** `is_staff` false = nobody makes appointments with this person here. */
export type OutsideCalendars = { is_staff: boolean; calendars: OutsideCalendar[] };

/** None of it works offline (code `offline`). */
export type OutsideCalendarServer = {
  list: (businessId: Uuid) => Promise<Result<OutsideCalendars>>;
  /** Codes: not_found, invalid (name, address), too_many, duplicate, rate_limited. */
  add: (businessId: Uuid, name: string, address: string) => Promise<Result<unknown>>;
  /** It is read anew within a minute. Codes: not_found, rate_limited. */
  readAgain: (businessId: Uuid, id: Uuid) => Promise<Result<unknown>>;
  remove: (businessId: Uuid, id: Uuid) => Promise<Result<unknown>>;
};

export const outsideCalendarServer: OutsideCalendarServer = {
  list: (businessId) => callAsMember('my_outside_calendars', { business_id: businessId }),
  add: (businessId, name, address) =>
    callAsMember('add_outside_calendar', { business_id: businessId, name, address }),
  readAgain: (businessId, id) =>
    callAsMember('read_outside_calendar', { business_id: businessId, calendar_id: id }),
  remove: (businessId, id) =>
    callAsMember('remove_outside_calendar', { business_id: businessId, calendar_id: id }),
};
