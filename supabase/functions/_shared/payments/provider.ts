/**
 * Who charges cards. Stripe and the test provider stand behind this; amounts are minor units,
 * currencies ISO 4217. Every call that changes something carries a key that is written down before it:
 * the same key does it once, however often it is sent. Throws ProviderError.
 */
export type PaymentProvider = {
  readonly name: string;
  /** A page of the provider's on which a card is held, not charged. The same key leads to the same page. */
  open(order: PaymentOrder): Promise<ProviderPayment>;
  find(id: string, payee: string): Promise<ProviderPayment>;
  /** Charges what is held. */
  capture(id: string, call: ProviderCall): Promise<ProviderPayment>;
  /** Lets a held card go, or closes the page. */
  cancel(id: string, call: ProviderCall): Promise<ProviderPayment>;
  refund(id: string, cents: number, call: ProviderCall): Promise<ProviderPayment>;
  /** A message, if its signature over the raw body is the provider's; else null. */
  readEvent(body: string, headers: Headers): Promise<ProviderEvent | null>;
};

/** `payee`: the business whose money it is; its connected account, with Stripe. */
type ProviderCall = { key: string; payee: string };

type PaymentOrder = ProviderCall & {
  cents: number;
  currency: string;
  description: string;
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
  returnedCents: number;
};

/** Says only what it is about: how that stands is looked up. */
export type ProviderEvent = { id: string; kind: string; objectId: string; payee: string };

/** The provider did not do it. `retry`: nobody knows, and the same call may be made again. */
export class ProviderError extends Error {
  readonly retry: boolean;
  constructor(message: string, retry: boolean) {
    super(message);
    this.name = 'ProviderError';
    this.retry = retry;
  }
}
