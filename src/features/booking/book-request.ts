import { agreedTerms } from '#domain/appointments/fee-terms.ts';
import type { Address } from '#domain/rows.ts';
import { addressOf } from '#domain/text/address-form.ts';
import type { AddressText } from '#domain/text/address-form.ts';
import type { BookRequest } from '#remote/public-booking.ts';
import { blockingForms } from './blocking-forms.ts';
import { servicesOf } from './fee-services.ts';
import type { Catalogue } from './catalogue.ts';
import { groupTotal, guestChoices } from './guests.ts';
import { placeOf } from './place.ts';
import type { Choice, Draft } from './booking-draft.ts';
import type { BookingDraft } from './use-draft.ts';

/** What a time is held for. How the guests are called it need not know. */
export const heldRequest = (
  draft: Pick<Draft, 'choices' | 'guests' | 'place' | 'session' | 'refusal'>,
  catalogue: Catalogue,
): Pick<BookRequest, 'items' | 'place'> & Partial<Pick<BookRequest, 'guests'>> => {
  const guests = guestChoices(catalogue, draft).map((choices) => ({
    first_name: '',
    items: itemsOf(choices),
  }));
  return {
    items: itemsOf(draft.choices),
    place: placeOf(catalogue, draft) ?? 'business',
    ...(guests.length > 0 && { guests }),
  };
};

const itemsOf = (choices: readonly Choice[]): BookRequest['items'] =>
  choices.map(({ variantId, staffId, addOnIds, bundleId }) => ({
    variant_id: variantId,
    staff_id: staffId,
    add_on_ids: addOnIds,
    ...(bundleId !== undefined && { bundle_id: bundleId }),
  }));

/** What is sent for a draft; null while no time is chosen. */
export const bookRequest = (
  draft: BookingDraft,
  catalogue: Catalogue,
  timeZone: string,
): BookRequest | null => {
  if (draft.startsAt === null) return null;
  const { session } = draft;
  const { firstName, lastName, email, phone, note } = draft.details;
  const { guests = [], ...held } = heldRequest(draft, catalogue);
  return {
    ...held,
    starts_at: draft.startsAt,
    time_zone: timeZone,
    client: {
      first_name: firstName.trim(),
      last_name: lastName.trim(),
      email: email.trim(),
      phone: phone.trim(),
    },
    address: visitAddress(draft, catalogue),
    note: note.trim(),
    policy_version: catalogue.profile.policy?.version ?? null,
    fee_terms: agreedTerms(
      catalogue.profile.rules,
      servicesOf(catalogue, [draft.choices, ...guestChoices(catalogue, draft)].flat()),
    ),
    expected_total: groupTotal(catalogue, draft).cents,
    hold_key: draft.hold ? draft.holdKey : null,
    ...(session && {
      session: { id: session.id, seats: session.seats, waiting: session.isWaiting },
    }),
    answers: answersOf(draft, catalogue),
    guests: guests.map((guest, at) => ({
      ...guest,
      first_name: draft.guests[at]?.name.trim() ?? '',
    })),
    ...(draft.details.news === 'yes' && { news: true }),
  };
};

const answersOf = (draft: BookingDraft, catalogue: Catalogue): BookRequest['answers'] => {
  const filled = blockingForms(catalogue, draft).flatMap(({ key }) => {
    const form = draft.forms[key];
    return form ? [{ key, version: form.version, answers: form.answers }] : [];
  });
  return filled.length > 0 ? filled : null;
};

/** Where to come to; null when nobody has to come. */
export const visitAddress = (
  draft: Pick<BookingDraft, 'choices' | 'place' | 'address'>,
  catalogue: Catalogue,
): Address | null => {
  if (placeOf(catalogue, draft) !== 'client') return null;
  const typed = Object.entries(draft.address).map(([line, text]) => [line, text.trim()]);
  return addressOf(
    Object.fromEntries(typed) as AddressText,
    catalogue.profile.business.country_code,
  );
};
