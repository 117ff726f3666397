import { guestName } from '#domain/appointments/guest-name.ts';
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
    lines: appointment.segments.map((segment) => ({
      name: segment.service_name,
      staffName: namesOf(catalogue, [segment]),
    })),
    total: sumPrices(
      [appointment, ...(appointment.guests ?? [])]
        .flatMap(({ segments }) => segments)
        .map(({ price_kind, price_cents }) => ({ kind: price_kind, cents: price_cents })),
    ),
    place:
      place === 'business'
        ? [business.name, ...(business.address ? addressLines(business.address) : [])]
        : address
          ? addressLines(address)
          : [PLACES[place]],
    isAtBusiness: place === 'business',
    guests: (appointment.guests ?? []).map(({ first_name, segments, starts_at, ends_at }, at) => ({
      name: guestName(first_name, at),
      services: segments.map(({ service_name }) => service_name).join(', '),
      staffName: namesOf(catalogue, segments),
      startsAt: starts_at,
      endsAt: ends_at,
    })),
    cancelUntil: rules.allow_cancel
      ? addMinutes(appointment.starts_at, -rules.cancel_notice_min)
      : null,
    email: draft.details.email.trim(),
  };
};

/** Everybody who does these parts; null where the business hides its staff. */
const namesOf = (catalogue: Catalogue, segments: readonly Segment[]): string | null =>
  [...new Set(segments.flatMap(({ staff_id, helper_ids = [] }) => [staff_id, ...helper_ids]))]
    .map((id) => catalogue.staffById.get(id)?.display_name)
    .filter(Boolean)
    .join(' and ') || null;

type Segment = BookedAnswer['appointment']['segments'][number];

export const PLACES = { client: 'At your address', remote: 'Online', phone: 'By phone' } as const;
