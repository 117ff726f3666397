import type { ProviderEvent } from '#supabase/functions/_shared/payments/provider.ts';
import { sign } from '#supabase/functions/_shared/payments/signature.ts';
import { SIGNATURE_HEADER } from '#supabase/functions/_shared/payments/test-provider.ts';
import type { Secrets } from '#supabase/local/secrets.ts';

/** A message of the bank as it reaches the webhook. */
export const signedMessage = async (
  event: ProviderEvent,
  site: string,
  { secretKey }: Secrets,
): Promise<Request> => {
  const body = JSON.stringify(event);
  return new Request(`${site}/functions/v1/payment-webhook`, {
    method: 'POST',
    headers: { [SIGNATURE_HEADER]: await sign(body, secretKey, Math.floor(Date.now() / 1000)) },
    body,
  });
};
