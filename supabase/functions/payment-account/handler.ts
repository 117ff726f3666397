import type { FunctionHandler } from '../_shared/handler.ts';
import type { ProviderAccount } from '../_shared/payments/provider.ts';
import { CORS, answer } from '../_shared/replies.ts';
import { paymentTools } from '../_shared/payments/tools.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What the database answers whoever may say where the money of a business goes. */
type AccountFacts = {
  ok: true;
  key: string;
  account_id: string | null;
  name: string;
  email: string | null;
  country_code: string;
};

/**
 * The account of a business with the payment provider: makes it, looks how it stands, and with `open`
 * leads to the provider's page where more has to be told. The database judges who asks by their own
 * session. Answers {ok, state, url}; `url` is for one visit.
 */
export const handler: FunctionHandler = async (request, env) => {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS });
  if (request.method !== 'POST') return answer(405, { ok: false, code: 'invalid' });
  const tools = await paymentTools(env);
  if (!tools?.provider.accounts) return answer(200, { ok: false, code: 'not_offered' });
  const { accounts, name: provider } = tools.provider;

  const body = (await request.json().catch(() => null)) as Record<string, unknown> | null;
  const businessId = body?.['business_id'];
  if (typeof businessId !== 'string' || !UUID.test(businessId)) {
    return answer(200, { ok: false, code: 'invalid', field: 'business_id' });
  }
  const begun = await fetch(`${env.get('SUPABASE_URL')}/rest/v1/rpc/begin_payment_account`, {
    method: 'POST',
    headers: {
      apikey: request.headers.get('apikey') ?? '',
      authorization: request.headers.get('authorization') ?? '',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ business_id: businessId }),
  });
  if (!begun.ok) return new Response(await begun.text(), { status: begun.status, headers: CORS });
  const facts = (await begun.json()) as AccountFacts | { ok: false };
  if (!facts.ok) return answer(200, facts);

  const isOpening = body?.['open'] === true;
  let account: ProviderAccount;
  if (facts.account_id === null) {
    if (!isOpening) return answer(200, { ok: true, state: 'new', url: null });
    const { key, name, email, country_code: country } = facts;
    account = await accounts.create({ key, name, email, country });
    await tools.ledger.account(provider, account, key);
  } else {
    account = await accounts.find(facts.account_id);
    await tools.ledger.account(provider, account);
  }
  const isMoreToTell = account.state === 'incomplete' || account.state === 'review';
  const back = `${tools.siteUrl}/settings/stripe/return`;
  const url =
    isOpening && isMoreToTell
      ? await accounts.pageFor(account.id, { returnUrl: back, againUrl: back })
      : null;
  return answer(200, { ok: true, state: account.state, url });
};
