import type { ServiceRow } from '#domain/rows.ts';
import type { PublicStaff } from '#remote/public-booking.ts';
import type { Choice, Draft } from './booking-draft.ts';
import type { Catalogue } from './catalogue.ts';

export type PlaceKind = ServiceRow['location_types'][number];

const KINDS: readonly PlaceKind[] = ['business', 'client', 'remote', 'phone'];

/** Where all of the chosen services can be done, each by somebody who works there. */
export const placesOf = (catalogue: Catalogue, choices: readonly Choice[]): PlaceKind[] =>
  KINDS.filter((kind) =>
    choices.every(({ variantId }) => {
      const variant = catalogue.variantById.get(variantId);
      return (
        variant?.service.location_types.includes(kind) &&
        variant.allStaffIds.filter((id) => worksAt(catalogue.staffById.get(id), kind)).length >=
          variant.people
      );
    }),
  );

/** The place of a booking: the only one there is, or the chosen one; null = not chosen yet. */
export const placeOf = (
  catalogue: Catalogue,
  { choices, place }: Pick<Draft, 'choices' | 'place'>,
): PlaceKind | null => {
  const places = placesOf(catalogue, choices);
  if (places.length <= 1) return places[0] ?? null;
  return place !== null && places.includes(place) ? place : null;
};

/** Whether the client is asked where: there is a choice, or somebody has to find them. */
export const asksWhere = (catalogue: Catalogue, choices: readonly Choice[]): boolean => {
  if (choices.length === 0) return false;
  const places = placesOf(catalogue, choices);
  return places.length > 1 || places[0] === 'client';
};

/** The catalogue of one place: with the people who work there, and with the way to it. */
export const atPlace = (catalogue: Catalogue, place: PlaceKind | null): Catalogue => ({
  ...catalogue,
  place,
  variantById: new Map(
    [...catalogue.variantById].map(([id, variant]) => [
      id,
      {
        ...variant,
        staffIds: variant.allStaffIds.filter(
          (staffId) => place === null || worksAt(catalogue.staffById.get(staffId), place),
        ),
      },
    ]),
  ),
});

/** Whether somebody can be booked for a place: some never go out, some only do. */
export const worksAt = (person: PublicStaff | undefined, kind: PlaceKind): boolean => {
  const where = person?.works_at ?? 'both';
  return where === 'both' || where === kind || kind === 'remote' || kind === 'phone';
};
