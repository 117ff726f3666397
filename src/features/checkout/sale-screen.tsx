import { CircleOff, CloudUpload, QrCode, Undo2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import { tellFailed } from '#app/tell.ts';
import { mayVoid, voidSale } from '#db/commands/refunds.ts';
import { myAccess } from '#db/queries/business.ts';
import { wasCountedSince } from '#db/queries/drawer-counted.ts';
import { giftCardsOfSale } from '#db/queries/gift-lookup.ts';
import { saleDetail } from '#db/queries/sales.ts';
import type { SaleDetail } from '#db/queries/sales.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { DISPUTE_WORDS, isDisputed } from '#domain/checkout/disputes.ts';
import { receiptNumber } from '#domain/checkout/receipt.ts';
import { changeOf, isPaidByLink } from '#domain/checkout/tenders.ts';
import { STATE_WORDS } from '#domain/checkout/words.ts';
import { formatMoney } from '#domain/money/format.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { instantMs } from '#domain/time/instant.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { lazySheet } from '#ui/lazy-overlay.tsx';
import { lazyExtra } from '#ui/lazy-part.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Page } from '#ui/page.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { useLinger } from '#ui/use-linger.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { whatWentBack } from '#domain/checkout/receipt-lines.ts';
import { tipOfferOf } from '#domain/checkout/tip-offer.ts';
import { ReceiptCard } from './receipt.tsx';
import { SendReceipt } from './send-receipt.tsx';
import { Totals } from './totals.tsx';
import { UsedCard } from './used-card.tsx';

/** So long after it, a sale is still what is going on at the counter. */
const RIGHT_AFTER_MS = 3_600_000;

const RebookCard = lazyExtra(async () => (await import('./rebook-card.tsx')).RebookCard);
const NewsCard = lazyExtra(async () => (await import('./news-card.tsx')).NewsCard);
const TimelineCard = lazyExtra(async () => (await import('./timeline-card.tsx')).TimelineCard);
const DisputesCard = lazyExtra(async () => (await import('./disputes-card.tsx')).DisputesCard);
const GiveBack = lazyExtra(async () => (await import('#ui/give-back.tsx')).GiveBack);
const RefundSheet = lazySheet(
  'Refund',
  async () => (await import('./refund-sheet.tsx')).RefundSheet,
);
const ReceiptQrSheet = lazySheet(
  'Receipt as a QR code',
  async () => (await import('./receipt-qr-sheet.tsx')).ReceiptQrSheet,
);
const CollectSheet = lazySheet(
  'Collect',
  async () => (await import('./collect-sheet.tsx')).CollectSheet,
);
const PayLinkSheet = lazySheet(
  'Pay by card online',
  async () => (await import('./pay-link-sheet.tsx')).PayLinkSheet,
);
const AddTipSheet = lazySheet(
  'Add a tip',
  async () => (await import('./add-tip-sheet.tsx')).AddTipSheet,
);

/** One sale: right after it was rung up, and whenever it is looked up again. */
export function SaleScreen() {
  const [params] = useSearchParams();
  const id = params.get('sale') ?? '';
  const detail = useQuery((db) => saleDetail(db, id), [id]);
  if (detail === undefined) {
    return (
      <Page title="Sale" width="narrow">
        <SkeletonList rows={3} label="The sale is being loaded" />
      </Page>
    );
  }
  if (detail === null) {
    return (
      <Page title="Sale" width="narrow">
        <EmptyState
          icon={CircleOff}
          title="This sale is not on this device"
          action={<LinkButton to={pathTo('transactions')}>Open transactions</LinkButton>}
        >
          It has not been loaded yet, or the server did not accept it.
        </EmptyState>
      </Page>
    );
  }
  return <Sale detail={detail} />;
}

function Sale({ detail }: { detail: SaleDetail }) {
  const db = useDb();
  const access = useQuery(myAccess, []);
  const [opened, open, close] = useSearchParam('do');
  const shown = useLinger(opened);
  const [isAsking, setAsking] = useState(false);
  const { sale, lines, tips, payments, refunds, standing, business, reach } = detail;
  const money = (cents: number): string => formatMoney(cents, sale.currency, business.locale);
  const formats = businessFormats(business);
  const nameOf = (staffId: string | null): string =>
    (staffId && detail.staffNames.get(staffId)) || 'The house';
  const mayRing = access?.may('checkout', 'own') ?? false;
  const isSoon =
    mayRing && standing.state !== 'void' && refunds.length === 0 && mayVoid(sale, db.now());
  const isCounted = useQuery((local) => wasCountedSince(local, sale.occurred_at), [sale.id]);
  const isVoidable = isSoon && isCounted === false;
  const cards = useQuery((local) => giftCardsOfSale(local, sale.id), [sale.id]) ?? [];
  const change = payments.reduce((sum, payment) => sum + changeOf(payment), 0);
  const appointmentId = lines.find(({ appointment_id }) => appointment_id)?.appointment_id;
  // While the client is still here.
  const isFresh =
    standing.state !== 'void' && db.nowMs() - instantMs(sale.occurred_at) < RIGHT_AFTER_MS;
  const done = lines.find(({ kind, appointment_id }) => kind !== 'fee' && appointment_id);
  const rebooks =
    isFresh && access?.may('appointments.edit', 'own') ? done?.appointment_id : undefined;
  const takeBack = async (): Promise<void> => {
    setAsking(false);
    const taken = await voidSale(db, sale.id);
    if (!taken.ok) tellFailed(taken.error);
  };
  return (
    <Page
      title={`Sale ${receiptNumber(sale)}`}
      subtitle={formats.dateTime(sale.occurred_at)}
      back={{ to: pathTo('transactions'), label: 'All transactions' }}
      width="narrow"
    >
      <div className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-center gap-2" role="status">
          <Chip tone={standing.state === 'paid' ? 'success' : 'warning'}>
            {STATE_WORDS[standing.state]}
          </Chip>
          {isDisputed(detail.disputes) && <Chip tone="warning">{DISPUTE_WORDS.open}</Chip>}
          {detail.pending && (
            <Chip tone="neutral" icon={CloudUpload}>
              Waiting to sync
            </Chip>
          )}
        </div>
        {change > 0 && standing.state === 'paid' && (
          <p className="text-xl">
            Change <strong className="tabular-nums">{money(change)}</strong>
          </p>
        )}
        {standing.due_cents > 0 && mayRing && (
          <div className="grid gap-2">
            <Button variant="primary" wide onClick={() => open('collect')}>
              Collect {money(standing.due_cents)}
            </Button>
            {db.bills && (
              <Button wide icon={QrCode} onClick={() => open('pay')}>
                Payment link or QR code…
              </Button>
            )}
          </div>
        )}
        {cards.map((id) => (
          <LinkButton key={id} to={pathTo('giftCards', null, { card: id })}>
            Show the gift card and its code
          </LinkButton>
        ))}
        <ReceiptCard detail={detail} />
        {detail.disputes.length > 0 && (
          <Suspense>
            <DisputesCard detail={detail} />
          </Suspense>
        )}
        {rebooks && (
          <Suspense>
            <RebookCard appointmentId={rebooks} business={business} />
          </Suspense>
        )}
        {isFresh && sale.client_id && access?.may('clients.edit', 'own') && (
          <Suspense>
            <NewsCard clientId={sale.client_id} />
          </Suspense>
        )}
        <SendReceipt
          detail={detail}
          phone={reach?.phone ?? null}
          email={mayRing ? (reach?.email ?? null) : null}
          onQr={() => open('qr')}
        />
        <UsedCard
          saleId={sale.id}
          locale={business.locale}
          mayCorrect={mayRing && standing.state !== 'void'}
        />
        {tips.length > 0 && (
          <Card title="Tips">
            <Totals
              lines={tips.map((tip) => ({
                name: nameOf(tip.staff_id),
                text: money(tip.amount_cents),
              }))}
            />
          </Card>
        )}
        {refunds.length > 0 && (
          <Card title="Given back">
            <ul className="grid gap-2">
              {refunds.map((refund) => (
                <li key={refund.id}>
                  <span className="font-medium tabular-nums">{money(refund.amount_cents)}</span>{' '}
                  {refund.reason || STATE_WORDS.void}
                  <span className="block text-sm text-muted">
                    {[whatWentBack(refund, lines), formats.dateTime(refund.occurred_at)]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </li>
              ))}
            </ul>
          </Card>
        )}
        {isPaidByLink(payments) &&
          standing.refundable_cents > 0 &&
          db.onlineRefunds &&
          access?.may('refund') && (
            <Suspense>
              <GiveBack
                key={standing.refundable_cents}
                paidFor={{ sale_id: sale.id }}
                business={business}
                refunds={db.onlineRefunds}
                newId={db.newId}
                words={messageFor}
              />
            </Suspense>
          )}
        <Suspense>
          <TimelineCard detail={detail} />
        </Suspense>
        <div className="flex flex-wrap gap-2">
          {/* Not before the money of this one is there. */}
          <LinkButton
            variant={standing.due_cents > 0 ? 'secondary' : 'primary'}
            to={pathTo('checkout')}
          >
            New sale
          </LinkButton>
          {appointmentId && (
            <LinkButton to={pathTo('appointment', { appointmentId })}>Open the visit</LinkButton>
          )}
          {mayRing && tipOfferOf(business).isOn && standing.state !== 'void' && (
            <Button onClick={() => open('tip')}>Add a tip…</Button>
          )}
          {isVoidable && (
            <Button icon={Undo2} onClick={() => setAsking(true)}>
              Take back…
            </Button>
          )}
          {access?.may('refund') && standing.refundable_cents > 0 && (
            <Button onClick={() => open('refund')}>Refund…</Button>
          )}
        </div>
        {isSoon && isCounted && (
          <p className="text-sm text-muted">
            The drawer was counted since: this sale can be refunded, not taken back.
          </p>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        title="Take this sale back?"
        confirmLabel="Take back"
        onConfirm={() => void takeBack()}
        onClose={() => setAsking(false)}
      >
        {standing.captured_cents > 0
          ? `Give ${money(standing.captured_cents)} back the way it was paid${isPaidByLink(payments) ? '; what was paid online goes back to its card by itself' : ''}. The sale stays in the list as taken back.`
          : 'The sale stays in the list as taken back.'}
      </ConfirmDialog>
      <Suspense>
        {shown === 'refund' && (
          <RefundSheet open={opened !== null} detail={detail} onClose={close} />
        )}
        {shown === 'qr' && (
          <ReceiptQrSheet open={opened !== null} detail={detail} onClose={close} />
        )}
        {shown === 'tip' && <AddTipSheet open={opened !== null} detail={detail} onClose={close} />}
        {shown === 'pay' && <PayLinkSheet open={opened !== null} detail={detail} onClose={close} />}
        {shown === 'collect' && (
          <CollectSheet
            open={opened !== null}
            detail={detail}
            onLink={() => open('pay')}
            onClose={close}
          />
        )}
      </Suspense>
    </Page>
  );
}
