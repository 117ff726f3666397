import { CloudDownload, Undo2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import { returnGiftLease } from '#db/commands/gift-cards.ts';
import { ownDevice } from '#db/commands/own-device.ts';
import type { Access } from '#db/queries/business.ts';
import { isPaidOnline } from '#db/queries/deposits.ts';
import { giftCard } from '#db/queries/gift-cards.ts';
import type { GiftCardDetail } from '#db/queries/gift-cards.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { GiftCardPost, GiftCardServer } from '#domain/checkout/gift-server.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { lazyExtra } from '#ui/lazy-part.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { SideSheet } from '#ui/side-sheet.tsx';
import { useOnline } from '#ui/use-online.ts';
import { GiftCardChange } from './gift-card-change.tsx';
import { GIFT_KIND_WORDS, GIFT_STATE_WORDS } from './gift-card-words.ts';
import { GiftCodePart } from './gift-code-part.tsx';
import { GiftMailPart } from './gift-mail-part.tsx';

const GiveBack = lazyExtra(async () => (await import('#ui/give-back.tsx')).GiveBack);

/** One card: what is on it, its ledger, and what can be done with it. */
export function GiftCardSheet({
  open,
  cardId,
  business,
  access,
  onClose,
  server,
  post,
}: {
  open: boolean;
  cardId: string;
  business: BusinessRow;
  access: Access;
  onClose: () => void;
  server: GiftCardServer;
  post: GiftCardPost;
}) {
  const detail = useQuery((db) => giftCard(db, cardId), [cardId]);
  return (
    <SideSheet open={open} title="Gift card" onClose={onClose}>
      {detail === null ? (
        <p>This gift card is not on this device.</p>
      ) : (
        detail && (
          <Detail detail={detail} business={business} access={access} server={server} post={post} />
        )
      )}
    </SideSheet>
  );
}

function Detail({
  detail,
  business,
  access,
  server,
  post,
}: {
  detail: GiftCardDetail;
  business: BusinessRow;
  access: Access;
  server: GiftCardServer;
  post: GiftCardPost;
}) {
  const db = useDb();
  const isOnline = useOnline();
  const [isBusy, setBusy] = useState(false);
  const { card, state, balance_cents, elsewhere_cents, ledger, leases, deviceId, code } = detail;
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const formats = businessFormats(business);
  const soldBy = ledger.find(({ kind }) => kind === 'activate')?.sale_id ?? '';
  const isBoughtOnline = useQuery((local) => isPaidOnline(local, soldBy), [soldBy]);
  const mine = leases.find(({ device_id }) => device_id !== null && device_id === deviceId);
  const keep = async (): Promise<void> => {
    setBusy(true);
    const kept = await server.lease(db.businessId, {
      deviceId: await ownDevice(db),
      leaseId: db.newId(),
      cardId: card.id,
      cents: Math.max(balance_cents - elsewhere_cents, 1),
      held: 'offline',
    });
    setBusy(false);
    tellOutcome(kept, 'Kept on this device', messageFor);
  };
  const giveBack = async (leaseId: string): Promise<void> =>
    tellOutcome(await returnGiftLease(db, card.id, leaseId), 'Given back', messageFor);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2" role="status">
        <span className="text-2xl font-semibold tabular-nums">{money(balance_cents)}</span>
        <Chip tone={state === 'active' ? 'success' : state === 'blocked' ? 'danger' : 'neutral'}>
          {GIFT_STATE_WORDS[state]}
        </Chip>
      </div>
      <p className="text-muted">
        {[
          `…${card.code_last4}`,
          card.recipient_name && `for ${card.recipient_name}`,
          detail.purchaser && `bought by ${detail.purchaser}`,
          card.deliver_on && `meant for ${formats.date(card.deliver_on)}`,
          card.expires_on &&
            `${state === 'expired' ? 'expired after' : 'until'} ${formats.date(card.expires_on)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {elsewhere_cents > 0 && (
        <p>{money(elsewhere_cents)} of it is kept for a visit, another device or checkout.</p>
      )}
      {card.code_hash === null && (
        <Notice tone="warning" title="This card has no code">
          Another device made the same one at the same time. Take its sale back and sell another.
        </Notice>
      )}
      {code && <GiftCodePart card={card} code={code} business={business} />}
      <GiftMailPart detail={detail} business={business} post={post} />
      {mine ? (
        <Notice
          tone="info"
          title={`${money(mine.cents)} kept on this device until ${formats.time(mine.until)}`}
          action={
            <Button size="sm" icon={Undo2} onClick={() => void giveBack(mine.lease_id)}>
              Give back
            </Button>
          }
        >
          It can be used here without a connection, and nowhere else meanwhile.
        </Notice>
      ) : (
        state === 'active' && (
          <div className="grid gap-1.5">
            <Button
              icon={CloudDownload}
              busy={isBusy}
              disabled={!isOnline}
              onClick={() => void keep()}
            >
              Keep on this device
            </Button>
            <p className="text-sm text-muted">
              {isOnline
                ? 'For a day it can be used here without a connection.'
                : 'Needs a connection once; then it can be used here without one.'}
            </p>
          </div>
        )
      )}
      <section aria-labelledby="gift-ledger" className="grid gap-2">
        <h3 id="gift-ledger" className="font-semibold">
          What happened
        </h3>
        <ul className="grid gap-2">
          {ledger.map((row) => (
            <li key={row.id} className="flex gap-3">
              <span className="min-w-0 flex-1">
                {row.kind === 'lease' && row.appointment_id
                  ? 'Kept for a visit'
                  : GIFT_KIND_WORDS[row.kind]}
                {row.kind === 'redeem' && row.amount_cents === 0 && ', not covered'}
                <span className="block text-sm text-muted">
                  {[formats.dateTime(row.occurred_at), row.reason].filter(Boolean).join(' · ')}
                </span>
              </span>
              {row.amount_cents !== 0 && (
                <span className="tabular-nums">{money(row.amount_cents)}</span>
              )}
              {row.sale_id && (
                <LinkButton size="sm" to={pathTo('checkoutSuccess', null, { sale: row.sale_id })}>
                  Sale
                </LinkButton>
              )}
            </li>
          ))}
        </ul>
      </section>
      {isBoughtOnline && db.onlineRefunds && access.may('refund') && (
        <Suspense>
          <GiveBack
            key={balance_cents}
            paidFor={{ gift_card_id: card.id }}
            business={business}
            refunds={db.onlineRefunds}
            newId={db.newId}
            words={messageFor}
          />
        </Suspense>
      )}
      {access.may('giftcards') && <GiftCardChange detail={detail} business={business} />}
    </div>
  );
}
