import type { FunctionEnv } from '../handler.ts';
import { secretKeyOf } from '../payments/tools.ts';
import { billingLedger } from './ledger.ts';
import type { BillingLedger } from './ledger.ts';
import type { BillingProvider } from './provider.ts';

export type BillingTools = { ledger: BillingLedger; provider: BillingProvider; siteUrl: string };

/** What billing works with here; null where nobody really charges. */
export const billingTools = async (env: FunctionEnv): Promise<BillingTools | null> => {
  const [url, secretKey] = [env.get('SUPABASE_URL'), secretKeyOf(env)];
  const siteUrl = env.get('SITE_URL')?.replace(/\/$/, '');
  const [stripeKey, webhookSecret] = [
    env.get('STRIPE_SECRET_KEY'),
    env.get('STRIPE_BILLING_WEBHOOK_SECRET'),
  ];
  const [solo, team] = [env.get('STRIPE_PRICE_SOLO'), env.get('STRIPE_PRICE_TEAM')];
  if (!url || !secretKey || !siteUrl || !stripeKey || !webhookSecret || !solo || !team) return null;
  // Its package is large, and nobody else needs it.
  const { stripeBilling } = await import('./stripe.ts');
  const provider = stripeBilling({
    secretKey: stripeKey,
    webhookSecret,
    apiUrl: env.get('STRIPE_API_URL') ?? null,
    prices: { solo, team },
  });
  return { ledger: billingLedger(url, secretKey), provider, siteUrl };
};

/** Looks a subscription up and notes how it stands, with its invoices. */
export const lookUp = async (
  subscriptionId: string,
  { ledger, provider }: BillingTools,
): Promise<void> => {
  const subscription = await provider.find(subscriptionId);
  if (subscription.businessId === null) return;
  await ledger.note(provider.name, subscription, await provider.invoices(subscription.customerId));
};
