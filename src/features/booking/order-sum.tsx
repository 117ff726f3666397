import { formatPrice } from '#domain/services/price.ts';
import type { Price } from '#domain/services/price.ts';
import type { PublicProfile } from '#remote/public-booking.ts';

/** What it costs, over what that is. */
export function OrderSum({
  business,
  price,
  what,
}: {
  business: PublicProfile['business'];
  price: Price;
  what: string;
}) {
  return (
    <>
      <span className="block font-semibold">{formatPrice(price, business)}</span>
      <span className="block text-sm text-muted">{what}</span>
    </>
  );
}
