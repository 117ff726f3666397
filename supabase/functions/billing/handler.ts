import { billingTools, lookUp } from '../_shared/billing/tools.ts';
import type { BillingTools } from '../_shared/billing/tools.ts';
import type { FunctionHandler } from '../_shared/handler.ts';
import { CORS, answer } from '../_shared/replies.ts';
import { secretKeyOf } from '../_shared/payments/tools.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What the database answers whoever manages the billing of a business. */
type BillingFacts = {
  ok: true;
  key: string;
  plan: 'solo' | 'team' | null;
  seats: number;
  email: string | null;
  customer_id: string | null;
  /** null = there is none that goes on. */
  subscription_id: string | null;
  checkout_id: string | null;
  trial_days: number;
};

/**
 * The subscription of a business. `look` asks the provider how it stands; `plan` begins one on the provider's
 * page, or goes over to another plan; `portal` leads to cards, invoices and the end. Answers {ok, url}, `url`
 * for one visit or null. The timer, with the secret key, looks everything up once a day, and tells how many
 * people are paid for. The database judges who asks by their own session.
 */
export const handler: FunctionHandler = async (request, env) => {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS });
  if (request.method !== 'POST') return answer(405, { ok: false, code: 'invalid' });
  const tools = await billingTools(env);
  const secretKey = secretKeyOf(env);
  if (secretKey && request.headers.get('authorization') === `Bearer ${secretKey}`) {
    return answer(200, { ok: true, ...(tools ? await lookUpDue(tools) : { done: 0, failed: 0 }) });
  }
  if (!tools) return answer(200, { ok: false, code: 'not_offered' });

  const body = (await request.json().catch(() => null)) as Record<string, unknown> | null;
  const [businessId, action] = [body?.['business_id'], body?.['action']];
  if (typeof businessId !== 'string' || !UUID.test(businessId)) {
    return answer(200, { ok: false, code: 'invalid', field: 'business_id' });
  }
  const begun = await fetch(`${env.get('SUPABASE_URL')}/rest/v1/rpc/begin_billing`, {
    method: 'POST',
    headers: {
      apikey: request.headers.get('apikey') ?? '',
      authorization: request.headers.get('authorization') ?? '',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      business_id: businessId,
      plan: action === 'plan' ? (body?.['plan'] ?? '') : null,
    }),
  });
  if (!begun.ok) return new Response(await begun.text(), { status: begun.status, headers: CORS });
  const facts = (await begun.json()) as BillingFacts | { ok: false };
  if (!facts.ok) return answer(200, facts);
  const url = await act(facts, businessId, action, tools);
  return answer(200, { ok: true, url });
};

const act = async (
  facts: BillingFacts,
  businessId: string,
  action: unknown,
  tools: BillingTools,
): Promise<string | null> => {
  const { provider, ledger, siteUrl } = tools;
  const returnUrl = `${siteUrl}/settings/billing?back`;
  // A page that was paid, and nobody has told us yet.
  const subscriptionId =
    facts.subscription_id ??
    (facts.checkout_id === null ? null : await provider.begunBy(facts.checkout_id));
  if (action === 'portal') {
    return facts.customer_id === null ? null : provider.portal(facts.customer_id, returnUrl);
  }
  if (action === 'plan' && facts.plan !== null) {
    const { key, plan, seats, email } = facts;
    if (subscriptionId === null) {
      const { customer_id: customerId, trial_days: trialDays } = facts;
      const order = { key, businessId, plan, seats, email, customerId, trialDays, returnUrl };
      const { id, url } = await provider.checkout(order);
      await ledger.begun(key, id);
      return url;
    }
    await provider.change(subscriptionId, { plan, seats });
  }
  if (subscriptionId !== null) await lookUp(subscriptionId, tools);
  return null;
};

/** Each by itself: one that fails keeps no other waiting. */
const lookUpDue = async (tools: BillingTools): Promise<{ done: number; failed: number }> => {
  const due = await tools.ledger.due();
  const outcomes = await Promise.allSettled(
    due.map(async ({ subscription_id: id, plan, seats, known_seats }) => {
      if (plan === null) await tools.provider.end(id);
      if (plan === 'team' && seats !== known_seats)
        await tools.provider.change(id, { plan, seats });
      await lookUp(id, tools);
    }),
  );
  const failed = outcomes.filter(({ status }) => status === 'rejected').length;
  return { done: due.length - failed, failed };
};
