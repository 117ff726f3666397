import type { GiftActivityKind } from '#domain/rows.ts';

/** One thing that happened to a card. `lease`: the place of a lease in the list. Minutes from now. */
export type GiftStep = {
  kind: GiftActivityKind;
  cents?: number;
  device?: 'a' | 'b';
  heldUntil?: number;
  lease?: number;
};

export type GiftCase = {
  name: string;
  /** Days from today; null = never. */
  expiresIn: number | null;
  steps: GiftStep[];
  balance: number;
  /** What leases keep, and what those of others than device a keep. */
  held: number;
  heldButA: number;
  open: boolean;
};

const sold: GiftStep = { kind: 'activate', cents: 5000 };
const kept = (cents: number, device: 'a' | 'b', heldUntil = 60): GiftStep => ({
  kind: 'lease',
  cents,
  device,
  heldUntil,
});

/** Tests only: what becomes of cards, counted by devices and by the server alike. */
export const GIFT_CASES: readonly GiftCase[] = [
  { name: 'sold', expiresIn: null, steps: [sold], balance: 5000, held: 0, heldButA: 0, open: true },
  {
    name: 'used in part, and some given back',
    expiresIn: 0,
    steps: [sold, { kind: 'redeem', cents: -3000 }, { kind: 'refund', cents: 1000 }],
    balance: 3000,
    held: 0,
    heldButA: 0,
    open: true,
  },
  {
    name: 'used with nothing left on it',
    expiresIn: null,
    steps: [sold, { kind: 'redeem', cents: -5000 }, { kind: 'redeem', cents: 0 }],
    balance: 0,
    held: 0,
    heldButA: 0,
    open: true,
  },
  {
    name: 'taken back',
    expiresIn: null,
    steps: [sold, { kind: 'deactivate', cents: -5000 }],
    balance: 0,
    held: 0,
    heldButA: 0,
    open: true,
  },
  {
    name: 'corrected up and down',
    expiresIn: null,
    steps: [sold, { kind: 'adjust_up', cents: 1500 }, { kind: 'adjust_down', cents: -400 }],
    balance: 6100,
    held: 0,
    heldButA: 0,
    open: true,
  },
  {
    name: 'over since yesterday',
    expiresIn: -1,
    steps: [sold],
    balance: 5000,
    held: 0,
    heldButA: 0,
    open: false,
  },
  {
    name: 'blocked, opened and blocked again',
    expiresIn: null,
    steps: [sold, { kind: 'block' }, { kind: 'unblock' }, { kind: 'block' }],
    balance: 5000,
    held: 0,
    heldButA: 0,
    open: false,
  },
  {
    name: 'blocked and opened',
    expiresIn: 30,
    steps: [sold, { kind: 'block' }, { kind: 'unblock' }],
    balance: 5000,
    held: 0,
    heldButA: 0,
    open: true,
  },
  {
    name: 'kept for two devices',
    expiresIn: null,
    steps: [sold, kept(2000, 'a'), kept(1500, 'b')],
    balance: 5000,
    held: 3500,
    heldButA: 1500,
    open: true,
  },
  {
    name: 'kept and used in part under the lease',
    expiresIn: null,
    steps: [sold, kept(2000, 'b'), { kind: 'redeem', cents: -800, lease: 1 }],
    balance: 4200,
    held: 1200,
    heldButA: 1200,
    open: true,
  },
  {
    name: 'used beyond the lease',
    expiresIn: null,
    steps: [sold, kept(2000, 'a'), { kind: 'redeem', cents: -2500, lease: 1 }],
    balance: 2500,
    held: 0,
    heldButA: 0,
    open: true,
  },
  {
    name: 'kept until a moment ago',
    expiresIn: null,
    steps: [sold, kept(2000, 'a', -1)],
    balance: 5000,
    held: 0,
    heldButA: 0,
    open: true,
  },
  {
    name: 'kept and given back',
    expiresIn: null,
    steps: [sold, kept(2000, 'a'), { kind: 'lease_return', lease: 1 }, kept(700, 'a')],
    balance: 5000,
    held: 700,
    heldButA: 0,
    open: true,
  },
];
