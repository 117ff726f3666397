import type { ProviderPayment } from '#supabase/functions/_shared/payments/provider.ts';
import { json, text } from '#supabase/local/http/responses.ts';
import type { Bank, BankPayment, Charge, Order } from './bank.ts';
import { askPage, closedPage, payPage } from './pay-page.ts';

const API = /^\/_pay\/v1\/payments(?:\/(\w+))?(?:\/(capture|cancel|refund|dispute))?$/;
const PAYOUTS = /^\/_pay\/v1\/payouts(?:\/(\w+))?$/;
const PAGE = /^\/_pay\/(pay_\w+)(?:\/(bank|dispute))?$/;

/** `/_pay/…`: the interface that functions/_shared/payments/test-provider.ts speaks, and pages for clients. */
export const bankRoutes =
  (bank: Bank, secretKey: string) =>
  async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const [isApi, id, action] = API.exec(url.pathname) ?? [];
    const [isPayouts, payoutId] = PAYOUTS.exec(url.pathname) ?? [];
    if (isApi !== undefined || isPayouts !== undefined) {
      if (request.headers.get('authorization') !== `Bearer ${secretKey}`) {
        return json(401, { code: 'not_allowed' });
      }
      if (payoutId !== undefined) {
        const lines = bank.payoutLines(payoutId);
        return lines ? json(200, lines) : json(404, {});
      }
      if (request.method === 'GET' && id === undefined) {
        const moment = (name: string): number => Date.parse(url.searchParams.get(name) ?? '');
        const payee = url.searchParams.get('payee') ?? '';
        const list = isPayouts === undefined ? bank.charges : bank.payouts;
        return json(200, list(payee, moment('from'), moment('until')));
      }
      if (request.method === 'GET' && id !== undefined && action === 'dispute') {
        const dispute = bank.disputeOf(id);
        return dispute ? json(200, dispute) : json(404, {});
      }
      const payment = await callApi(bank, request, id, action);
      return payment ? json(200, asJson(payment)) : json(id === undefined ? 400 : 409, {});
    }
    const [, pageId, step] = PAGE.exec(url.pathname) ?? [];
    const payment = pageId === undefined ? null : bank.find(pageId);
    if (!payment) return text(404, 'Not found');
    if (request.method !== 'POST') {
      return payment.state === 'open' ? payPage(payment) : closedPage(payment);
    }
    const form = new URLSearchParams(await request.text());
    if (step === 'dispute') {
      await bank.disputes(payment.id, form.get('dispute') ?? '');
      return closedPage(payment);
    }
    return step === undefined
      ? afterCard(bank, payment, form.get('card') ?? '')
      : afterBank(bank, payment, form);
  };

const callApi = async (
  bank: Bank,
  request: Request,
  id: string | undefined,
  action: string | undefined,
): Promise<BankPayment | null> => {
  if (request.method === 'GET') return id === undefined ? null : bank.find(id);
  const key = request.headers.get('idempotency-key');
  if (!key) return null;
  const body = (await request.json()) as Record<string, unknown>;
  if (id === undefined && 'card' in body) return bank.charge(body as Charge, key);
  if (id === undefined) {
    const { origin } = new URL(request.url);
    return bank.open(body as Order, key, (one) => `${origin}/_pay/${one}`);
  }
  if (action === 'capture') return bank.capture(id, key);
  if (action === 'cancel') return bank.cancel(id, key);
  return action === 'refund' ? bank.refund(id, key, Number(body['cents'])) : null;
};

const asJson = ({
  id,
  state,
  cents,
  currency,
  url,
  decline,
  returnedCents,
  refundFailedCents,
  isDisputed,
  card,
}: BankPayment): ProviderPayment => ({
  id,
  state,
  cents,
  currency,
  url: state === 'open' ? url : null,
  decline,
  returnedCents,
  refundFailedCents,
  isDisputed,
  card,
});

const afterCard = async (bank: Bank, payment: BankPayment, card: string): Promise<Response> => {
  const outcome = await bank.pay(payment.id, card);
  if (outcome === 'asks') return askPage(payment, card);
  return outcome === 'refused' ? payPage(payment) : goTo(payment.returnUrl);
};

const afterBank = async (
  bank: Bank,
  payment: BankPayment,
  form: URLSearchParams,
): Promise<Response> => {
  if (form.get('answer') !== 'yes') {
    await bank.refuse(payment.id);
    return payPage(payment);
  }
  await bank.pay(payment.id, form.get('card') ?? '', true);
  return goTo(payment.returnUrl);
};

const goTo = (location: string): Response =>
  new Response(null, { status: 303, headers: { location } });
