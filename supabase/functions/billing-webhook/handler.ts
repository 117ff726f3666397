import { billingTools, lookUp } from '../_shared/billing/tools.ts';
import type { FunctionHandler } from '../_shared/handler.ts';

/**
 * Messages about what businesses pay for the product. A signature over the raw body is their only key; what
 * they are about is looked up, so that neither their order nor their number matters. One that we could not
 * take is answered with a failure, and sent again.
 */
export const handler: FunctionHandler = async (request, env) => {
  const tools = await billingTools(env);
  if (!tools || request.method !== 'POST') return new Response(null, { status: 404 });
  const event = await tools.provider.readEvent(await request.text(), request.headers);
  if (!event) return new Response(null, { status: 400 });
  if (event.subscriptionId !== null) await lookUp(event.subscriptionId, tools);
  return new Response(null, { status: 204 });
};
