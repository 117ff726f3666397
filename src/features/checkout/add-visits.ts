import type { VisitToCheckOut } from '#db/queries/checkout.ts';
import type { CartDraft } from '#domain/checkout/draft.ts';
import { emptyCart } from './cart-draft.ts';

/** A cart with these visits as well. What each of them paid before counts for their own visit. */
export const withVisits = (
  cart: CartDraft,
  visits: readonly VisitToCheckOut[],
): Pick<CartDraft, 'lines' | 'tenders'> => {
  const carts = visits.map(({ appointment, lines, depositCents }) =>
    emptyCart(null, lines, { appointmentId: appointment.id, cents: depositCents }),
  );
  return {
    lines: [...cart.lines, ...carts.flatMap(({ lines }) => lines)],
    tenders: [...cart.tenders, ...carts.flatMap(({ tenders }) => tenders)],
  };
};
