import { isVisited } from '#domain/appointments/visit-area.ts';
import type { FieldIssue } from '#domain/errors/result.ts';
import type { ServiceRow } from '#domain/rows.ts';
import type { AddressText } from '#domain/text/address-form.ts';
import type { PublicProfile, PublicStaff } from '#remote/public-booking.ts';
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

/** Longest lines that the server takes. */
export const ADDRESS_LIMITS: Readonly<Record<keyof AddressText, number>> = {
  line1: 200,
  line2: 200,
  city: 120,
  region: 120,
  postal_code: 20,
};

/** What is wrong with the address of a visit, in the order of the form; empty when somebody can come. */
export const addressIssues = (
  address: AddressText,
  { rules }: Pick<PublicProfile, 'rules'>,
): (FieldIssue & { field: keyof AddressText })[] => {
  const areas = rules.visit_postal_codes ?? [];
  const needed: readonly (keyof AddressText)[] =
    areas.length > 0 ? ['line1', 'city', 'postal_code'] : ['line1', 'city'];
  const lines = Object.keys(ADDRESS_LIMITS) as (keyof AddressText)[];
  const issues = lines.flatMap((field) => {
    const text = address[field].trim();
    if (text === '') return needed.includes(field) ? [{ field, rule: 'required' }] : [];
    return text.length > ADDRESS_LIMITS[field] ? [{ field, rule: 'too_long' }] : [];
  });
  const isOutside = address.postal_code.trim() !== '' && !isVisited(areas, address.postal_code);
  return isOutside ? [...issues, { field: 'postal_code', rule: 'outside_area' }] : issues;
};
