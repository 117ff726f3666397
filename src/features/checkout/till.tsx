import { Suspense, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { messageFor } from '#app/messages.ts';
import { completeSale } from '#db/commands/sales.ts';
import type { Till as TillFacts } from '#db/queries/checkout.ts';
import { useDb } from '#db/use-query.ts';
import type { CartLine } from '#domain/checkout/cart.ts';
import type { CartDraft } from '#domain/checkout/draft.ts';
import type { GiftCardServer } from '#domain/checkout/gift-server.ts';
import { uncoveredLine } from '#domain/checkout/packages.ts';
import type { TenderInput } from '#domain/checkout/tenders.ts';
import { tipOfferOf } from '#domain/checkout/tip-offer.ts';
import type { Uuid } from '#domain/rows.ts';
import { Card } from '#ui/card.tsx';
import { lazyExtra, lazyPart } from '#ui/lazy-part.tsx';
import { tellFailure } from '#ui/outcome.ts';
import { RestoredNotice } from '#ui/restored-notice.tsx';
import { useKeptDraft } from '#ui/use-kept-draft.ts';
import { countDraft, emptyCart, saleInputOf } from './cart-draft.ts';
import { TillItems } from './till-items.tsx';
import { TillPayment } from './till-payment.tsx';
import { TillSheets } from './till-sheets.tsx';
import type { Edited } from './till-sheets.tsx';

const DiscountTipCard = lazyPart(
  async () => (await import('./discount-tip-card.tsx')).DiscountTipCard,
);
// Few owe anything from before.
const OwedNotice = lazyPart(async () => (await import('./owed-notice.tsx')).OwedNotice);
const TillMore = lazyExtra(async () => (await import('./till-more.tsx')).TillMore);
const PayerField = lazyExtra(async () => (await import('./payer-field.tsx')).PayerField);
const TillBar = lazyExtra(async () => (await import('./till-bar.tsx')).TillBar);
const PackageCard = lazyPart(async () => (await import('./package-card.tsx')).PackageCard);

/** Rings up one sale. What is entered is kept in this tab until the sale is done. */
export function Till({
  till,
  draftKey,
  clientId,
  lines,
  deposit = null,
  cap,
  staffId,
  startsWith,
  giftServer,
  renderClient,
  onDone,
}: {
  till: TillFacts;
  draftKey: string;
  clientId: Uuid | null;
  lines: CartLine[];
  /** What was paid before, and for which visit. */
  deposit?: { appointmentId: Uuid; cents: number } | null;
  /** The most that may be taken off, in percent; null = no limit. */
  cap: number | null;
  /** Who does what is added. */
  staffId: Uuid | null;
  /** What is added first. */
  startsWith: 'gift_card' | null;
  giftServer: GiftCardServer;
  /** Whom it is for, when that is a question. */
  renderClient: ((clientId: Uuid | null, onChange: (id: Uuid | null) => void) => ReactNode) | null;
  onDone: (done: { id: Uuid }, lines: CartLine[]) => void | Promise<void>;
}) {
  const db = useDb();
  const draft = useKeptDraft(draftKey, () => emptyCart(clientId, lines, deposit));
  const { values } = draft;
  const [newId, setNewId] = useState(() => db.newId());
  const saleId = values.id ?? newId;
  const change = (part: Partial<CartDraft>): void => draft.change({ id: saleId, ...part });
  const [edited, setEdited] = useState<Edited | null>(startsWith);
  const payment = useRef<HTMLElement>(null);
  const { business } = till;
  const count = countDraft(values, tipOfferOf(business).base);
  /** Who has not paid their equal part yet. */
  const [payers, setPayers] = useState(1);
  const [isCompleting, setCompleting] = useState(false);
  /** It was completed when nobody heard of it, and something was changed since. */
  const [isThere, setThere] = useState(false);

  const complete = async (tenders: readonly TenderInput[]): Promise<void> => {
    setCompleting(true);
    const made = await completeSale(
      db,
      saleInputOf({ ...values, id: saleId }, count.tipShares, tenders),
    );
    if (made.ok) {
      draft.forget();
      await onDone(made.value, values.lines);
    } else if (made.error.code === 'already_completed') {
      draft.forget();
      setThere(true);
    } else tellFailure(made.error, messageFor);
    setCompleting(false);
  };
  const pay = async (tender: TenderInput): Promise<void> => {
    const tenders = [...values.tenders, tender];
    if (tender.amount_cents < count.dueCents) {
      change({ tenders });
      setPayers(Math.max(1, payers - 1));
    } else await complete(tenders);
  };
  const setLines = (next: CartLine[]): void => change({ lines: next });

  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[1fr_24rem]">
      <div className="grid grid-cols-1 gap-4">
        {draft.isRestored && <RestoredNotice onStartOver={draft.startOver} />}
        {renderClient && (
          <Card title="Client">
            {renderClient(values.clientId, (id) =>
              // What one client has paid before pays for nobody else.
              change({ clientId: id, payerId: undefined, lines: values.lines.map(uncoveredLine) }),
            )}
          </Card>
        )}
        {values.clientId && (
          <Suspense>
            <PayerField
              key={values.clientId}
              clientId={values.clientId}
              value={values.payerId}
              onChange={(payerId) => change({ payerId })}
            />
          </Suspense>
        )}
        <TillItems
          till={till}
          lines={values.lines}
          counted={count.counted}
          staffId={staffId}
          onChange={setLines}
          onEdit={setEdited}
        />
        <Suspense>
          <PackageCard
            // Nothing of one client is shown with the next, not even until theirs is read.
            key={values.clientId}
            clientId={values.clientId}
            lines={values.lines}
            business={business}
            onChange={setLines}
          />
        </Suspense>
        {values.clientId && (
          <Suspense>
            <OwedNotice
              key={values.clientId}
              clientId={values.clientId}
              business={business}
              lines={values.lines}
              onAdd={(line) => setLines([...values.lines, line])}
            />
          </Suspense>
        )}
        {values.lines.length > 0 && (
          <Suspense>
            <DiscountTipCard cart={values} count={count} till={till} onChange={change} />
          </Suspense>
        )}
        <Suspense>
          <TillMore
            cart={{ ...values, id: saleId }}
            business={business}
            visitId={lines[0]?.appointment_id ?? null}
            onChange={change}
            onParked={() => {
              setNewId(db.newId());
              setPayers(1);
              draft.startOver();
            }}
          />
        </Suspense>
      </div>
      {values.lines.length > 0 && (
        <>
          <Suspense>
            <TillBar payment={payment} lines={values.lines} count={count} business={business} />
          </Suspense>
          <TillPayment
            ref={payment}
            cart={values}
            count={count}
            business={business}
            cap={cap}
            giftServer={giftServer}
            doneAs={isThere ? saleId : null}
            isCompleting={isCompleting}
            payers={payers}
            onSplit={setPayers}
            onChange={change}
            onPay={pay}
            onComplete={() => complete(values.tenders)}
          />
        </>
      )}
      <TillSheets
        till={till}
        lines={values.lines}
        edited={edited}
        staffId={staffId}
        onChange={setLines}
        onClose={() => setEdited(null)}
      />
    </div>
  );
}
