import { Gift, Plus, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import { completeSale } from '#db/commands/sales.ts';
import type { Till as TillFacts } from '#db/queries/checkout.ts';
import { useDb } from '#db/use-query.ts';
import type { CartLine } from '#domain/checkout/cart.ts';
import { isOverCap } from '#domain/checkout/discount-cap.ts';
import type { CartDraft } from '#domain/checkout/draft.ts';
import type { GiftCardServer } from '#domain/checkout/gift-server.ts';
import { uncoveredLine } from '#domain/checkout/packages.ts';
import { REASON_MAX } from '#domain/checkout/schema.ts';
import type { TenderInput } from '#domain/checkout/tenders.ts';
import { tipOfferOf } from '#domain/checkout/tip-offer.ts';
import { discountWords, paymentWords } from '#domain/checkout/words.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { Uuid } from '#domain/rows.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { SelectField, TextField } from '#ui/fields.tsx';
import { lazySheet } from '#ui/lazy-overlay.tsx';
import { lazyExtra, lazyPart } from '#ui/lazy-part.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellFailure } from '#ui/outcome.ts';
import { RestoredNotice } from '#ui/restored-notice.tsx';
import { useKeptDraft } from '#ui/use-kept-draft.ts';
import {
  NEW_LINE,
  countDraft,
  emptyCart,
  isWrongDiscount,
  laterOf,
  saleInputOf,
  taxName,
  withProduct,
} from './cart-draft.ts';
import { TenderFields } from './tender-fields.tsx';
import { Totals } from './totals.tsx';

// Few owe anything from before.
const DiscountFields = lazyPart(async () => (await import('./discount-fields.tsx')).DiscountFields);
const TipFields = lazyPart(async () => (await import('./tip-fields.tsx')).TipFields);
const OwedNotice = lazyPart(async () => (await import('./owed-notice.tsx')).OwedNotice);
// Most sell nothing together.
const BundleField = lazyExtra(async () => (await import('./bundle-field.tsx')).BundleField);
const ProductField = lazyPart(async () => (await import('./product-field.tsx')).ProductField);
const TillMore = lazyExtra(async () => (await import('./till-more.tsx')).TillMore);
const PayerField = lazyExtra(async () => (await import('./payer-field.tsx')).PayerField);
const PackageCard = lazyPart(async () => (await import('./package-card.tsx')).PackageCard);
const LineSheet = lazySheet('Line', async () => (await import('./line-sheet.tsx')).LineSheet);
const GiftLineSheet = lazySheet(
  'Gift card',
  async () => (await import('./gift-line-sheet.tsx')).GiftLineSheet,
);

const PackageLineSheet = lazySheet(
  'Package',
  async () => (await import('./package-line-sheet.tsx')).PackageLineSheet,
);

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
  // The place of the line in the sheet; as many as there are = a new one.
  const [edited, setEdited] = useState<number | 'gift_card' | null>(startsWith);
  const { business } = till;
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const tips = tipOfferOf(business);
  const count = countDraft(values, tips.base);
  const { counted, coveredCents, giftCents, tipCents, totalCents, dueCents } = count;
  const options = till.services.flatMap((group) => group.options);
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
    if (tender.amount_cents < dueCents) {
      change({ tenders });
      setPayers(Math.max(1, payers - 1));
    } else await complete(tenders);
  };
  const isGift =
    edited === 'gift_card' || (edited !== null && values.lines[edited]?.kind === 'gift_card');
  const editedLine = typeof edited === 'number' ? values.lines[edited] : undefined;
  const editedPackage =
    editedLine && (editedLine.kind === 'package' || editedLine.package_use) ? editedLine : null;
  const setLine = (place: number, line: CartLine): void =>
    change({ lines: values.lines.toSpliced(place, 1, line) });

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
        <Card title="Items">
          <ul aria-label="Items" className="-mx-2 mb-3 divide-y divide-line">
            {values.lines.map((line, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same thing may be twice
              <li key={place}>
                <button
                  type="button"
                  aria-label={`Change ${line.name}`}
                  onClick={() => setEdited(place)}
                  className="flex min-h-14 w-full items-center gap-3 rounded-md px-2 py-2 text-left hover:bg-raised"
                >
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium break-words">
                      {line.qty > 1 ? `${line.qty} × ${line.name}` : line.name}
                    </span>
                    <span className="block text-sm text-muted">{lineNotes(line, till, money)}</span>
                  </span>
                  <span className="shrink-0 tabular-nums">
                    {money(
                      counted.lines[place]!.gross_cents - counted.lines[place]!.discount_cents,
                    )}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <div className="grid gap-3">
            {till.services.length > 0 && (
              <SelectField
                label="Add a service"
                placeholder="Choose a service"
                value=""
                onChange={(id) => {
                  const found = options.find((option) => option.id === id);
                  if (!found) return;
                  const { id: _id, ...line } = found;
                  change({ lines: [...values.lines, { ...line, staff_id: staffId }] });
                }}
                options={till.services.map((group) => ({
                  label: group.group,
                  options: group.options.map(({ id, name, unit_price_cents }) => ({
                    value: id,
                    label: `${name} · ${money(unit_price_cents)}`,
                  })),
                }))}
              />
            )}
            {till.bundles.length > 0 && (
              <Suspense fallback={<Room>Bundles are being loaded</Room>}>
                <BundleField
                  bundles={till.bundles}
                  services={till.services}
                  business={business}
                  onAdd={(added) =>
                    change({
                      lines: [
                        ...values.lines,
                        ...added.map((line) => ({ ...line, staff_id: staffId })),
                      ],
                    })
                  }
                />
              </Suspense>
            )}
            {till.products.length > 0 && (
              <Suspense fallback={<Room>The search for products is being loaded</Room>}>
                <ProductField
                  products={till.products}
                  business={business}
                  onAdd={(line) =>
                    change({ lines: withProduct(values.lines, { ...line, staff_id: staffId }) })
                  }
                />
              </Suspense>
            )}
            <Button icon={Plus} onClick={() => setEdited(values.lines.length)}>
              Add another item
            </Button>
            <Button icon={Gift} onClick={() => setEdited('gift_card')}>
              Sell a gift card
            </Button>
          </div>
        </Card>
        <Suspense>
          <PackageCard
            // Nothing of one client is shown with the next, not even until theirs is read.
            key={values.clientId}
            clientId={values.clientId}
            lines={values.lines}
            business={business}
            onChange={(lines) => change({ lines })}
          />
        </Suspense>
        {values.clientId && (
          <Suspense>
            <OwedNotice
              key={values.clientId}
              clientId={values.clientId}
              business={business}
              lines={values.lines}
              onAdd={(line) => change({ lines: [...values.lines, line] })}
            />
          </Suspense>
        )}
        {values.lines.length > 0 && (
          <Card>
            <div className="grid gap-4">
              <Suspense>
                <DiscountFields
                  label="Discount on everything"
                  value={values.discount}
                  business={business}
                  onChange={(discount) => change({ discount })}
                />
              </Suspense>
              {values.discount !== null && (
                <TextField
                  label="Reason"
                  required={false}
                  maxLength={REASON_MAX}
                  autoComplete="off"
                  value={values.reason}
                  onChange={(reason) => change({ reason })}
                />
              )}
              {(tips.isOn || values.tip !== null) && (
                <Suspense>
                  <TipFields
                    cart={values}
                    counted={count}
                    till={till}
                    choices={tips.choices}
                    onChange={change}
                  />
                </Suspense>
              )}
            </div>
          </Card>
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
        <Card title="Payment" className="lg:sticky lg:top-4">
          <div className="grid gap-4">
            <Totals
              lines={[
                { name: 'Subtotal', text: money(counted.subtotal_cents) },
                ...(counted.discount_cents > 0
                  ? [{ name: 'Discount', text: money(-counted.discount_cents) }]
                  : []),
                ...(counted.tax_cents > 0
                  ? [{ name: taxName(values.lines), text: money(counted.tax_cents) }]
                  : []),
                ...(tipCents > 0 ? [{ name: 'Tip', text: money(tipCents) }] : []),
                { name: 'Total', text: money(totalCents), isStrong: true },
                ...(coveredCents > 0
                  ? [{ name: 'Paid by packages', text: money(coveredCents) }]
                  : []),
              ]}
            />
            {values.tenders.length > 0 && (
              <ul aria-label="Payments" className="grid gap-1">
                {values.tenders.map((tender, place) => (
                  // oxlint-disable-next-line react/no-array-index-key -- two may be the same
                  <li key={place} className="flex items-center gap-2">
                    <span className="min-w-0 flex-1 break-words">{paymentWords(tender)}</span>
                    <span className="tabular-nums">{money(tender.amount_cents)}</span>
                    <IconButton
                      icon={X}
                      size="sm"
                      label={`Remove ${paymentWords(tender)}, ${money(tender.amount_cents)}`}
                      onClick={() => change({ tenders: values.tenders.toSpliced(place, 1) })}
                    />
                  </li>
                ))}
              </ul>
            )}
            {values.tenders.length + coveredCents > 0 && dueCents >= 0 && (
              <Totals lines={[{ name: 'Still due', text: money(dueCents), isStrong: true }]} />
            )}
            {isThere ? (
              <Notice
                tone="warning"
                live
                title="This sale was completed before"
                action={
                  <LinkButton size="sm" to={pathTo('checkoutSuccess', null, { sale: saleId })}>
                    Open the sale
                  </LinkButton>
                }
              >
                What was changed since then is not in it.
              </Notice>
            ) : isWrongDiscount(values.discount) ? (
              <Notice tone="warning" live title="The discount is no percentage up to 100">
                Enter it again, or choose None.
              </Notice>
            ) : isOverCap(counted, values.lines, cap) ? (
              <Notice tone="warning" live title={`At most ${cap} % off`}>
                Your role may not take off more. Ask the owner or a manager.
              </Notice>
            ) : count.undividedCents !== 0 ? (
              <Notice tone="warning" live title="The tip is not divided">
                {count.undividedCents > 0
                  ? `${money(count.undividedCents)} of it is nobody’s yet.`
                  : `${money(-count.undividedCents)} more is given than there is.`}
              </Notice>
            ) : dueCents < 0 ? (
              <Notice tone="warning" live title={`${money(-dueCents)} too much`}>
                What was entered as paid is more than the total now. Remove a payment and enter what
                was really taken.
              </Notice>
            ) : dueCents === 0 ? (
              <Button
                variant="primary"
                wide
                busy={isCompleting}
                onClick={() => void complete(values.tenders)}
              >
                Complete sale · {money(totalCents)}
              </Button>
            ) : (
              <TenderFields
                key={dueCents}
                dueCents={dueCents}
                business={business}
                gift={{
                  cents: giftCents,
                  server: giftServer,
                  clientId: values.clientId,
                  visits: values.lines.flatMap(({ appointment_id }) => appointment_id ?? []),
                  used: values.tenders.flatMap(({ card_id }) => card_id ?? []),
                }}
                split={{ payers, onChange: setPayers }}
                later={laterOf(values)}
                verb="Complete sale"
                onPay={pay}
              />
            )}
          </div>
        </Card>
      )}
      <Suspense>
        {edited !== null && isGift && (
          <GiftLineSheet
            key={edited}
            open
            business={business}
            line={edited === 'gift_card' ? null : (values.lines[edited] ?? null)}
            onSave={(line) => {
              setLine(edited === 'gift_card' ? values.lines.length : edited, line);
              setEdited(null);
            }}
            onRemove={() => {
              if (edited !== 'gift_card') change({ lines: values.lines.toSpliced(edited, 1) });
              setEdited(null);
            }}
            onClose={() => setEdited(null)}
          />
        )}
        {editedPackage && (
          <PackageLineSheet
            open
            line={editedPackage}
            onSave={(line) => {
              setLine(Number(edited), line);
              setEdited(null);
            }}
            onRemove={() => {
              change({ lines: values.lines.toSpliced(Number(edited), 1) });
              setEdited(null);
            }}
            onClose={() => setEdited(null)}
          />
        )}
        {edited !== null && edited !== 'gift_card' && !isGift && !editedPackage && (
          <LineSheet
            key={edited}
            open
            till={till}
            isNew={edited === values.lines.length}
            line={values.lines[edited] ?? { ...NEW_LINE, staff_id: staffId }}
            onSave={(line) => {
              setLine(edited, line);
              setEdited(null);
            }}
            onRemove={() => {
              change({ lines: values.lines.toSpliced(edited, 1) });
              setEdited(null);
            }}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

/** As high as the field that comes: nothing moves under a finger. */
function Room({ children }: { children: string }) {
  return <p className="grid min-h-17.5 content-center text-sm text-muted">{children}</p>;
}

function lineNotes(line: CartLine, { staff }: TillFacts, money: (cents: number) => string): string {
  return [
    staff.find(({ id }) => id === line.staff_id)?.display_name,
    line.discount && `${discountWords(line.discount, money)} off`,
    line.tax?.name,
    line.package_use && 'Paid by a package',
  ]
    .filter(Boolean)
    .join(' · ');
}
