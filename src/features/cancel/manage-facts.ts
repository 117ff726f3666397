import { guestName } from '#domain/appointments/guest-name.ts';
import type { Need, StaffFree } from '#domain/availability/slots.ts';
import { union, windowsOf } from '#domain/availability/windows.ts';
import { addressLines } from '#domain/text/address.ts';
import { sumPrices } from '#domain/services/price.ts';
import type { Price } from '#domain/services/price.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import type { BookedGuest } from '#remote/public-booking.ts';
import type { BookingStatus } from '#remote/public-manage.ts';
import type { Free } from '#remote/use-open-times.ts';

/** Where an appointment stands for the client who holds its link. */
export type Standing = 'booked' | 'requested' | 'cancelled' | 'declined' | 'past';

export const standingOf = (status: BookingStatus): Standing => {
  const { server_time } = status;
  const appointment = leadOf(status);
  switch (appointment.status) {
    case 'cancelled':
      return 'cancelled';
    case 'declined':
    case 'expired':
      return 'declined';
    case 'pending':
      return hasBegun(appointment.starts_at, server_time) ? 'past' : 'requested';
    case 'booked':
      return hasBegun(appointment.starts_at, server_time) ? 'past' : 'booked';
    default:
      return 'past';
  }
};

const hasBegun = (startsAt: string, now: string): boolean =>
  Date.parse(startsAt) <= Date.parse(now);

/** Whether somebody does not come: what they would have had is given to others. */
export const isOff = ({ status }: Pick<BookingStatus['appointment'], 'status'>): boolean =>
  status === 'cancelled' || status === 'declined' || status === 'expired';

/** Who comes along, as long as they do. */
export const guestsComing = ({ appointment }: BookingStatus): BookedGuest[] =>
  (appointment.guests ?? []).filter((guest) => !isOff(guest));

/** The first of them who still comes: what the page is about. Whoever booked, when nobody does. */
export const leadOf = (status: BookingStatus): BookingStatus['appointment'] | BookedGuest => {
  const { appointment } = status;
  return isOff(appointment) ? (guestsComing(status)[0] ?? appointment) : appointment;
};

/** Whoever holds the link does not come, and somebody does for whom they booked. */
export const isForOthers = (status: BookingStatus): boolean =>
  leadOf(status) !== status.appointment;

export type Person = {
  /** 0 = whoever holds the link, 1 = the first guest. */
  person: number;
  /** `Tom`; of whoever holds the link `you`. */
  name: string;
  visit: BookingStatus['appointment'] | BookedGuest;
  /** What calling them off alone costs now; null = that cannot be. */
  cancelFee: number | null;
};

/** Who come together, whoever booked first; nobody where somebody comes alone. */
export const peopleOf = (status: BookingStatus): Person[] => {
  const { guests } = status.appointment;
  if (!guests) return [];
  return [status.appointment, ...guests].map((visit, person): Person => {
    const own = status.people?.find((one) => one.person === person);
    return {
      person,
      name: 'first_name' in visit ? guestName(visit.first_name, person - 1) : 'you',
      visit,
      cancelFee: own && own.cancel_refusal === null ? own.cancel_fee : null,
    };
  });
};

/** For all who come. */
export const totalOf = (status: BookingStatus): Price => {
  const guests = guestsComing(status);
  return sumPrices(
    (isForOthers(status) ? guests : [status.appointment, ...guests])
      .flatMap(({ segments }) => segments)
      .map(({ price_kind, price_cents }) => ({ kind: price_kind, cents: price_cents })),
  );
};

/** Everybody who does a part at the same time; null where the business hides its people. */
export const staffNamesOf = (
  { staff }: BookingStatus,
  { staff_id, helper_ids = [] }: Pick<Segment, 'staff_id' | 'helper_ids'>,
): string | null =>
  [staff_id, ...helper_ids]
    // A business that hides its staff sends empty names.
    .map((id) => staff.find((one) => one.id === id)?.display_name)
    .filter(Boolean)
    .join(' and ') || null;

type Segment = BookingStatus['appointment']['segments'][number];

export const placeLines = ({ appointment, business }: BookingStatus): string[] => {
  switch (appointment.location_type) {
    case 'client':
      return appointment.address ? addressLines(appointment.address) : ['At your address'];
    case 'remote':
      return ['Online'];
    case 'phone':
      return ['By phone'];
    case 'business':
      return [business.name, ...(business.address ? addressLines(business.address) : [])];
  }
};

/** What the slots of another time are computed from. */
export const needsOf = ({ needs }: BookingStatus): Need[] =>
  needs.map((by) => ({
    by: by.map(
      ({ staff_id, resource_needs: _needs, people: _people, helpers: _helpers, ...lengths }) => ({
        staffId: staff_id,
        lengths,
      }),
    ),
    people: by[0]?.people ?? 1,
    helpers: by[0]?.helpers ?? [],
    resources: by[0]?.resource_needs ?? [],
  }));

type Own = NonNullable<BookingStatus['resources']>[number];

/** On its own buffers may lie those of a neighbour, and no work: they count for buffers alone. */
const withOwn = <F extends StaffFree>(one: F, all: readonly Own[]): F => {
  const own = all.filter(({ id }) => id === one.id);
  const rangesOf = (which: readonly Own[]) => windowsOf(which.map(({ free }) => free));
  const { free, for_buffers } = one;
  return {
    ...one,
    free: union(free, rangesOf(own.filter(({ is_shareable }) => !is_shareable))),
    ...(for_buffers && { for_buffers: union(for_buffers, rangesOf(own)) }),
  };
};

/**
 * Who and what is free when, with the appointment's own time counted as free: moving by half an hour goes
 * into the time that the appointment itself occupies now.
 */
export const freeForMove = (
  { staff, resources }: Free,
  { appointment, needs, resources: ownRooms = [] }: BookingStatus,
): Free => {
  const own = appointment.segments.flatMap((segment, index): Own[] => {
    const lengths = needs[index]?.find(({ staff_id }) => staff_id === segment.staff_id);
    const start = epochMinOf(segment.starts_at);
    const end = start + segment.minutes;
    const [before, after] = [lengths?.buffer_before_min ?? 0, lengths?.buffer_after_min ?? 0];
    return [segment.staff_id, ...(segment.helper_ids ?? [])].flatMap((id): Own[] => {
      const whole: Own = { id, free: [start - before, end + after] };
      return lengths?.shares_buffers
        ? [
            { ...whole, free: [start, end] },
            { ...whole, is_shareable: true },
          ]
        : [whole];
    });
  });
  return {
    staff: staff.map((one) => withOwn(one, own)),
    resources: resources.map((one) => withOwn(one, ownRooms)),
  };
};
