import type { FunctionEnv } from '../handler.ts';
import type { PaymentTools } from './bring-on.ts';
import { restLedger } from './rest-ledger.ts';
import { testProvider } from './test-provider.ts';

/** What payments work with here; null where nobody takes cards. */
export const paymentTools = (env: FunctionEnv): PaymentTools | null => {
  const url = env.get('SUPABASE_URL');
  const secretKey = secretKeyOf(env);
  const siteUrl = env.get('SITE_URL')?.replace(/\/$/, '');
  if (env.get('PAYMENT_PROVIDER') !== 'test' || !url || !secretKey || !siteUrl) return null;
  return { ledger: restLedger(url, secretKey), provider: testProvider(url, secretKey), siteUrl };
};

export const secretKeyOf = (env: FunctionEnv): string | undefined =>
  env.get('SUPABASE_SECRET_KEY') ?? env.get('SUPABASE_SERVICE_ROLE_KEY');
