import type { FunctionHandler } from '../_shared/handler.ts';
import { bringOn } from '../_shared/payments/bring-on.ts';
import { paymentTools } from '../_shared/payments/tools.ts';

/**
 * Messages of the payment provider. A signature over the raw body is their only key; what they are
 * about is looked up, so that neither their order nor their number matters. One that we could not take
 * is answered with a failure, and sent again.
 */
export const handler: FunctionHandler = async (request, env) => {
  const tools = await paymentTools(env);
  if (!tools || request.method !== 'POST') return new Response(null, { status: 404 });
  const { provider, ledger } = tools;
  const event = await provider.readEvent(await request.text(), request.headers);
  if (!event) return new Response(null, { status: 400 });
  if (event.about === 'account' && provider.accounts) {
    await ledger.account(provider.name, await provider.accounts.find(event.objectId));
  } else if (event.about === 'dispute') {
    const dispute = await provider.findDispute(event.objectId, event.payee);
    await ledger.dispute(provider.name, dispute, event.payee);
  } else if (event.about === 'payment') {
    const id = await ledger.event(provider.name, event);
    if (id !== null) await bringOn(await ledger.note(id, null), tools);
  }
  return new Response(null, { status: 204 });
};
