import { pathTo } from '#app/paths.ts';
import { walletOf } from '#db/queries/gift-cards.ts';
import { useQuery } from '#db/use-query.ts';
import type { GiftState } from '#domain/checkout/gift-cards.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { Chip } from '#ui/chip.tsx';
import { List, ListRow } from '#ui/list.tsx';

const STATES: Readonly<Record<GiftState, string | null>> = {
  active: null,
  pending: null,
  empty: 'Empty',
  blocked: 'Blocked',
  expired: 'Expired',
};

/** The gift cards that somebody bought or has paid with, with what is left; what can be used comes first. */
export function ClientGiftCards({
  clientId,
  business,
  formats,
}: {
  clientId: Uuid;
  business: BusinessRow;
  formats: BusinessFormats;
}) {
  const cards = useQuery((db) => walletOf(db, clientId), [clientId]) ?? [];
  if (cards.length === 0) return null;
  return (
    <section aria-label="Gift cards" className="max-lg:order-2">
      <h2 className="mb-2 font-semibold">Gift cards</h2>
      <List>
        {cards.map(({ card, state, balance_cents, isOwn }) => (
          <ListRow
            key={card.id}
            to={pathTo('giftCards', null, { card: card.id })}
            title={`…${card.code_last4}`}
            subtitle={
              [
                !isOwn && `for ${card.recipient_name ?? ''}`,
                card.expires_on && `until ${formats.date(card.expires_on)}`,
              ]
                .filter(Boolean)
                .join(' · ') || undefined
            }
            trailing={
              STATES[state] ? (
                <Chip>{STATES[state]}</Chip>
              ) : (
                <span className="tabular-nums">
                  {formatMoney(balance_cents, business.currency, business.locale)}
                </span>
              )
            }
          />
        ))}
      </List>
    </section>
  );
}
