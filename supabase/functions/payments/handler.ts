import type { FunctionHandler } from '../_shared/handler.ts';
import { bringOn, bringOnDue } from '../_shared/payments/bring-on.ts';
import { compareDue } from '../_shared/payments/compare-days.ts';
import { comparePayoutsDue } from '../_shared/payments/compare-payouts.ts';
import { CORS, answer } from '../_shared/replies.ts';
import { paymentTools, secretKeyOf } from '../_shared/payments/tools.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Takes a payment as far as it goes. A page asks with the `op_id` that it began with `start_payment`,
 * which nobody else knows; the timer, with the secret key, for all that is due, and for the days and
 * payouts that are to be compared with the provider. Nothing in the request says how much, or whether it is paid.
 */
export const handler: FunctionHandler = async (request, env) => {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS });
  if (request.method !== 'POST') return answer(405, { ok: false, code: 'invalid' });
  const tools = await paymentTools(env);
  const secretKey = secretKeyOf(env);
  if (secretKey && request.headers.get('authorization') === `Bearer ${secretKey}`) {
    if (!tools) return answer(200, { ok: true, done: 0, failed: 0, days: 0 });
    const { done, failed } = await bringOnDue(tools);
    // First what clients wait for.
    const { compared, failed: unanswered } = await compareDue(tools);
    // Days first: a payout is of what they have settled.
    const payouts = await comparePayoutsDue(tools);
    return answer(200, {
      ok: true,
      done,
      failed: failed + unanswered + payouts.failed,
      days: compared,
    });
  }
  if (!tools) return answer(200, { ok: false, code: 'nothing_due' });
  const body = (await request.json().catch(() => null)) as { op_id?: unknown } | null;
  const opId = body?.op_id;
  if (typeof opId !== 'string' || !UUID.test(opId)) {
    return answer(200, { ok: false, code: 'invalid', field: 'op_id' });
  }
  const facts = await tools.ledger.ofOp(opId);
  return answer(200, facts ? await bringOn(facts, tools) : { ok: false, code: 'not_found' });
};
