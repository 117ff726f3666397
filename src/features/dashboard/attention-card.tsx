import { pathTo, patterns } from '#app/paths.ts';
import type { AttentionView } from '#db/queries/attention.ts';
import type { AttentionKind } from '#domain/rows.ts';
import { CircleAlert, CloudUpload } from 'lucide-react';
import { Link } from 'react-router-dom';

const WORDS: Record<AttentionKind, string> = {
  slot_taken: 'The time was taken meanwhile',
  stale_field: 'Two different entries',
  deleted: 'Changed here, deleted elsewhere',
  permission: 'A change was not allowed',
  balance: 'An amount does not add up',
  validation: 'A change was refused',
  zone_rules: 'The clocks have new rules',
};

const wordsOf = ({ item }: AttentionView): string => {
  if (item.entity === 'attendees' && item.kind === 'slot_taken') return 'No seat left in a class';
  if (item.kind === 'balance' && 'dispute' in item.mine) {
    if (item.mine['dispute'] !== 'open') return 'A dispute is decided';
    if (item.entity === 'gift_cards') return 'A gift card is disputed';
    return item.entity === 'appointments' ? 'A deposit is disputed' : 'A payment is disputed';
  }
  if (item.kind === 'balance' && 'charge' in item.mine) {
    return item.entity === 'sales' ? 'Was a card charged?' : 'Was a fee charged?';
  }
  if (item.kind === 'balance' && 'refund' in item.mine) return 'A refund did not arrive';
  if (item.entity === 'payments' && 'compared' in item.mine) return 'Your provider says otherwise';
  if (item.entity === 'payments' && 'payout' in item.mine) return 'A payout is not what was noted';
  if (item.entity === 'payments' && 'returned_cents' in item.mine) {
    return 'A membership was paid back';
  }
  if (item.entity === 'client_memberships') return 'A membership is not paid';
  if (item.entity === 'appointments' && item.kind === 'balance') {
    if ('held_until' in item.mine) return 'A request waits, with a deposit';
    if ('unpaid' in item.mine) return 'Cancelled: the deposit was not paid';
    return 'deposit' in item.mine ? 'Ask for a deposit' : 'A deposit was not charged';
  }
  if (item.entity === 'sales' && item.kind === 'balance') {
    if ('card' in item.mine) return 'A gift card did not cover a sale';
    if ('package' in item.mine) return 'A package did not cover a sale';
    if ('returned_cents' in item.mine) return 'More went back than was left';
    return 'receipt' in item.theirs
      ? 'A visit was checked out twice'
      : 'A deposit is not there any more';
  }
  if (item.entity === 'gift_cards' && 'returned_cents' in item.mine) {
    return 'A gift card was paid back';
  }
  if (item.entity === 'sales' && 'receipt' in item.mine) return 'A large discount';
  if (item.entity === 'products' && item.kind === 'balance') return 'Less than nothing left';
  if (item.entity === 'purchase_orders' && item.kind === 'balance') {
    return 'More came than was ordered';
  }
  if (item.entity === 'pay_runs' && item.kind === 'balance') {
    return 'Two pay runs for the same days';
  }
  return WORDS[item.kind];
};

const placeOf = ({ item, appointment }: AttentionView): string | null => {
  // Its list is in the sync details.
  if (item.kind === 'zone_rules') return null;
  switch (item.entity) {
    case 'appointments':
      return pathTo('appointment', { appointmentId: item.entity_id });
    case 'series':
    case 'attendees':
      return appointment && pathTo('appointment', { appointmentId: appointment.id });
    case 'clients':
      return pathTo('client', { clientId: item.entity_id });
    case 'client_memberships':
      return typeof item.mine['client_id'] === 'string'
        ? pathTo('client', { clientId: item.mine['client_id'] })
        : patterns.services;
    case 'sales':
      // A sale that was refused is not there to be looked at.
      return ['receipt', 'card', 'package', 'purpose'].some((fact) => fact in item.mine)
        ? pathTo('checkoutSuccess', null, { sale: item.entity_id })
        : patterns.transactions;
    case 'gift_cards':
    case 'gift_activities':
      return patterns.giftCards;
    case 'payments':
      return 'compared' in item.mine ? patterns.settingsStripeReturn : patterns.transactions;
    case 'refunds':
    case 'dispute_entries':
    case 'drawer_events':
    case 'receipt_mails':
    case 'package_holdings':
    case 'package_activities':
    case 'day_closes':
      return patterns.transactions;
    case 'services':
    case 'service_variants':
    case 'recipes':
    case 'service_categories':
    case 'add_ons':
    case 'add_on_groups':
    case 'bundles':
    case 'packages':
      return patterns.services;
    case 'products':
    case 'product_costs':
    case 'suppliers':
    case 'stock_movements':
    case 'stock_costs':
      return patterns.inventory;
    case 'purchase_orders':
      return pathTo('purchaseOrder', { orderId: item.entity_id });
    case 'resource_pools':
    case 'resources':
      return patterns.resources;
    case 'staff':
    case 'staff_contacts':
    case 'commission_rules':
    case 'work_patterns':
      return patterns.staff;
    case 'pay_runs':
      return patterns.pay;
    case 'message_templates':
      return patterns.settingsEmails;
    case 'businesses':
    case 'booking_rules':
    case 'tax_rates':
      return patterns.settings;
    default:
      return null;
  }
};

/** What a person has to decide, and how much the server does not know yet. */
export function AttentionCard({
  items,
  waiting,
}: {
  items: readonly AttentionView[];
  waiting: number;
}) {
  if (items.length === 0 && waiting === 0) return null;
  return (
    <section
      aria-label="Attention"
      className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface shadow-card max-lg:order-2"
    >
      <ul className="divide-y divide-line">
        {items.map((view) => {
          const place = placeOf(view);
          const content = (
            <>
              <CircleAlert size={20} className="mt-0.5 shrink-0 text-warning" aria-hidden />
              <span className="min-w-0">
                <span className="block font-medium">{wordsOf(view)}</span>
                <bdi className="block text-sm text-muted">
                  {view.clientName || 'Open the sync details to decide'}
                </bdi>
              </span>
            </>
          );
          return (
            <li key={view.item.id}>
              {place ? (
                <Link
                  to={place}
                  className="flex min-h-14 items-start gap-3 px-4 py-3 hover:bg-raised focus-visible:-outline-offset-2"
                >
                  {content}
                </Link>
              ) : (
                <div className="flex min-h-14 items-start gap-3 px-4 py-3">{content}</div>
              )}
            </li>
          );
        })}
        {waiting > 0 && (
          <li className="flex min-h-12 items-center gap-3 px-4 py-2.5 text-muted">
            <CloudUpload size={20} className="shrink-0" aria-hidden />
            {waiting === 1 ? 'One change waits' : `${waiting} changes wait`} to be sent
          </li>
        )}
      </ul>
    </section>
  );
}
