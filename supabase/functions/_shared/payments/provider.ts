import type { PayoutLineKind, PayoutParts, PayoutState } from '#domain/checkout/payouts.ts';

/**
 * Who charges cards. Stripe and the test provider stand behind this; amounts are minor units,
 * currencies ISO 4217. Every call that changes something carries a key that is written down before it:
 * the same key does it once, however often it is sent. Throws ProviderError.
 */
export type PaymentProvider = {
  readonly name: string;
  /**
   * A page of the provider's on which a card is held, not charged. With 0 cents it is only kept, for later
   * (a setup): `authorised` is one that was given then, charging it does nothing, and letting it go forgets
   * it. The same key leads to the same page.
   */
  open(order: PaymentOrder): Promise<ProviderPayment>;
  find(id: string, payee: string): Promise<ProviderPayment>;
  /**
   * Everything that we have begun on an account in [from, until), whatever became of it: what is on its
   * owner's account besides is no business of ours.
   */
  charges(payee: string, from: string, until: string): Promise<ProviderCharge[]>;
  /** Charges a card that was kept, without its client: one that its bank refuses is `cancelled`. */
  charge(order: ChargeOrder): Promise<ProviderPayment>;
  /** Charges what is held. */
  capture(id: string, call: ProviderCall): Promise<ProviderPayment>;
  /** Lets a held card go, or closes the page. */
  cancel(id: string, call: ProviderCall): Promise<ProviderPayment>;
  refund(id: string, cents: number, call: ProviderCall): Promise<ProviderPayment>;
  findDispute(id: string, payee: string): Promise<ProviderDispute>;
  /** What was paid out to the bank of an account, begun in [from, until). */
  payouts(payee: string, from: string, until: string): Promise<ProviderPayout[]>;
  /** Everything that a payout is made of, without itself. */
  payoutLines(id: string, payee: string): Promise<ProviderPayoutLine[]>;
  /** A message, if its signature over the raw body is the provider's; else null. */
  readEvent(body: string, headers: Headers): Promise<ProviderEvent | null>;
  /** The accounts of businesses; null where none are needed. */
  readonly accounts: ProviderAccounts | null;
};

/** `payee`: the business whose money it is; its connected account, with Stripe. */
type ProviderCall = { key: string; payee: string };

type Amount = ProviderCall & {
  /** Our id of the payment: the provider keeps it, so that both can be compared. */
  ref: string;
  cents: number;
  currency: string;
  description: string;
};

type ChargeOrder = Amount & { card: Pick<KeptCard, 'customer' | 'method'> };

/** `customer` and `method`: the provider's names for it. */
export type KeptCard = { customer: string; method: string; brand: string; last4: string };

type PaymentOrder = Amount & {
  /** The client agrees that fees are charged to the same card. */
  keepsCard: boolean;
  /** Where the client comes back to, paid or not. */
  returnUrl: string;
  expiresAt: string;
};

export type ProviderPayment = {
  id: string;
  /** `open`: waits for its client, who may have been refused before. `processing`: for the bank. */
  state: 'open' | 'processing' | 'authorised' | 'captured' | 'cancelled';
  cents: number;
  currency: string;
  /** The page, as long as it is open. */
  url: string | null;
  /** Why the card was refused the last time, in a word of the provider's. */
  decline: string | null;
  /** What went back, or is on its way. */
  returnedCents: number;
  /** What was on its way back and did not arrive: it is the business's again. It only grows. */
  refundFailedCents: number;
  /** A client's bank wants it back, or did. */
  isDisputed: boolean;
  /** What further fees can be charged to. */
  card: KeptCard | null;
};

/** A payment as a list of them has it: `ref` is our id, null where it has none. */
export type ProviderCharge = Pick<
  ProviderPayment,
  'id' | 'cents' | 'currency' | 'returnedCents' | 'isDisputed'
> & {
  ref: string | null;
  state: Exclude<ProviderPayment['state'], 'processing'>;
};

/** A client's bank wants the money back. */
export type ProviderDispute = {
  id: string;
  /** Of the payment that it is about. */
  paymentId: string;
  state: 'open' | 'won' | 'lost';
  cents: number;
  /** What the bank has taken by now and not given back, and what the provider charges for it. */
  takenCents: number;
  feeCents: number;
  /** In a word of the provider's. */
  reason: string;
  /** Nobody can object after that; null = nobody can any more. */
  answerBy: string | null;
};

export type ProviderPayout = {
  id: string;
  state: PayoutState;
  cents: number;
  currency: string;
  begunAt: string;
  /** The day, as YYYY-MM-DD. */
  arrivesOn: string;
  parts: PayoutParts;
};

export type ProviderPayoutLine = {
  id: string;
  kind: PayoutLineKind;
  /** Our id of the payment; null = nothing that we have begun. */
  ref: string | null;
  at: string;
  /** It adds `cents - feeCents` to the payout, in its currency; below zero it takes. */
  cents: number;
  feeCents: number;
  /** The same as `cents`, in the money of the payment. */
  paid: { cents: number; currency: string };
};

/** The provider's own pages ask who a business is and where its money goes. */
export type ProviderAccounts = {
  create(order: {
    key: string;
    name: string;
    email: string | null;
    country: string;
  }): Promise<ProviderAccount>;
  find(id: string): Promise<ProviderAccount>;
  /** A page for one visit. `againUrl`: where a link leads that has run out. */
  pageFor(id: string, back: { returnUrl: string; againUrl: string }): Promise<string>;
};

export type ProviderAccount = {
  id: string;
  /** `incomplete`: more has to be told. `review`: the provider is looking. `ended`: it is not ours any more. */
  state: 'incomplete' | 'review' | 'ready' | 'refused' | 'ended';
};

/** Says only what it is about: how that stands is looked up. `other`: nothing of ours. */
export type ProviderEvent = {
  id: string;
  kind: string;
  about: 'payment' | 'account' | 'dispute' | 'other';
  objectId: string;
  payee: string;
};

/** The provider did not do it. `retry`: nobody knows, and the same call may be made again. */
export class ProviderError extends Error {
  readonly retry: boolean;
  constructor(message: string, retry: boolean) {
    super(message);
    this.name = 'ProviderError';
    this.retry = retry;
  }
}
