import type { FunctionHandler } from '../_shared/handler.ts';
import { bringOn } from '../_shared/payments/bring-on.ts';
import { paymentTools } from '../_shared/payments/tools.ts';

/**
 * Messages of the payment provider. A signature over the raw body is their only key; what they say
 * about a payment is looked up, so that neither their order nor their number matters.
 */
export const handler: FunctionHandler = async (request, env) => {
  const tools = paymentTools(env);
  if (!tools || request.method !== 'POST') return new Response(null, { status: 404 });
  const event = await tools.provider.readEvent(await request.text(), request.headers);
  if (!event) return new Response(null, { status: 400 });
  const id = await tools.ledger.event(tools.provider.name, event);
  if (id !== null) await bringOn(await tools.ledger.note(id, null), tools);
  return new Response(null, { status: 204 });
};
