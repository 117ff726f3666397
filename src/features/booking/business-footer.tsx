import { PRODUCT_NAME } from '#domain/product.ts';
import { addressLines, mapLink } from '#domain/text/address.ts';
import type { PublicBusiness } from '#remote/public-booking.ts';
import { Link } from 'react-router-dom';
import { pathTo } from '#app/paths.ts';

const link = 'inline-flex min-h-11 items-center underline underline-offset-4';

/** Where the business is and how to reach it: help in the same place on every page. */
export function BusinessFooter({
  slug,
  business,
}: {
  slug: string;
  business: PublicBusiness | null;
}) {
  return (
    <footer className="mt-12 border-t border-line text-sm text-muted">
      <div className="mx-auto flex w-full max-w-5xl flex-wrap items-center gap-x-6 px-4 py-4 sm:px-6">
        {business?.address && (
          <a href={mapLink(business.address)} target="_blank" rel="noopener" className={link}>
            {addressLines(business.address).join(', ')}
          </a>
        )}
        {business?.phone && (
          <a href={telLink(business.phone)} className={link}>
            {business.phone}
          </a>
        )}
        {business?.email && (
          <a href={`mailto:${business.email}`} className={link}>
            {business.email}
          </a>
        )}
        <Link to={pathTo('bookPrivacy', { proUrl: slug })} className={link}>
          Privacy
        </Link>
        <span className="ml-auto py-3">Booking by {PRODUCT_NAME}</span>
      </div>
    </footer>
  );
}

const telLink = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;
