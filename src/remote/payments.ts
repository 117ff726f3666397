import { ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Day, Uuid } from '#domain/rows.ts';
import { callAsMember, callFunctionAsMember } from './rest.ts';

/**
 * How a business stands with who takes its clients' cards. `new`, `ended` and null: it has to connect
 * an account; `incomplete`: it has to tell more; `review`: it is being looked at.
 */
export type AccountState = 'new' | 'incomplete' | 'review' | 'ready' | 'refused' | 'ended';

export type PaymentMode = {
  /** Who takes cards at this server: `test`, where no real card is charged; null = nobody. */
  mode: 'test' | 'stripe' | null;
  account: AccountState | null;
  /** The person may say where the money goes. */
  may_connect: boolean;
};

/** One side of what differs; amounts in cents. `times`: how often it was charged. */
type FindingSide = {
  state?: string;
  cents?: number;
  returned_cents?: number;
  is_disputed?: boolean;
  times?: number;
};

/** Something that is not the same here and at the provider. */
export type PaymentFinding = {
  on_day: Day;
  kind:
    | 'unknown'
    | 'other_account'
    | 'twice'
    | 'missing'
    | 'amount'
    | 'state'
    | 'returned'
    | 'dispute'
    | 'ledger';
  ours: FindingSide | null;
  theirs: FindingSide | null;
  appointment_id: Uuid | null;
  /** The provider's name for it. */
  id: string;
  is_resolved: boolean;
};

export type PaymentFindings = {
  currency: string;
  locale: string;
  /** The last day that was compared with the provider. */
  compared_until: Day | null;
  findings: PaymentFinding[];
};

/** None of it works offline (code `offline`). */
export type PaymentServer = {
  /** Looks at the provider, too, when the person may. */
  mode: (businessId: Uuid) => Promise<Result<PaymentMode>>;
  /**
   * Makes the account, or goes on with it: `url` is the provider's page where more has to be told, for
   * one visit; null when there is nothing to tell. Codes: not_allowed, not_offered.
   */
  connect: (businessId: Uuid) => Promise<Result<{ state: AccountState; url: string | null }>>;
  /** Code: not_allowed. */
  findings: (businessId: Uuid) => Promise<Result<PaymentFindings>>;
};

/** How clients can pay online here, as far as our own server knows. */
export const paymentMode = (businessId: Uuid): Promise<Result<PaymentMode>> =>
  callAsMember('payment_mode', { business_id: businessId });

export const paymentServer: PaymentServer = {
  async mode(businessId) {
    const known = await paymentMode(businessId);
    if (!known.ok || !known.value.may_connect || isWithout(known.value)) return known;
    const seen = await callFunctionAsMember<{ state: AccountState }>('payment-account', {
      business_id: businessId,
    });
    return seen.ok ? ok({ ...known.value, account: seen.value.state }) : seen;
  },
  connect: (businessId) =>
    callFunctionAsMember('payment-account', { business_id: businessId, open: true }),
  findings: (businessId) => callAsMember('payment_findings', { business_id: businessId }),
};

const isWithout = ({ mode, account }: PaymentMode): boolean =>
  mode === null || mode === 'test' || account === null || account === 'new' || account === 'ended';
