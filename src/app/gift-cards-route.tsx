import { GiftCardsScreen } from '#features/gift-cards/gift-cards-screen.tsx';
import { giftCardPost, giftCardServer } from '#remote/gift-cards.ts';

/** Gift cards with what only the server does: keeping some of a card for a device, and mailing one. */
export function GiftCardsRoute() {
  return <GiftCardsScreen server={giftCardServer} post={giftCardPost} />;
}
