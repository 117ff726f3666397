import Stripe from 'stripe';
import { ProviderError } from '../provider.ts';

/** `apiUrl`: of something that stands in for Stripe; null = Stripe. */
export type StripeKeys = { secretKey: string; webhookSecret: string; apiUrl: string | null };

/** Pages of clients wait for the answer; what comes later is looked up. */
const TIMEOUT_MS = 15_000;

/** The same client in Node and in Deno: both have fetch. */
export const stripeClient = ({ secretKey, apiUrl }: StripeKeys): Stripe => {
  const at = apiUrl === null ? null : new URL(apiUrl);
  return new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(),
    timeout: TIMEOUT_MS,
    // With the same idempotency key: an answer that was lost is asked for once more.
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: 'Daybook' },
    ...(at
      ? {
          host: at.hostname,
          port: at.port,
          protocol: at.protocol === 'https:' ? ('https' as const) : ('http' as const),
        }
      : {}),
  });
};

/** Makes what Stripe throws a ProviderError. What it says about cards and people stays out of it. */
export const asking = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { statusCode: status } = error;
    // 409: the same call is still being made; 429: too many at once.
    const isUnknown = status === undefined || status >= 500 || status === 409 || status === 429;
    throw new ProviderError(`Stripe: ${error.code ?? error.type}`, isUnknown);
  }
};
