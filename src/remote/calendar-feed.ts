import { ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import { env } from '#platform/env.ts';
import { callAsMember } from './rest.ts';

/** The secret address of the signed-in person's appointments, without the address itself. */
export type CalendarFeed = {
  made_at: Instant;
  /** When a calendar program last read it; null = never. */
  read_at: Instant | null;
  /** Tells only that the person is busy. */
  busy_only: boolean;
};
/** `is_staff` false = nobody makes appointments with this person here. */
export type CalendarFeedState = { is_staff: boolean; feed: CalendarFeed | null };

/** None of it works offline (code `offline`). */
export type CalendarFeedServer = {
  state: (businessId: Uuid) => Promise<Result<CalendarFeedState>>;
  /** A new address in place of the one before, told once. Codes: not_found, rate_limited. */
  make: (businessId: Uuid, busyOnly: boolean) => Promise<Result<string>>;
  end: (businessId: Uuid) => Promise<Result<unknown>>;
};

export const calendarFeedServer: CalendarFeedServer = {
  state: (businessId) => callAsMember('my_calendar_feed', { business_id: businessId }),
  make: async (businessId, busyOnly) => {
    const answer = await callAsMember<{ token: string }>('make_calendar_feed', {
      business_id: businessId,
      busy_only: busyOnly,
    });
    if (!answer.ok) return answer;
    return ok(`${env().backendUrl}/functions/v1/calendar-feed/${answer.value.token}.ics`);
  },
  end: (businessId) => callAsMember('end_calendar_feed', { business_id: businessId }),
};
