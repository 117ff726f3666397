import type { Need } from '#domain/availability/slots.ts';
import { union, windowsOf } from '#domain/availability/windows.ts';
import { addressLines } from '#domain/text/address.ts';
import { sumPrices } from '#domain/services/price.ts';
import type { Price } from '#domain/services/price.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import type { BookingStatus } from '#remote/public-manage.ts';
import type { Free } from '#remote/use-open-times.ts';

/** Where an appointment stands for the client who holds its link. */
export type Standing = 'booked' | 'requested' | 'cancelled' | 'declined' | 'past';

export const standingOf = ({ appointment, server_time }: BookingStatus): Standing => {
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

export const totalOf = ({ appointment }: BookingStatus): Price =>
  sumPrices(
    appointment.segments.map(({ price_kind, price_cents }) => ({
      kind: price_kind,
      cents: price_cents,
    })),
  );

export const staffNameOf = ({ staff }: BookingStatus, staffId: string): string | null =>
  // A business that hides its staff sends empty names.
  staff.find(({ id }) => id === staffId)?.display_name || null;

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
    by: by.map(({ staff_id, resource_needs: _needs, ...lengths }) => ({
      staffId: staff_id,
      lengths,
    })),
    resources: by[0]?.resource_needs ?? [],
  }));

/**
 * Who and what is free when, with the appointment's own time counted as free: moving by half an hour goes
 * into the time that the appointment itself occupies now.
 */
export const freeForMove = (
  { staff, resources }: Free,
  { appointment, needs, resources: ownRooms = [] }: BookingStatus,
): Free => {
  const own = new Map<string, [number, number][]>();
  appointment.segments.forEach((segment, index) => {
    const lengths = needs[index]?.find(({ staff_id }) => staff_id === segment.staff_id);
    const start = epochMinOf(segment.starts_at);
    own.set(segment.staff_id, [
      ...(own.get(segment.staff_id) ?? []),
      [
        start - (lengths?.buffer_before_min ?? 0),
        start + segment.minutes + (lengths?.buffer_after_min ?? 0),
      ],
    ]);
  });
  const roomsOf = (id: string) => ownRooms.filter((one) => one.id === id).map(({ free }) => free);
  return {
    staff: staff.map(({ id, free }) => {
      const mine = own.get(id);
      return { id, free: mine ? union(free, windowsOf(mine)) : free };
    }),
    resources: resources.map((one) => ({
      ...one,
      free: union(one.free, windowsOf(roomsOf(one.id))),
    })),
  };
};
