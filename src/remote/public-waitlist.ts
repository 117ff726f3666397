import type { Result } from '#domain/errors/result.ts';
import type { Instant, Uuid, WaitlistState, WaitlistWindow } from '#domain/rows.ts';
import type { BookRequest } from './public-booking.ts';
import type { BookingStatus } from './public-manage.ts';
import { callPublic, readClock } from './public-server.ts';

/** What a client waits for, and when they can come. */
export type WaitRequest = Pick<BookRequest, 'items' | 'client' | 'note'> & {
  windows: WaitlistWindow[];
};

/** A place on the waitlist as its holder may see it. */
export type WaitEntry = {
  state: WaitlistState;
  items: {
    service_name: string;
    variant_id: Uuid;
    staff_ids: Uuid[];
    /** By whom; none = by anybody. */
    staff_names: string[];
  }[];
  windows: WaitlistWindow[];
  expires_at: Instant;
  time_zone: string;
};

export type JoinedAnswer = { entry: WaitEntry; leave_token: string };

export type WaitStatus = {
  server_time: Instant;
  entry: WaitEntry;
  business: BookingStatus['business'];
};

/** The same `opId` always gets the same answer: nobody is on the list twice by one press. */
export const joinWaitlist = (
  slug: string,
  request: WaitRequest,
  opId: Uuid,
): Promise<Result<JoinedAnswer>> => callPublic('join_waitlist', { slug, request, op_id: opId });

/** Looking changes nothing. */
export const fetchWaitStatus = async (token: string): Promise<Result<WaitStatus>> =>
  readClock(await callPublic('waitlist_status', { token }));

export const leaveWaitlist = (token: string, opId: Uuid): Promise<Result<{ entry: WaitEntry }>> =>
  callPublic('leave_waitlist', { token, op_id: opId });
