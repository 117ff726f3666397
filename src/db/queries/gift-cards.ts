import { clientName } from '#domain/clients/name.ts';
import {
  giftBalance,
  giftHeld,
  giftState,
  isGiftOpen,
  liveLeases,
  spendableHere,
} from '#domain/checkout/gift-cards.ts';
import type { GiftState, LiveLease } from '#domain/checkout/gift-cards.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import type { BusinessRow, GiftActivityRow, GiftCardRow, Uuid } from '#domain/rows.ts';
import { giftCodeHash } from '../gift-code-hash.ts';
import type { DaybookDb } from '../open.ts';

export type GiftCardView = {
  card: GiftCardRow;
  state: GiftState;
  balance_cents: number;
  purchaser: string | null;
};

export type GiftCards = {
  business: BusinessRow;
  /** The newest first. */
  views: GiftCardView[];
  /** What all of them still have, in cents: money that is owed to their holders. */
  open_cents: number;
};

/** undefined until the first sync. */
export const giftCards = async (db: DaybookDb): Promise<GiftCards | undefined> => {
  const [business, cards, activities] = await Promise.all([
    db.rows('businesses').get(db.businessId),
    db.rows('gift_cards').toArray(),
    db.rows('gift_activities').toArray(),
  ]);
  if (!business) return undefined;
  const today = wallAt(business.time_zone, db.now()).day;
  const byCard = new Map<Uuid, GiftActivityRow[]>();
  for (const row of activities) {
    const ledger = byCard.get(row.card_id);
    if (ledger) ledger.push(row);
    else byCard.set(row.card_id, [row]);
  }
  const clients = await db
    .rows('clients')
    .bulkGet(cards.map(({ purchaser_client_id }) => purchaser_client_id ?? ''));
  // Newer ids are later in order.
  const views = cards
    .map((card, place): GiftCardView => {
      const ledger = byCard.get(card.id) ?? [];
      const client = clients[place];
      return {
        card,
        state: giftState(card, ledger, today),
        balance_cents: giftBalance(ledger),
        purchaser: client ? clientName(client) : null,
      };
    })
    .toSorted((a, b) => (a.card.id < b.card.id ? 1 : -1));
  return {
    business,
    views,
    open_cents: views.reduce((sum, { balance_cents }) => sum + balance_cents, 0),
  };
};

export type GiftCardDetail = GiftCardView & {
  /** The newest first. */
  ledger: GiftActivityRow[];
  leases: LiveLease[];
  /** What is kept of it for others than this device, in cents. */
  elsewhere_cents: number;
  /** What this device may take off it without asking anybody, and the lease that lets it. */
  here: { cents: number; lease_id: Uuid | null };
  deviceId: Uuid | null;
  /** The whole code, on the device that made it. */
  code: string | null;
};

/** null = it is not here. */
export const giftCard = async (db: DaybookDb, id: Uuid): Promise<GiftCardDetail | null> => {
  const [business, card, rows, device, codes] = await Promise.all([
    db.rows('businesses').get(db.businessId),
    db.rows('gift_cards').get(id),
    db.rows('gift_activities').where('card_id').equals(id).toArray(),
    db.meta.get('device'),
    db.meta.get('gift_codes'),
  ]);
  if (!business || !card) return null;
  const now = db.now();
  const today = wallAt(business.time_zone, now).day;
  const deviceId = device?.key === 'device' ? device.client_id : null;
  const client = card.purchaser_client_id
    ? await db.rows('clients').get(card.purchaser_client_id)
    : undefined;
  const kept = codes?.key === 'gift_codes' ? codes.list : [];
  return {
    card,
    state: giftState(card, rows, today),
    balance_cents: giftBalance(rows),
    purchaser: client ? clientName(client) : null,
    ledger: rows.toSorted((a, b) =>
      a.occurred_at === b.occurred_at
        ? a.id < b.id
          ? 1
          : -1
        : a.occurred_at < b.occurred_at
          ? 1
          : -1,
    ),
    leases: liveLeases(rows, now),
    elsewhere_cents: giftHeld(rows, now, deviceId),
    here: spendableHere(card, rows, deviceId, now, today),
    deviceId,
    code: kept.find(({ card_id }) => card_id === id)?.code ?? null,
  };
};

/** The cards that a client bought, the newest first, with what is left on each in cents. */
export const giftCardsOfClient = async (
  db: DaybookDb,
  clientId: Uuid,
): Promise<{ card: GiftCardRow; balance_cents: number }[]> => {
  const aliases = await db.rows('clients').where('merged_into').equals(clientId).primaryKeys();
  const ids: readonly (Uuid | null)[] = [clientId, ...aliases];
  const cards = await db
    .rows('gift_cards')
    .filter(({ purchaser_client_id }) => ids.includes(purchaser_client_id))
    .toArray();
  const activities = await db
    .rows('gift_activities')
    .where('card_id')
    .anyOf(cards.map(({ id }) => id))
    .toArray();
  return cards
    .map((card) => ({
      card,
      balance_cents: giftBalance(activities.filter(({ card_id }) => card_id === card.id)),
    }))
    .toSorted((a, b) => (a.card.id < b.card.id ? 1 : -1));
};

/**
 * The gift cards of a client: those they bought, and those they have paid with. `isOwn`: they may be used
 * without their code, because nobody else was meant to get them, or it was shown here before. Those that
 * can be used come first.
 */
type WalletCard = Omit<GiftCardView, 'purchaser'> & { isOwn: boolean };

export const walletOf = async (db: DaybookDb, clientId: Uuid): Promise<WalletCard[]> => {
  const [business, aliases] = await Promise.all([
    db.rows('businesses').get(db.businessId),
    db.rows('clients').where('merged_into').equals(clientId).primaryKeys(),
  ]);
  if (!business) return [];
  const ids: readonly (Uuid | null)[] = [clientId, ...aliases];
  const sales = await db
    .rows('sales')
    .where('client_id')
    .anyOf([clientId, ...aliases])
    .primaryKeys();
  const paid = await db.rows('gift_activities').where('sale_id').anyOf(sales).toArray();
  const used = new Set(
    paid.flatMap(({ kind, card_id, amount_cents }) =>
      kind === 'redeem' && amount_cents < 0 ? card_id : [],
    ),
  );
  const cards = await db
    .rows('gift_cards')
    .filter(({ id, purchaser_client_id }) => ids.includes(purchaser_client_id) || used.has(id))
    .toArray();
  const ledger = await db
    .rows('gift_activities')
    .where('card_id')
    .anyOf(cards.map(({ id }) => id))
    .toArray();
  const today = wallAt(business.time_zone, db.now()).day;
  const views = cards.map((card): WalletCard => {
    const rows = ledger.filter(({ card_id }) => card_id === card.id);
    return {
      card,
      state: giftState(card, rows, today),
      balance_cents: giftBalance(rows),
      isOwn: used.has(card.id) || card.recipient_name === null,
    };
  });
  const rank = ({ state }: WalletCard): number => (isGiftOpen(state) ? 0 : 1);
  return views.toSorted((a, b) => rank(a) - rank(b) || (a.card.id < b.card.id ? 1 : -1));
};

/** The card with a code that was read; null = this device knows none. */
export const giftCardByCode = async (db: DaybookDb, code: string): Promise<Uuid | null> => {
  const hash = await giftCodeHash(db.businessId, code);
  const card = await db.rows('gift_cards').where('code_hash').equals(hash).first();
  return card?.id ?? null;
};
