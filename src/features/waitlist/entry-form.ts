/** What is entered about somebody who waits, as the fields of the form hold it. */
import type { Day, Uuid, WaitlistEntryRow } from '#domain/rows.ts';
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
  flexibleMin: number;
  note: string;
  isFirst: boolean;
};

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
        flexibleMin: entry.flexible_min ?? 0,
        note: entry.note ?? '',
        isFirst: entry.priority > 0,
      }
    : {
        clientId: null,
        items: [NEW_ITEM],
        windows: [newWindow(today)],
        flexibleMin: 0,
        note: '',
        isFirst: false,
      };

export const inputOf = (form: EntryForm, priorityBefore: number): WaitlistInput => ({
  client_id: form.clientId ?? '',
  items: form.items.map((item) => ({
    variant_id: item.variantId,
    staff_ids: item.staffIds,
    add_on_ids: item.addOnIds,
    ...(item.bundleId !== undefined && { bundle_id: item.bundleId }),
  })),
  windows: form.windows.map(windowOfDraft),
  flexible_min: form.flexibleMin,
  note: form.note,
  priority: form.isFirst ? Math.max(1, priorityBefore) : 0,
});

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
