import { isStaffOpen } from './booking-steps.ts';
import type { Catalogue } from './catalogue.ts';
import { LIMITS } from './details.ts';
import { placesOf } from './place.ts';
import type { BookingDraft, BookingEvent } from './use-draft.ts';

/** What of the client a link may bring along, and how long it may be. */
const DETAILS = {
  first_name: ['firstName', LIMITS.name],
  last_name: ['lastName', LIMITS.name],
  email: ['email', LIMITS.email],
  phone: ['phone', LIMITS.phone],
  note: ['note', LIMITS.note],
} as const;

/**
 * What the address fills in, and the address without it: who somebody is stands there no longer than it
 * has to, and what a client changes is not filled in again by a reload. Nothing is put over what was
 * typed or chosen. Everything may be anybody's: it is only ever text in a field, or one of the ids that
 * are offered. Services (`service`, several times) and the day (`day`) are read where they are shown.
 */
export const prefillOf = (
  search: string,
  draft: Pick<BookingDraft, 'choices' | 'details' | 'place'>,
  catalogue: Catalogue,
): { events: BookingEvent[]; rest: string } => {
  const params = new URLSearchParams(search);
  const events: BookingEvent[] = [];
  for (const [key, [field, limit]] of Object.entries(DETAILS)) {
    const value = take(params, key)
      // What no field lets anybody type, either.
      ?.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim()
      .slice(0, limit);
    if (value && draft.details[field].trim() === '') {
      events.push({ type: 'detail_typed', field, value });
    }
  }
  const where = take(params, 'where');
  const place = placesOf(catalogue, draft.choices).find((kind) => kind === where);
  if (place && draft.place === null) events.push({ type: 'place_chosen', place });
  // Who does it is asked after the services: until then nobody has said that anyone will do.
  if (params.has('step') && draft.choices.length > 0) {
    const staffId = take(params, 'staff');
    const variantIds = draft.choices
      .filter(
        (choice) =>
          choice.staffId === null &&
          isStaffOpen(catalogue, choice) &&
          catalogue.variantById.get(choice.variantId)?.staffIds.some((id) => id === staffId),
      )
      .map(({ variantId }) => variantId);
    if (staffId && variantIds.length > 0 && catalogue.profile.rules.staff_choice === 'client') {
      events.push({ type: 'staff_chosen', staffId, variantIds });
    }
  }
  const rest = params.toString();
  return { events, rest: rest === '' ? '' : `?${rest}` };
};

const take = (params: URLSearchParams, key: string): string | null => {
  const value = params.get(key);
  params.delete(key);
  return value;
};
