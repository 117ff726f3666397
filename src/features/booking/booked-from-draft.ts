import { sumPrices } from '#domain/services/price.ts';
import { addressLines } from '#domain/text/address.ts';
import { addMinutes } from '#domain/time/epoch.ts';
import type { BookedAnswer } from '#remote/public-booking.ts';
import type { BookedRecord } from './booked-store.ts';
import { visitAddress } from './book-request.ts';
import type { Catalogue } from './catalogue.ts';
import { placeOf } from './place.ts';
import type { BookingDraft } from './use-draft.ts';

/** The confirmation of a draft that the server has just accepted. */
export const bookedFromDraft = (
  answer: BookedAnswer,
  draft: Pick<BookingDraft, 'choices' | 'details' | 'place' | 'address'>,
  catalogue: Catalogue,
): BookedRecord => {
  const { business, rules } = catalogue.profile;
  const { appointment } = answer;
  const place = placeOf(catalogue, draft) ?? 'business';
  const address = visitAddress(draft, catalogue);
  return {
    appointment,
    manageToken: answer.manage_token,
    business,
    lines: appointment.segments.map(({ service_name, staff_id, helper_ids = [] }) => ({
      name: service_name,
      // A business that hides its staff names nobody.
      staffName:
        [staff_id, ...helper_ids]
          .map((id) => catalogue.staffById.get(id)?.display_name)
          .filter(Boolean)
          .join(' and ') || null,
    })),
    total: sumPrices(
      appointment.segments.map(({ price_kind, price_cents }) => ({
        kind: price_kind,
        cents: price_cents,
      })),
    ),
    place:
      place === 'business'
        ? [business.name, ...(business.address ? addressLines(business.address) : [])]
        : address
          ? addressLines(address)
          : [PLACES[place]],
    isAtBusiness: place === 'business',
    cancelUntil: rules.allow_cancel
      ? addMinutes(appointment.starts_at, -rules.cancel_notice_min)
      : null,
    email: draft.details.email.trim(),
  };
};

export const PLACES = { client: 'At your address', remote: 'Online', phone: 'By phone' } as const;
