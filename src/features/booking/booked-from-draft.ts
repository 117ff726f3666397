import { addressLines } from '#domain/text/address.ts';
import { addMinutes } from '#domain/time/epoch.ts';
import type { BookedAnswer } from '#remote/public-booking.ts';
import type { BookedRecord } from './booked-store.ts';
import { totalPrice } from './catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import { placeOf } from './place.ts';
import type { BookingDraft } from './use-draft.ts';

/** The confirmation of a draft that the server has just accepted. */
export const bookedFromDraft = (
  answer: BookedAnswer,
  draft: Pick<BookingDraft, 'choices' | 'details'>,
  catalogue: Catalogue,
): BookedRecord => {
  const { business, rules } = catalogue.profile;
  const { appointment } = answer;
  const place = placeOf(catalogue, draft.choices);
  const price = totalPrice(catalogue, draft.choices);
  return {
    appointment,
    manageToken: answer.manage_token,
    business,
    lines: appointment.segments.map(({ variant_id, staff_id }) => ({
      name: catalogue.variantById.get(variant_id)?.fullName ?? '',
      staffName: catalogue.staffById.get(staff_id)?.display_name ?? null,
    })),
    // The server's sum is what counts; how sure it is, is the catalogue's to say.
    total: { kind: price.kind, cents: appointment.total },
    place:
      place === 'business'
        ? [business.name, ...(business.address ? addressLines(business.address) : [])]
        : [PLACES[place]],
    isAtBusiness: place === 'business',
    cancelUntil: rules.allow_cancel
      ? addMinutes(appointment.starts_at, -rules.cancel_notice_min)
      : null,
    email: draft.details.email.trim(),
  };
};

export const PLACES = { client: 'At your address', remote: 'Online', phone: 'By phone' } as const;
