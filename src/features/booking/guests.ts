import { sumPrices } from '#domain/services/price.ts';
import type { Price } from '#domain/services/price.ts';
import { blockingForms } from './blocking-forms.ts';
import type { Choice, Draft } from './booking-draft.ts';
import { hasClass, mostGuests, orderTotal, stillOffered, totalPrice } from './catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import { asksCard, depositOf } from './deposit-of.ts';
import { placeOf, placesOf } from './place.ts';

type Asked = Pick<Draft, 'choices' | 'place' | 'session' | 'refusal'>;

/** As many services as all of them may have together (`private.read_group`): more is not planned in time. */
export const MOST_ITEMS = 20;

/**
 * Why nobody can come along to what is chosen; null = they can. The server has the last word
 * (`private.check_guests`).
 */
export const aloneBecause = (catalogue: Catalogue, draft: Asked): string | null => {
  if (hasClass(catalogue, draft.choices)) {
    return 'Seats for all of you are chosen together with the class.';
  }
  if (placeOf(catalogue, draft) === 'client') return 'Visits at your address are for you alone.';
  if (blockingForms(catalogue, draft).length > 0) {
    return 'Everybody fills in a form for this first, so your guests book for themselves.';
  }
  if (depositOf(catalogue, draft) > 0 || asksCard(catalogue, draft)) {
    return 'A card is needed for this first, so your guests book for themselves.';
  }
  return null;
};

/** What each of the guests has; none where nobody can come along. */
export const guestChoices = (
  catalogue: Catalogue,
  draft: Asked & Pick<Draft, 'guests'>,
): Choice[][] => {
  if (draft.guests.length === 0 || draft.choices.length === 0) return [];
  if (aloneBecause(catalogue, draft) !== null) return [];
  const place = placeOf(catalogue, draft);
  return draft.guests.slice(0, mostGuests(catalogue)).map(({ choices }) => {
    const own = stillOffered(catalogue, choices ?? []);
    const isThere = place === null || placesOf(catalogue, own).includes(place);
    // By whom is a wish of whoever books, and they may be busy with them.
    return own.length > 0 && isThere
      ? own
      : draft.choices.map((one) => ({ ...one, staffId: null }));
  });
};

/** What it costs for all of them. */
export const groupTotal = (catalogue: Catalogue, draft: Asked & Pick<Draft, 'guests'>): Price => {
  const own = orderTotal(catalogue, draft);
  const guests = guestChoices(catalogue, draft);
  return guests.length === 0
    ? own
    : sumPrices([own, ...guests.map((choices) => totalPrice(catalogue, choices))]);
};
