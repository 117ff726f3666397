/** What is entered about somebody who waits, as the fields of the form hold it. */
import type { Address, BundleRow, Day, Uuid, WaitlistEntryRow } from '#domain/rows.ts';
import { addressOf, addressText, type AddressText } from '#domain/text/address-form.ts';
import type { WaitlistInput } from '#domain/waitlist/schema.ts';
import {
  draftOfWindow,
  newWindow,
  windowOfDraft,
  type WindowDraft,
} from '#domain/waitlist/window-draft.ts';

export type EntryForm = {
  clientId: Uuid | null;
  items: ItemDraft[];
  windows: WindowDraft[];
  /** null = where it is usually had. */
  place: PlaceKind | null;
  /** At the client's: somewhere else than where their record says that they live. */
  isElsewhere: boolean;
  address: AddressText;
  flexibleMin: number;
  note: string;
  isFirst: boolean;
};

export type PlaceKind = NonNullable<WaitlistEntryRow['location_type']>;

export type ItemDraft = {
  variantId: Uuid;
  staffIds: Uuid[];
  addOnIds: Uuid[];
  /** The bundle that it is a part of, as long as that is whole. */
  bundleId?: Uuid;
};

export const NEW_ITEM: ItemDraft = { variantId: '', staffIds: [], addOnIds: [] };

export const formOf = (entry: WaitlistEntryRow | null, today: Day): EntryForm =>
  entry
    ? {
        clientId: entry.client_id,
        items: entry.items.map((item) => ({
          variantId: item.variant_id,
          staffIds: item.staff_ids,
          addOnIds: item.add_on_ids,
          ...(item.bundle_id !== undefined && { bundleId: item.bundle_id }),
        })),
        windows: entry.windows.map(draftOfWindow),
        place: entry.location_type ?? null,
        isElsewhere: !!entry.address,
        address: addressText(entry.address ?? null),
        flexibleMin: entry.flexible_min ?? 0,
        note: entry.note ?? '',
        isFirst: entry.priority > 0,
      }
    : {
        clientId: null,
        items: [NEW_ITEM],
        windows: [newWindow(today)],
        place: null,
        isElsewhere: false,
        address: addressText(null),
        flexibleMin: 0,
        note: '',
        isFirst: false,
      };

export const inputOf = (
  form: EntryForm,
  {
    place,
    address,
    priorityBefore,
  }: { place: PlaceKind | null; address: Address | null; priorityBefore: number },
): WaitlistInput => ({
  client_id: form.clientId ?? '',
  items: form.items.map((item) => ({
    variant_id: item.variantId,
    staff_ids: item.staffIds,
    add_on_ids: item.addOnIds,
    ...(item.bundleId !== undefined && { bundle_id: item.bundleId }),
  })),
  windows: form.windows.map(windowOfDraft),
  location_type: place,
  address,
  flexible_min: form.flexibleMin,
  note: form.note,
  priority: form.isFirst ? Math.max(1, priorityBefore) : 0,
});

/** null = where the client's record says that they live, or it is not at theirs. */
export const addressOfForm = (
  { isElsewhere, address }: Pick<EntryForm, 'isElsewhere' | 'address'>,
  place: PlaceKind | null,
  countryCode: string,
): Address | null =>
  // Of an empty one something is said: it has no first line.
  place === 'client' && isElsewhere
    ? (addressOf(address, countryCode) ?? { line1: '', country_code: countryCode })
    : null;

/** The parts of a bundle after what is there; a line that stands for nothing yet makes room. */
export const withBundle = (
  items: readonly ItemDraft[],
  { id, variant_ids }: Pick<BundleRow, 'id' | 'variant_ids'>,
): ItemDraft[] => [
  ...items.filter(({ variantId }) => variantId !== ''),
  ...variant_ids.map((variantId) => ({ ...NEW_ITEM, variantId, bundleId: id })),
];

/** What was a part of a bundle with an item is a service like others when that is another one, or gone. */
const loosened = (items: readonly ItemDraft[], index: number): ItemDraft[] => {
  const broken = items[index]?.bundleId;
  return items.map(({ bundleId, ...item }) =>
    bundleId === undefined || bundleId === broken ? item : { ...item, bundleId },
  );
};

export const withItem = (
  items: readonly ItemDraft[],
  index: number,
  next: ItemDraft,
): ItemDraft[] => {
  const { bundleId: _bundle, ...service } = next;
  const isOther = items[index]?.variantId !== next.variantId;
  return isOther ? loosened(items, index).with(index, service) : items.toSpliced(index, 1, next);
};

export const withoutItem = (items: readonly ItemDraft[], index: number): ItemDraft[] =>
  loosened(items, index).toSpliced(index, 1);
