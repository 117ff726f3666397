import { TriangleAlert } from 'lucide-react';
import { useCallback, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { readSetting, writeSetting } from '#platform/storage.ts';
import { billingServer } from '#remote/billing.ts';
import type { BillingServer, BillingState } from '#remote/billing.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { useOnline } from '#ui/use-online.ts';
import { pathTo, patterns } from './paths.ts';
import { useServerAnswer } from './use-server-answer.ts';
import { useWorkspace } from './workspace-context.ts';

type Access = BillingState['access'];

const keyOf = (businessId: string): string => `daybook-billing:1:${businessId}`;

/** What was said the last time: without a connection it is still true, or nearly. */
const knownAccess = (businessId: string): Access => {
  const known = readSetting(keyOf(businessId));
  return known === 'warned' || known === 'limited' ? known : 'full';
};

/**
 * One line above every screen while the product is not paid for: what is off, and where to put it right. It
 * never stands in the way of anything; who does not manage billing is told what it means for them.
 */
export function BillingBanner({
  server = billingServer,
}: {
  server?: Pick<BillingServer, 'state'>;
}) {
  const { business } = useWorkspace();
  const { pathname } = useLocation();
  const online = useOnline();
  const question = useCallback(() => server.state(business.id), [server, business.id]);
  const { value } = useServerAnswer(question, online);
  const told = value?.access;
  useEffect(() => {
    if (told) writeSetting(keyOf(business.id), told === 'full' ? null : told);
  }, [told, business.id]);
  const access = told ?? knownAccess(business.id);
  // Its own page says it at length.
  if (access === 'full' || pathname === patterns.settingsBilling) return null;
  const mayManage = value?.may_manage ?? false;
  return (
    <section
      aria-label="Billing"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-warning-soft px-4 py-2 text-sm sm:px-6"
    >
      <TriangleAlert size={18} className="shrink-0 text-warning" aria-hidden />
      <p className="min-w-0 flex-1 basis-60 text-pretty">
        {access === 'warned'
          ? 'The last payment for Daybook failed. Everything is still open.'
          : 'Bookings online and messages are off, because Daybook is not paid for. Your calendar, clients, checkout and all data go on.'}
        {!mayManage && value !== null && ' The owner can put it right.'}
      </p>
      {mayManage && (
        <LinkButton size="sm" to={pathTo('settingsBilling')}>
          Open billing
        </LinkButton>
      )}
    </section>
  );
}
