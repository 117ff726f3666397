import type { FunctionEnv } from '../handler.ts';
import type { PaymentTools } from './bring-on.ts';
import type { PaymentProvider } from './provider.ts';
import { restLedger } from './rest-ledger.ts';
import { testProvider } from './test-provider.ts';

/** What payments work with here; null where nobody takes cards. */
export const paymentTools = async (env: FunctionEnv): Promise<PaymentTools | null> => {
  const url = env.get('SUPABASE_URL');
  const secretKey = secretKeyOf(env);
  const siteUrl = env.get('SITE_URL')?.replace(/\/$/, '');
  if (!url || !secretKey || !siteUrl) return null;
  const provider = await providerOf(env, url, secretKey);
  return provider && { ledger: restLedger(url, secretKey), provider, siteUrl };
};

const providerOf = async (
  env: FunctionEnv,
  url: string,
  secretKey: string,
): Promise<PaymentProvider | null> => {
  const [stripeKey, webhookSecret] = [
    env.get('STRIPE_SECRET_KEY'),
    env.get('STRIPE_WEBHOOK_SECRET'),
  ];
  if (stripeKey && webhookSecret) {
    // Its package is large, and nobody else needs it.
    const { stripeProvider } = await import('./stripe/provider.ts');
    const apiUrl = env.get('STRIPE_API_URL') ?? null;
    return stripeProvider({ secretKey: stripeKey, webhookSecret, apiUrl });
  }
  return env.get('PAYMENT_PROVIDER') === 'test' ? testProvider(url, secretKey) : null;
};

export const secretKeyOf = (env: FunctionEnv): string | undefined =>
  env.get('SUPABASE_SECRET_KEY') ?? env.get('SUPABASE_SERVICE_ROLE_KEY');
