import { CircleOff, ShieldOff } from 'lucide-react';
import type { ComponentType } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { pathTo } from '#app/paths.ts';
import { tellDone } from '#app/tell.ts';
import { myAccess } from '#db/queries/business.ts';
import { till as readTill, visitToCheckOut, visitsToCheckOut } from '#db/queries/checkout.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { CartLine } from '#domain/checkout/cart.ts';
import { discountCap } from '#domain/checkout/discount-cap.ts';
import type { GiftCardServer } from '#domain/checkout/gift-server.ts';
import type { Uuid } from '#domain/rows.ts';
import { toInstant } from '#domain/time/instant.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { loadOrTell } from '#ui/load-or-tell.ts';
import { Notice } from '#ui/notice.tsx';
import { Page } from '#ui/page.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { OpenVisits } from './open-visits.tsx';
import { Till } from './till.tsx';

/** Finds a client or makes one; it belongs to another feature. */
type ClientPicker = ComponentType<{
  clientId: Uuid | null;
  onChange: (clientId: Uuid | null) => void;
}>;

const LAST_DAY_MS = 24 * 3_600_000;

type Props = { clientPicker: ClientPicker; giftServer: GiftCardServer };

/** Takes the money for a visit, or for whatever is sold over the counter. Works without a connection. */
export function CheckoutScreen(props: Props) {
  const { appointmentId } = useParams();
  // Another visit is another screen: a sale must not begin with the lines of the last one.
  return <Checkout key={appointmentId ?? ''} {...props} appointmentId={appointmentId} />;
}

function Checkout({
  clientPicker: Picker,
  giftServer,
  appointmentId,
}: Props & { appointmentId: Uuid | undefined }) {
  const [params] = useSearchParams();
  const forClient = params.get('client');
  const navigate = useNavigate();
  const db = useDb();
  const access = useQuery(myAccess, []);
  const till = useQuery(readTill, []);
  const visit = useQuery(
    (local) => (appointmentId ? visitToCheckOut(local, appointmentId) : Promise.resolve(undefined)),
    [appointmentId],
  );
  const open = useQuery(
    (local) =>
      appointmentId
        ? Promise.resolve([])
        : visitsToCheckOut(local, toInstant(local.nowMs() - LAST_DAY_MS)),
    [appointmentId],
  );
  if (access && !access.may('checkout', 'own') && access.membership) {
    return (
      <Page title="Checkout" width="narrow">
        <EmptyState icon={ShieldOff} title="Not part of your role">
          Ask the owner for the right to check clients out.
        </EmptyState>
      </Page>
    );
  }
  // What stands above the buttons is there before them: nothing moves under a finger.
  if (!access || !till || !open || (appointmentId && visit === undefined)) {
    return (
      <Page title="Checkout">
        <SkeletonList rows={3} label="The checkout is being loaded" />
      </Page>
    );
  }
  if (visit === null) {
    return (
      <Page title="Checkout" width="narrow">
        <EmptyState
          icon={CircleOff}
          title="This visit is not on this device"
          action={<LinkButton to={pathTo('checkout')}>New sale</LinkButton>}
        >
          It was deleted, or it has not been loaded yet.
        </EmptyState>
      </Page>
    );
  }
  const about = appointmentId ?? forClient ?? 'new';
  const done = async (sale: { id: Uuid }, lines: CartLine[]): Promise<void> => {
    const visitIds = lines.flatMap(({ kind, appointment_id }) =>
      kind === 'fee' ? [] : (appointment_id ?? []),
    );
    // A step of its own: that money was taken does not depend on what became of the visits.
    if (visitIds.length > 0) {
      // After the sale: the first screen of the checkout is not kept waiting for it.
      const completeVisits = await loadOrTell(
        async () => (await import('#db/commands/complete-visits.ts')).completeVisits,
      );
      for (const completed of (await completeVisits?.(db, visitIds)) ?? []) {
        if (!completed.ok) tellDone(completed, '');
      }
    }
    void navigate(pathTo('checkoutSuccess', null, { sale: sale.id }), { replace: true });
  };
  return (
    <Page
      title={visit ? `Checkout: ${visit.clientName ?? 'walk-in'}` : 'Checkout'}
      {...(visit
        ? {
            back: {
              to: pathTo('appointment', { appointmentId: visit.appointment.id }),
              label: 'Back to the visit',
            },
          }
        : {})}
    >
      <div className="grid grid-cols-1 gap-4">
        {/* Over the counter the choice of the client says it. */}
        {visit?.alertNote && (
          <Notice tone="warning" title="Note">
            <p className="whitespace-pre-line">{visit.alertNote}</p>
          </Notice>
        )}
        {visit?.settledBy && (
          <Notice
            tone="warning"
            title="This visit is checked out already"
            action={
              <LinkButton size="sm" to={pathTo('checkoutSuccess', null, { sale: visit.settledBy })}>
                Open the sale
              </LinkButton>
            }
          >
            Open the sale to see what was paid. Take it out here before you take money for anything
            else.
          </Notice>
        )}
        {open.length > 0 && <OpenVisits visits={open} business={till.business} />}
        <Till
          key={about}
          till={till}
          draftKey={`${db.name}.checkout.${about}`}
          clientId={visit ? visit.appointment.client_id : forClient}
          lines={visit && !visit.settledBy ? visit.lines : []}
          deposit={
            visit && !visit.settledBy && visit.depositCents > 0
              ? { appointmentId: visit.appointment.id, cents: visit.depositCents }
              : null
          }
          cap={discountCap(till.business, access.membership)}
          staffId={visit?.lines[0]?.staff_id ?? access.staffId}
          giftServer={giftServer}
          startsWith={params.get('sell') === 'gift_card' ? 'gift_card' : null}
          renderClient={
            visit
              ? null
              : (clientId, onChange) => <Picker clientId={clientId} onChange={onChange} />
          }
          onDone={done}
        />
      </div>
    </Page>
  );
}
