import { GiftCardsScreen } from '#features/gift-cards/gift-cards-screen.tsx';
import { giftCardServer } from '#remote/gift-cards.ts';

/** Gift cards with what only the server decides: what is kept of a card for a device. */
export function GiftCardsRoute() {
  return <GiftCardsScreen server={giftCardServer} />;
}
