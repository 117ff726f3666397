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

export type ItemDraft = { variantId: Uuid; staffIds: Uuid[]; addOnIds: Uuid[] };

export const NEW_ITEM: ItemDraft = { variantId: '', staffIds: [], addOnIds: [] };

export const formOf = (entry: WaitlistEntryRow | null, today: Day): EntryForm =>
  entry
    ? {
        clientId: entry.client_id,
        items: entry.items.map((item) => ({
          variantId: item.variant_id,
          staffIds: item.staff_ids,
          addOnIds: item.add_on_ids,
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
  })),
  windows: form.windows.map(windowOfDraft),
  flexible_min: form.flexibleMin,
  note: form.note,
  priority: form.isFirst ? Math.max(1, priorityBefore) : 0,
});
