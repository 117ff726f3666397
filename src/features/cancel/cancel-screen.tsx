import { PRODUCT_NAME } from '#domain/product.ts';
import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import type { BookingStatus } from '#remote/public-manage.ts';
import { useBrandAccent } from '#ui/brand-accent.ts';
import { BrandFrame } from '#ui/brand-frame.tsx';
import { ContactLinks } from '#ui/contact-links.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { LinkTrouble } from '#ui/link-trouble.tsx';
import { PageLoading } from '#ui/skeleton.tsx';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { peopleOf } from './manage-facts.ts';
import type { Person } from './manage-facts.ts';
import { ManagePage } from './manage-page.tsx';
import { keptPaying } from './paying.ts';
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
  return <Managed key={token} token={token} view={params.get('do')} who={params.get('who')} />;
}

function Managed({
  token,
  view,
  who,
}: {
  token: string;
  view: string | null;
  /** Of those who come together, whom it is about; null = all of them. */
  who: string | null;
}) {
  const state = useBookingStatus(token);
  const { status, error, refresh } = state;
  useBrandAccent(status?.business.brand_colour ?? null);
  const business = status?.business;
  const person = status && who !== null ? personOf(status, who) : null;
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
        <Suspense fallback={<PageLoading />}>
          {view === 'cancel' && (who === null ? status.can_cancel : person) ? (
            status.appointment.seats === undefined ? (
              <CancelPage token={token} status={status} person={person} refresh={refresh} />
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
        <PageLoading />
      )}
    </BrandFrame>
  );
}

/** Whoever can be called off alone; null = nobody is called so, or they cannot. */
const personOf = (status: BookingStatus, who: string): Person | null =>
  peopleOf(status).find(({ person, cancelFee }) => String(person) === who && cancelFee !== null) ??
  null;
