import { Ban, CloudDownload, Printer, Share2, Undo2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import { blockGiftCard, returnGiftLease } from '#db/commands/gift-cards.ts';
import { ownDevice } from '#db/commands/own-device.ts';
import type { Access } from '#db/queries/business.ts';
import { isPaidOnline } from '#db/queries/deposits.ts';
import { giftCard } from '#db/queries/gift-cards.ts';
import type { GiftCardDetail } from '#db/queries/gift-cards.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { printedGiftCode } from '#domain/checkout/gift-code.ts';
import type { GiftCardServer } from '#domain/checkout/gift-server.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { copyAndTell } from '#ui/copy-and-tell.ts';
import { lazyExtra } from '#ui/lazy-part.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellFailure, tellOutcome } from '#ui/outcome.ts';
import { SideSheet } from '#ui/side-sheet.tsx';
import { useOnline } from '#ui/use-online.ts';
import { GIFT_KIND_WORDS, GIFT_STATE_WORDS, giftText } from './gift-card-words.ts';

const GiveBack = lazyExtra(async () => (await import('#ui/give-back.tsx')).GiveBack);

/** One card: what is on it, its ledger, and what can be done with it. */
export function GiftCardSheet({
  open,
  cardId,
  business,
  access,
  onClose,
  server,
}: {
  open: boolean;
  cardId: string;
  business: BusinessRow;
  access: Access;
  onClose: () => void;
  server: GiftCardServer;
}) {
  const detail = useQuery((db) => giftCard(db, cardId), [cardId]);
  return (
    <SideSheet open={open} title="Gift card" onClose={onClose}>
      {detail === null ? (
        <p>This gift card is not on this device.</p>
      ) : (
        detail && <Detail detail={detail} business={business} access={access} server={server} />
      )}
    </SideSheet>
  );
}

function Detail({
  detail,
  business,
  access,
  server,
}: {
  detail: GiftCardDetail;
  business: BusinessRow;
  access: Access;
  server: GiftCardServer;
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
  const block = async (blocked: boolean): Promise<void> => {
    const done = await blockGiftCard(db, card.id, blocked);
    if (!done.ok) tellFailure(done.error, messageFor);
  };
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
          card.deliver_on && `to be handed over on ${formats.date(card.deliver_on)}`,
          card.expires_on && `until ${formats.date(card.expires_on)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {elsewhere_cents > 0 && (
        <p>{money(elsewhere_cents)} of it is kept for another device or checkout.</p>
      )}
      {card.code_hash === null && (
        <Notice tone="warning" title="This card has no code">
          Another device made the same one at the same time. Take its sale back and sell another.
        </Notice>
      )}
      {code && (
        <CodePart code={code} text={giftText(card, code, money(card.initial_cents), business)} />
      )}
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
                {GIFT_KIND_WORDS[row.kind]}
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
      {access.may('giftcards') && state !== 'empty' && (
        <Button icon={Ban} onClick={() => void block(state !== 'blocked')}>
          {state === 'blocked' ? 'Open it again' : 'Block this card'}
        </Button>
      )}
    </div>
  );
}

/** The code on its way to whoever gets the card. */
function CodePart({ code, text }: { code: string; text: string }) {
  const share = async (): Promise<void> => {
    if (!('share' in navigator)) return copyAndTell(text, 'Gift card copied');
    try {
      await navigator.share({ title: 'Gift card', text });
    } catch (error) {
      // Closed without choosing anything.
      if ((error as DOMException).name !== 'AbortError') {
        await copyAndTell(text, 'Gift card copied');
      }
    }
  };
  return (
    <div className="grid gap-2">
      <p className="text-sm font-medium">Code</p>
      <p aria-label="Code of the gift card" className="font-mono text-xl tracking-wide">
        {printedGiftCode(code)}
      </p>
      <div role="group" aria-label="Gift card" className="flex flex-wrap gap-2">
        <Button icon={Printer} onClick={() => window.print()}>
          Print
        </Button>
        <Button icon={Share2} onClick={() => void share()}>
          Share
        </Button>
      </div>
      <p className="text-sm text-muted">Only this device knows the whole code. Hand it over now.</p>
    </div>
  );
}
