import { PRODUCT_NAME } from '#domain/product.ts';
import { pathTo } from '#app/paths.ts';
import { useBrandAccent } from '#ui/brand-accent.ts';
import { BrandFrame } from '#ui/brand-frame.tsx';
import { ContactLinks } from '#ui/contact-links.tsx';
import { Link, Outlet, useParams } from 'react-router-dom';
import type { BookingContext } from './booking-context.ts';
import { useProfile } from './use-profile.ts';

const link = 'inline-flex min-h-11 items-center underline underline-offset-4';

/** What all booking pages of a business share: its name, its colour, its address. */
export function BookingLayout() {
  const slug = useParams()['proUrl'] ?? '';
  return <LayoutOf key={slug} slug={slug} />;
}

function LayoutOf({ slug }: { slug: string }) {
  const state = useProfile(slug);
  const business = state.profile?.business ?? null;
  useBrandAccent(business?.brand_colour ?? null);
  const context: BookingContext = { ...state, slug };
  // Nobody is there, or nobody can be asked who is.
  const isUnknown = state.error !== null && business === null;
  return (
    <BrandFrame
      name={business?.name ?? (isUnknown ? PRODUCT_NAME : null)}
      logoPath={business?.logo_path ?? null}
      home={isUnknown ? undefined : pathTo('book', { proUrl: slug })}
      foot={
        <>
          {business && <ContactLinks {...business} />}
          {state.profile?.sells_gift_cards && (
            <Link to={pathTo('bookGiftCard', { proUrl: slug })} className={link}>
              Gift cards
            </Link>
          )}
          {!isUnknown && (
            <Link to={pathTo('bookPrivacy', { proUrl: slug })} className={link}>
              Privacy
            </Link>
          )}
          <span className="ml-auto py-3">Booking by {PRODUCT_NAME}</span>
        </>
      }
    >
      <Outlet context={context} />
    </BrandFrame>
  );
}
