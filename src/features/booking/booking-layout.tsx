import { useBrandAccent } from '#ui/brand-accent.ts';
import { loadProfile } from '#remote/public-profile.ts';
import { Outlet, useParams } from 'react-router-dom';
import { BusinessFooter } from './business-footer.tsx';
import { BusinessHeader } from './business-header.tsx';
import type { BookingContext } from './booking-context.ts';
import { useProfile } from './use-profile.ts';

// The request leaves with the first script of this page, not after the page has been drawn.
const early = /^\/book\/([^/]+)/.exec(location.pathname)?.[1];
if (early) void loadProfile(decodeURIComponent(early));

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
  return (
    <div className="flex min-h-dvh flex-col">
      <BusinessHeader slug={slug} business={business} />
      <main className="mx-auto flex w-full max-w-5xl flex-1 flex-col px-4 sm:px-6">
        <Outlet context={context} />
      </main>
      <BusinessFooter slug={slug} business={business} />
    </div>
  );
}
