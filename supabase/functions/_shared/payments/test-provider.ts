import { ProviderError } from './provider.ts';
import type {
  PaymentProvider,
  ProviderCharge,
  ProviderDispute,
  ProviderEvent,
  ProviderPayment,
  ProviderPayout,
  ProviderPayoutLine,
} from './provider.ts';
import { isSigned } from './signature.ts';

export const SIGNATURE_HEADER = 'payment-signature';

/** The bank of the embedded backend (supabase/local/payments): no money, and all the rest. */
export const testProvider = (url: string, secretKey: string): PaymentProvider => {
  const ask = async <T>(path: string, body?: Record<string, unknown>, key = ''): Promise<T> => {
    const response = await fetch(`${url}/_pay/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).catch(() => {
      throw new ProviderError('no answer', true);
    });
    if (!response.ok) {
      throw new ProviderError(`answered ${response.status}`, response.status >= 500);
    }
    return (await response.json()) as T;
  };
  const call = ask<ProviderPayment>;
  const at = (id: string, action = '') => `/payments/${encodeURIComponent(id)}${action}`;
  const between = (list: string, payee: string, from: string, until: string) =>
    `/${list}?${new URLSearchParams({ payee, from, until }).toString()}`;
  return {
    name: 'test',
    accounts: null,
    open: ({ key, ...order }) => call('/payments', order, key),
    find: (id) => call(at(id)),
    charges: (payee, from, until) => ask<ProviderCharge[]>(between('payments', payee, from, until)),
    capture: (id, { key }) => call(at(id, '/capture'), {}, key),
    cancel: (id, { key }) => call(at(id, '/cancel'), {}, key),
    refund: (id, cents, { key }) => call(at(id, '/refund'), { cents }, key),
    charge: ({ key, ...order }) => call('/payments', order, key),
    // A dispute is known by its payment.
    findDispute: (id) => ask<ProviderDispute>(at(id.replace(/^dp_/, ''), '/dispute')),
    payouts: (payee, from, until) => ask<ProviderPayout[]>(between('payouts', payee, from, until)),
    payoutLines: (id) => ask<ProviderPayoutLine[]>(`/payouts/${encodeURIComponent(id)}`),
    async readEvent(body, headers) {
      const now = Math.floor(Date.now() / 1000);
      const signed = await isSigned(body, headers.get(SIGNATURE_HEADER), secretKey, now);
      return signed ? eventIn(body) : null;
    },
  };
};

const eventIn = (body: string): ProviderEvent | null => {
  try {
    return JSON.parse(body) as ProviderEvent | null;
  } catch {
    return null;
  }
};
