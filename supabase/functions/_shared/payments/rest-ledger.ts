import type { PaymentFacts, PaymentLedger } from './bring-on.ts';
import type { ProviderDay } from './compare-days.ts';
import type { PayoutPlace } from './compare-payouts.ts';

type Refused = { ok: false; code: string };

/** The payments of a Supabase project, with its secret key. */
export const restLedger = (url: string, secretKey: string): PaymentLedger => {
  const call = async <T>(name: string, args: Record<string, unknown>): Promise<T> => {
    const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        apikey: secretKey,
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(args),
    });
    if (!response.ok) throw new Error(`${name} answered ${response.status}`);
    return (await response.json()) as T;
  };
  return {
    async ofOp(opId) {
      const facts = await call<PaymentFacts | Refused>('payment_of_op', { op_id: opId });
      return 'code' in facts ? null : facts;
    },
    async note(id, news) {
      const facts = await call<PaymentFacts | Refused>('note_payment', { intent: id, news });
      if ('code' in facts) throw new Error(`note_payment refused: ${facts.code}`);
      return facts;
    },
    async due() {
      return (await call<{ payments: PaymentFacts[] }>('payments_due', {})).payments;
    },
    async event(provider, { id, kind, objectId, payee }) {
      const answer = await call<{ id: string | null }>('take_payment_event', {
        provider,
        event_id: id,
        kind,
        object_id: objectId,
        payee,
      });
      return answer.id;
    },
    async account(provider, { id, state }, key) {
      // Accounts that were begun elsewhere are told about too: nothing of ours.
      await call('note_payment_account', {
        provider,
        account_id: id,
        state,
        ...(key === undefined ? {} : { key }),
      });
    },
    async dispute(provider, dispute, payee) {
      await call('note_payment_dispute', {
        provider,
        dispute: {
          id: dispute.id,
          payment_id: dispute.paymentId,
          state: dispute.state,
          amount_cents: dispute.cents,
          taken_cents: dispute.takenCents,
          fee_cents: dispute.feeCents,
          reason: dispute.reason,
          answer_by: dispute.answerBy,
        },
        payee,
      });
    },
    async daysDue() {
      return (await call<{ days: ProviderDay[] }>('provider_days_due', {})).days;
    },
    async noteDay({ business_id, payee, on_day }, said, isFinal) {
      const answer = await call<{ look: string[] } | Refused>('note_provider_day', {
        business_id,
        payee,
        on_day,
        said,
        is_final: isFinal,
      });
      if ('code' in answer) throw new Error(`note_provider_day refused: ${answer.code}`);
      return answer.look;
    },
    async payoutsDue() {
      return (await call<{ places: PayoutPlace[] }>('payouts_due', {})).places;
    },
    async notePayouts({ business_id, payee }, said) {
      const args = { business_id, payee, said };
      const answer = await call<{ look: string[] } | Refused>('note_payouts', args);
      if ('code' in answer) throw new Error(`note_payouts refused: ${answer.code}`);
      return answer.look;
    },
    async notePayoutLines({ business_id, payee }, payout_id, said, is_final) {
      const args = { business_id, payee, payout_id, said, is_final };
      const answer = await call<{ look: string[] } | Refused>('note_payout_lines', args);
      if ('code' in answer) throw new Error(`note_payout_lines refused: ${answer.code}`);
      return answer.look;
    },
  };
};
