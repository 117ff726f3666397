import type { BookRequest } from '#remote/public-booking.ts';
import { totalPrice } from './catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import { placeOf } from './place.ts';
import type { BookingDraft } from './use-draft.ts';

export const requestItems = (draft: Pick<BookingDraft, 'choices'>): BookRequest['items'] =>
  draft.choices.map(({ variantId, staffId, addOnIds }) => ({
    variant_id: variantId,
    staff_id: staffId,
    add_on_ids: addOnIds,
  }));

/** What is sent for a draft; null while no time is chosen. */
export const bookRequest = (
  draft: BookingDraft,
  catalogue: Catalogue,
  timeZone: string,
): BookRequest | null => {
  if (draft.startsAt === null) return null;
  const { firstName, lastName, email, phone, address, note } = draft.details;
  const comesToClient = placeOf(catalogue, draft.choices) === 'client';
  return {
    items: requestItems(draft),
    starts_at: draft.startsAt,
    time_zone: timeZone,
    client: {
      first_name: firstName.trim(),
      last_name: lastName.trim(),
      email: email.trim(),
      phone: phone.trim(),
    },
    address: comesToClient ? { line1: address.trim() } : null,
    note: note.trim(),
    policy_version: catalogue.profile.policy?.version ?? null,
    expected_total: totalPrice(catalogue, draft.choices).cents,
    hold_key: draft.hold ? draft.holdKey : null,
    answers: null,
    guests: [],
  };
};
