import type { Day, GiftActivityRow, GiftCardRow, Instant, Uuid } from '#domain/rows.ts';
import { addMonths } from '#domain/time/day.ts';

/** What can be put on a card, in cents. */
export const GIFT_MIN_CENTS = 500;
export const GIFT_MAX_CENTS = 100_000;

export type GiftState = 'active' | 'empty' | 'blocked' | 'expired' | 'pending';

type Activity = Pick<
  GiftActivityRow,
  | 'id'
  | 'occurred_at'
  | 'kind'
  | 'amount_cents'
  | 'device_id'
  | 'held_cents'
  | 'held_until'
  | 'lease_id'
>;

/** What is on a card: the sum of its ledger, in cents. SQL counts the same (gift_cards.sql). */
export const giftBalance = (activities: readonly Pick<Activity, 'amount_cents'>[]): number =>
  activities.reduce((sum, { amount_cents }) => sum + amount_cents, 0);

/** A lease that still holds, and what of it is not used yet. */
export type LiveLease = { lease_id: Uuid; device_id: Uuid | null; until: Instant; cents: number };

export const liveLeases = (activities: readonly Activity[], now: Instant): LiveLease[] => {
  const returned = new Set(
    activities.flatMap(({ kind, lease_id }) => (kind === 'lease_return' ? lease_id : [])),
  );
  return activities.flatMap(({ id, kind, held_cents, held_until, device_id }) => {
    if (kind !== 'lease' || held_until === null || returned.has(id)) return [];
    if (Date.parse(held_until) <= Date.parse(now)) return [];
    const used = giftBalance(
      activities.filter((one) => one.kind === 'redeem' && one.lease_id === id),
    );
    return {
      lease_id: id,
      device_id,
      until: held_until,
      cents: Math.max((held_cents ?? 0) + used, 0),
    };
  });
};

/** What leases keep of a card, besides those of one device. */
export const giftHeld = (
  activities: readonly Activity[],
  now: Instant,
  butDevice: Uuid | null = null,
): number =>
  liveLeases(activities, now).reduce(
    (sum, { device_id, cents }) =>
      butDevice !== null && device_id === butDevice ? sum : sum + cents,
    0,
  );

export const isGiftBlocked = (
  activities: readonly Pick<Activity, 'id' | 'kind' | 'occurred_at'>[],
): boolean =>
  activities
    .filter(({ kind }) => kind === 'block' || kind === 'unblock')
    .toSorted((a, b) =>
      a.occurred_at === b.occurred_at
        ? a.id < b.id
          ? -1
          : 1
        : Date.parse(a.occurred_at) - Date.parse(b.occurred_at),
    )
    .at(-1)?.kind === 'block';

/** `pending`: the server has not heard of it, so it can be used on the device that sold it alone. */
export const giftState = (
  card: Pick<GiftCardRow, 'expires_on' | 'rev'>,
  activities: readonly Activity[],
  today: Day,
): GiftState => {
  if (isGiftBlocked(activities)) return 'blocked';
  if (giftBalance(activities) === 0) return 'empty';
  if (card.expires_on !== null && card.expires_on < today) return 'expired';
  return card.rev === 0 ? 'pending' : 'active';
};

/** Whether something can be taken off it. */
export const isGiftOpen = (state: GiftState): boolean => state === 'active' || state === 'pending';

/**
 * What a device may take off a card now, without asking anybody: what is kept for it, or all of a card
 * that it has sold and that the server has not heard of. `lease_id` belongs on the redemption.
 */
export const spendableHere = (
  card: Pick<GiftCardRow, 'expires_on' | 'rev'>,
  activities: readonly Activity[],
  device: Uuid | null,
  now: Instant,
  today: Day,
): { cents: number; lease_id: Uuid | null } => {
  const state = giftState(card, activities, today);
  if (state === 'pending') return { cents: giftBalance(activities), lease_id: null };
  const mine = liveLeases(activities, now).find(
    ({ device_id }) => device !== null && device_id === device,
  );
  if (state !== 'active' || !mine) return { cents: 0, lease_id: null };
  return { cents: Math.min(mine.cents, giftBalance(activities)), lease_id: mine.lease_id };
};

/**
 * The last day of a card that is sold on `soldOn` by a rule of so many years; null = for ever. SQL counts
 * the same (`private.gift_expiry`).
 */
export const giftExpiry = (soldOn: Day, years: number | null | undefined): Day | null =>
  years === null || years === undefined ? null : addMonths(soldOn, 12 * years);

/** What of a sale may be paid by gift cards: no card is bought with a card. Amounts in cents. */
export const payableByGift = (
  totalCents: number,
  lines: readonly { kind: string; total_cents: number }[],
): number =>
  totalCents -
  lines.reduce((sum, { kind, total_cents }) => (kind === 'gift_card' ? sum + total_cents : sum), 0);

/** What the booking side keeps of a card for a visit, as long as it holds, in cents. */
export type VisitLease = { card_id: Uuid; appointment_id: Uuid; lease_id: Uuid; cents: number };

/** Of cards with all of their ledgers; `appointments` = for which visits. */
export const visitLeases = (
  activities: readonly (Activity & Pick<GiftActivityRow, 'card_id' | 'appointment_id'>)[],
  appointments: readonly Uuid[],
  now: Instant,
): VisitLease[] => {
  const live = new Map(liveLeases(activities, now).map((lease) => [lease.lease_id, lease]));
  return activities.flatMap(({ id, card_id, appointment_id }) => {
    const lease = live.get(id);
    if (!lease || !appointment_id || !appointments.includes(appointment_id)) return [];
    const left = giftBalance(activities.filter((one) => one.card_id === card_id));
    const cents = Math.min(lease.cents, left);
    return cents > 0 ? [{ card_id, appointment_id, lease_id: id, cents }] : [];
  });
};
