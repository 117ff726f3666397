import type { AppointmentRow, ServiceRow, WaitlistEntryRow } from '#domain/rows.ts';

type PlaceKind = AppointmentRow['location_type'];

/** Where all of these services are had. */
export const placesOfAll = (
  services: readonly Pick<ServiceRow, 'location_types'>[],
): PlaceKind[] => {
  const [first, ...others] = services;
  return (first?.location_types ?? []).filter((kind) =>
    others.every(({ location_types }) => location_types.includes(kind)),
  );
};

/**
 * Where a visit of these services would be: as wished, else at the business where all of them are had there.
 * `private.place_of_request` is the same rule. null = nowhere are they had together.
 */
export const placeOfWish = (
  { location_type: wished }: Pick<WaitlistEntryRow, 'location_type'>,
  services: readonly Pick<ServiceRow, 'location_types'>[],
): PlaceKind | null => {
  const possible = placesOfAll(services);
  const place = wished ?? (possible.includes('business') ? 'business' : possible[0]);
  return place && possible.includes(place) ? place : null;
};
