import { PRODUCT_NAME } from '#domain/product.ts';
import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import { useBrandAccent } from '#ui/brand-accent.ts';
import { BrandFrame } from '#ui/brand-frame.tsx';
import { ContactLinks } from '#ui/contact-links.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { LinkTrouble } from '#ui/link-trouble.tsx';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ManagePage } from './manage-page.tsx';
import { keptPaying } from './paying.ts';
import { LoadingStatus } from './loading-status.tsx';
import { useBookingStatus } from './use-booking-status.ts';

const CancelPage = lazyPart(async () => (await import('./cancel-page.tsx')).CancelPage);
const GiveBackPage = lazyPart(async () => (await import('./give-back-page.tsx')).GiveBackPage);
const MovePage = lazyPart(async () => (await import('./move-page.tsx')).MovePage);

/** The page behind a manage link. Opening it changes nothing; only its buttons do. */
export function CancelScreen() {
  const [params] = useSearchParams();
  // Back from the page where a deposit was paid: the link stayed in this tab.
  const [paying] = useState(() => (params.has('paid') ? keptPaying() : null));
  const token = params.get('token') ?? paying?.token ?? '';
  return <Managed key={token} token={token} view={params.get('do')} />;
}

function Managed({ token, view }: { token: string; view: string | null }) {
  const state = useBookingStatus(token);
  const { status, error, refresh } = state;
  useBrandAccent(status?.business.brand_colour ?? null);
  const business = status?.business;
  return (
    <BrandFrame
      name={business?.name ?? (error ? PRODUCT_NAME : null)}
      logoPath={business?.logo_path ?? null}
      home={business && pathTo('book', { proUrl: business.slug })}
      foot={
        <>
          {business && <ContactLinks {...business} />}
          <span className="ml-auto py-3">Booking by {PRODUCT_NAME}</span>
        </>
      }
    >
      {status ? (
        <Suspense fallback={<LoadingStatus />}>
          {view === 'cancel' && status.can_cancel ? (
            status.appointment.seats === undefined ? (
              <CancelPage token={token} status={status} refresh={refresh} />
            ) : (
              <GiveBackPage token={token} status={status} refresh={refresh} />
            )
          ) : view === 'move' && status.can_reschedule ? (
            <MovePage token={token} status={status} refresh={refresh} />
          ) : (
            <ManagePage token={token} status={status} refresh={refresh} />
          )}
        </Suspense>
      ) : error ? (
        <LinkTrouble error={error} what="page" words={messageFor} refresh={refresh} />
      ) : (
        <LoadingStatus />
      )}
    </BrandFrame>
  );
}
