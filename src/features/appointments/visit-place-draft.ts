/** The fields of "Where", and the place and the travel that they stand for. */
import type { Address, AppointmentRow, WaitlistEntryRow } from '#domain/rows.ts';
import { placeOf } from '#domain/clients/addresses.ts';
import { NO_TRAVEL, travelMinutes, type Travel } from '#domain/appointments/travel.ts';
import type { CategoryView } from '#db/queries/services.ts';
import { addressOf, addressText, type AddressText } from '#domain/text/address-form.ts';

export type PlaceKind = AppointmentRow['location_type'];

export type PlaceDraft = {
  /** null = as the service says. */
  kind: PlaceKind | null;
  /** At the client's: an address that their record has. */
  isOwn: boolean;
  /** Which one, when it is not the first. Counts only for a client who has it. */
  own?: Address;
  /** At the client's: another one. */
  address: AddressText;
  /** Minutes as typed; null = nothing useful, absent = as usual. */
  before?: number | null;
  after?: number | null;
};

export const NEW_PLACE: PlaceDraft = { kind: null, isOwn: true, address: addressText(null) };

/** Where somebody who waits wants it; an address that they wrote counts, whatever their record says. */
export const placeWished = ({
  location_type,
  address,
}: Pick<WaitlistEntryRow, 'location_type' | 'address'>): PlaceDraft => ({
  kind: location_type ?? null,
  isOwn: !address,
  address: addressText(address ?? null),
});

/** What is known of a visit; one that was nowhere else yet has the usual way. */
export const placeDraftOf = (
  { location_type, address }: Pick<AppointmentRow, 'location_type' | 'address'>,
  travel: Travel,
  known: readonly Address[],
): PlaceDraft => {
  const own = address && ownAddress({ own: address }, known);
  const isOwn = address === null || (!!own && isSameText(own, address));
  return {
    kind: location_type,
    isOwn,
    ...(own && isOwn ? { own } : {}),
    address: addressText(isOwn ? null : address),
    ...(location_type === 'client' ? travel : {}),
  };
};

/** At the business where that is possible, else where the services are done. */
export const usualKind = (types: readonly PlaceKind[]): PlaceKind =>
  types.includes('business') ? 'business' : (types[0] ?? 'business');

/** The chosen one of a client's addresses, the first unless it is one of them. */
export const ownAddress = (
  { own }: Pick<PlaceDraft, 'own'>,
  known: readonly Address[],
): Address | undefined => known.find((one) => own && isSameText(one, own)) ?? known[0];

/** The country is not typed, so it does not tell addresses apart. */
const isSameText = (a: Address, b: Address): boolean =>
  JSON.stringify(addressText(a)) === JSON.stringify(addressText(b));

export const addressOfDraft = (
  draft: PlaceDraft,
  known: readonly Address[],
  countryCode: string,
): Address | null => {
  const own = draft.isOwn ? ownAddress(draft, known) : undefined;
  return own ? placeOf(own) : addressOf(draft.address, countryCode);
};

/** null while the fields say nothing useful. */
export const travelOfDraft = (draft: PlaceDraft, kind: PlaceKind, usual: Travel): Travel | null => {
  if (kind !== 'client') return NO_TRAVEL;
  const before = draft.before === undefined ? usual.before : travelMinutes(draft.before);
  const after = draft.after === undefined ? usual.after : travelMinutes(draft.after);
  return before === null || after === null ? null : { before, after };
};

/** Whether anything is done elsewhere: others are not asked where. */
export const goesOut = (categories: readonly CategoryView[]): boolean =>
  categories.some(({ services }) =>
    services.some(({ service }) => service.location_types.some((type) => type !== 'business')),
  );
