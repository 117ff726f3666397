/** The fields of "Where", and the place and the travel that they stand for. */
import type { Address, AppointmentRow } from '#domain/rows.ts';
import { NO_TRAVEL, travelMinutes, type Travel } from '#domain/appointments/travel.ts';
import type { CategoryView } from '#db/queries/services.ts';
import { addressOf, addressText, type AddressText } from '#domain/text/address-form.ts';

export type PlaceKind = AppointmentRow['location_type'];

export const PLACE_WORDS: Record<PlaceKind, string> = {
  business: 'At the business',
  client: 'At the client’s',
  remote: 'By video',
  phone: 'By phone',
};

export type PlaceDraft = {
  /** null = as the service says. */
  kind: PlaceKind | null;
  /** At the client's: the address that their record has. */
  isOwn: boolean;
  /** At the client's: another one. */
  address: AddressText;
  /** Minutes as typed; null = nothing useful, absent = as usual. */
  before?: number | null;
  after?: number | null;
};

export const NEW_PLACE: PlaceDraft = { kind: null, isOwn: true, address: addressText(null) };

/** What is known of a visit; one that was nowhere else yet has the usual way. */
export const placeDraftOf = (
  { location_type, address }: Pick<AppointmentRow, 'location_type' | 'address'>,
  travel: Travel,
  clientAddress: Address | null,
): PlaceDraft => {
  const isOwn =
    address === null ||
    JSON.stringify(addressText(address)) === JSON.stringify(addressText(clientAddress));
  return {
    kind: location_type,
    isOwn,
    address: addressText(isOwn ? null : address),
    ...(location_type === 'client' ? travel : {}),
  };
};

/** At the business where that is possible, else where the services are done. */
export const usualKind = (types: readonly PlaceKind[]): PlaceKind =>
  types.includes('business') ? 'business' : (types[0] ?? 'business');

export const addressOfDraft = (
  draft: PlaceDraft,
  clientAddress: Address | null,
  countryCode: string,
): Address | null =>
  draft.isOwn && clientAddress ? clientAddress : addressOf(draft.address, countryCode);

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
