import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sign } from '#supabase/functions/_shared/payments/signature.ts';
import { createBook } from './account-book.ts';
import { createBillingBook, PRICES } from './billing-book.ts';
import { numberAt, readForm, textAt, type Form } from './form.ts';
import { newStripeId, Refusal } from './objects.ts';
import { accountPage, askPage, closedPage, payPage } from './pages.ts';

export const STRIPE_KEY = 'sk_test_emulator';
export const WEBHOOK_SECRET = 'whsec_emulator';
/** What concerns the platform itself goes to another place, signed by another secret. */
const BILLING_SECRET = 'whsec_billing';

/** `cut`: the connection ends before anything was done. `lose`: afterwards, and nobody hears of it. */
export type Fault = { path: RegExp; does: 'cut' | 'lose' | 'fail' };

export type StripeEvent = { id: string; type: string; body: string };

type Call = {
  method: string;
  path: string;
  key: string | null;
  account: string | null;
  replayed: boolean;
};

export type StripeEmulator = Awaited<ReturnType<typeof startStripe>>;

/**
 * As much of Stripe as is used, on a free port of this machine: its interface for the real client, its
 * pages for a browser, and its messages, signed. Each fault strikes one call.
 */
export async function startStripe(now: () => number = () => Math.floor(Date.now() / 1000)) {
  let url = '';
  /** Where messages go; null = they are kept for the test to deliver. */
  let webhookUrl: string | null = null;
  let billingUrl: string | null = null;
  const events: StripeEvent[] = [];
  const calls: Call[] = [];
  const faults: Fault[] = [];
  const answers = new Map<string, { asked: string; status: number; body: string }>();

  const deliver = async (event: StripeEvent, to = webhookUrl, header?: string): Promise<number> => {
    const secret = to?.endsWith('/billing-webhook') ? BILLING_SECRET : WEBHOOK_SECRET;
    const response = await fetch(to ?? '', {
      method: 'POST',
      headers: { 'stripe-signature': header ?? (await sign(event.body, secret, now())) },
      body: event.body,
    });
    return response.status;
  };
  const told: Promise<unknown>[] = [];
  const book = createBook(
    (account, type, object) => {
      const id = newStripeId('evt');
      // As it is now: what comes of the object later is another message.
      const data = { object: JSON.parse(JSON.stringify(object)) as unknown };
      const body = { id, object: 'event', type, account, livemode: false, created: now(), data };
      const event = { id, type, body: JSON.stringify(body, withSecret) };
      events.push(event);
      // Sent while the call is still being answered: either may come first.
      if (webhookUrl !== null) told.push(deliver(event).catch(() => 0));
    },
    now,
    (path) => `${url}${path}`,
  );
  const billing = createBillingBook(
    (type, object) => {
      const id = newStripeId('evt');
      const data = { object: JSON.parse(JSON.stringify(object)) as unknown };
      const body = { id, object: 'event', type, livemode: false, created: now(), data };
      const event = { id, type, body: JSON.stringify(body) };
      events.push(event);
      if (billingUrl !== null) told.push(deliver(event, billingUrl).catch(() => 0));
    },
    now,
    (path) => `${url}${path}`,
  );

  const api = (method: string, path: string, account: string | null, form: Form): object => {
    const on = () => {
      if (account === null) throw new Refusal(400, 'account_missing');
      book.accountOf(account);
      return account;
    };
    const [kind, id = '', action] = path.slice('/v1/'.length).replace('checkout/', '').split('/');
    // The platform's own customers: the businesses.
    if (account === null) {
      switch (`${method} ${kind}${id ? '/:id' : ''}${action ? `/${action}` : ''}`) {
        case 'POST sessions':
          if (textAt(form, 'mode') === 'subscription') return billing.createSession(form);
          break;
        case 'GET sessions/:id':
          return billing.sessionOf(id);
        case 'POST billing_portal/:id':
          return billing.portal(form);
        case 'GET subscriptions/:id':
          return billing.subscriptionOf(id);
        case 'POST subscriptions/:id':
          return billing.update(id, form);
        case 'DELETE subscriptions/:id':
          billing.change(id, 'canceled');
          return billing.subscriptionOf(id);
        case 'GET invoices':
          return billing.invoicesOf(textAt(form, 'customer'));
        default:
      }
    }
    switch (`${method} ${kind}${id ? '/:id' : ''}${action ? `/${action}` : ''}`) {
      case 'POST accounts':
        return book.createAccount(form);
      case 'GET accounts/:id':
        return book.accountOf(id);
      case 'POST account_links':
        return {
          object: 'account_link',
          url: `${url}/setup/${book.accountOf(textAt(form, 'account') ?? '').id}?${new URLSearchParams(
            {
              return_url: textAt(form, 'return_url') ?? '',
            },
          )}`,
          expires_at: now() + 300,
        };
      case 'POST sessions':
        return book.createSession(on(), form);
      case 'GET sessions': {
        const intent = textAt(form, 'payment_intent') ?? '';
        const session = book.sessionWith(on(), intent);
        return {
          object: 'list',
          has_more: false,
          data: session ? [collapsed(session)] : [],
        };
      }
      case 'GET sessions/:id': {
        const session = book.sessionOf(on(), id);
        return textAt(form, 'expand', '0') === 'payment_intent.latest_charge.refunds'
          ? session
          : collapsed(session);
      }
      case 'POST sessions/:id/expire':
        return collapsed(book.expire(on(), id));
      case 'POST payment_intents':
        return book.charge(on(), form);
      case 'GET payment_intents': {
        const [from, until] = ['gte', 'lt'].map((edge) => numberAt(form, 'created', edge));
        const found = book.intentsBetween(on(), from!, until!, textAt(form, 'starting_after'));
        if (textAt(form, 'expand', '0') !== 'data.latest_charge.refunds') {
          throw new Refusal(400, 'parameter_missing');
        }
        return listOf(found, form);
      }
      case 'GET payouts': {
        const [from, until] = ['gte', 'lt'].map((edge) => numberAt(form, 'created', edge));
        const after = textAt(form, 'starting_after');
        return listOf(book.payouts.payoutsBetween(on(), from!, until!, after), form);
      }
      case 'GET balance_transactions': {
        const payout = textAt(form, 'payout') ?? '';
        const lines = book.payouts.linesOf(on(), payout, textAt(form, 'starting_after'));
        const isWhole = textAt(form, 'expand', '0') === 'data.source';
        return listOf(
          isWhole ? lines : lines.map((line) => ({ ...line, source: line.source?.id ?? null })),
          form,
        );
      }
      case 'GET payment_intents/:id':
        return book.intentOf(on(), id);
      case 'POST payment_intents/:id/capture':
        return book.capture(on(), id);
      case 'POST payment_intents/:id/cancel':
        return book.cancel(on(), id);
      case 'POST payment_methods/:id/detach':
        return book.detach(on(), id);
      case 'POST refunds':
        return book.refund(on(), form);
      case 'GET disputes/:id':
        return book.disputeOf(on(), id);
      default:
        throw new Refusal(404, 'url_unknown');
    }
  };

  const answerApi = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const method = request.method ?? 'GET';
    const at = new URL(request.url ?? '/', url);
    const text = method === 'GET' ? at.search.slice(1) : await bodyOf(request);
    const [key, account] = [
      headerOf(request, 'idempotency-key'),
      headerOf(request, 'stripe-account'),
    ];
    const send = (status: number, body: string, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    if (headerOf(request, 'authorization') !== `Bearer ${STRIPE_KEY}`) {
      send(401, errorText(new Refusal(401, 'invalid_api_key')));
      return;
    }
    const call: Call = { method, path: at.pathname, key, account, replayed: false };
    calls.push(call);
    const fault = faults.findIndex(({ path }) => path.test(`${method} ${at.pathname}`));
    const does = fault < 0 ? null : faults.splice(fault, 1)[0]!.does;
    if (does === 'cut') {
      request.socket.destroy();
      return;
    }
    if (does === 'fail') {
      send(503, errorText(new Refusal(503, 'unavailable', 'api_error')));
      return;
    }
    const asked = `${method} ${at.pathname} ${account} ${text}`;
    const place = `${account} ${key}`;
    // Whose account is asked about is looked at first: one that was taken away answers nothing again.
    const known = key === null || !book.isThere(account) ? undefined : answers.get(place);
    if (known && known.asked !== asked) {
      send(400, errorText(new Refusal(400, 'idempotency_key_reused', 'idempotency_error')));
      return;
    }
    call.replayed = known !== undefined;
    const answer = known ?? {
      asked,
      ...tried(() => api(method, at.pathname, account, readForm(text))),
    };
    if (key !== null && method === 'POST') answers.set(place, answer);
    // A message may overtake the answer; here it always has.
    if (does === 'lose') request.socket.destroy();
    else send(answer.status, answer.body, call.replayed ? { 'idempotent-replayed': 'true' } : {});
  };

  const answerPage = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const at = new URL(request.url ?? '/', url);
    const form = request.method === 'POST' ? readForm(await bodyOf(request)) : null;
    const show = (html: string) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
    const goTo = (location: string) => response.writeHead(303, { location }).end();
    const [, place, id = ''] = /^\/(c\/pay|setup)\/(\w+)$/.exec(at.pathname) ?? [];
    if (place === 'setup') {
      if (!form) return void show(accountPage(book.accountOf(id)));
      book.change(id, textAt(form, 'to') as 'ready' | 'review' | 'more');
      return void goTo(at.searchParams.get('return_url') ?? '');
    }
    if (place !== 'c/pay') return void response.writeHead(404).end();
    if (billing.has(id)) {
      if (form) return void goTo(billing.complete(id));
      return void show(
        '<!doctype html><html lang="en"><title>Subscribe</title><main><form method="post"><button>Subscribe</button></form></main></html>',
      );
    }
    const session = book.sessionById(id);
    if (!form) return void show(session.status === 'open' ? payPage(session) : closedPage(session));
    const card = textAt(form, 'card') ?? '';
    const outcome = book.pay(id, card, textAt(form, 'answer') as 'yes' | 'no' | null);
    if (outcome === 'asks') show(askPage(card));
    else if (outcome === 'refused') show(payPage(session));
    else goTo(session.success_url);
  };

  const server = createServer((request, response) => {
    const isApi = request.url?.startsWith('/v1/') ?? false;
    (isApi ? answerApi : answerPage)(request, response).catch((error: unknown) => {
      response.writeHead(error instanceof Refusal ? error.status : 500).end(String(error));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    book,
    billing,
    calls,
    events,
    faults,
    deliver,
    /** What a backend needs to work with this one. */
    env: {
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: url,
    },
    /** … and to charge businesses by it. */
    billingEnv: {
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_API_URL: url,
      STRIPE_BILLING_WEBHOOK_SECRET: BILLING_SECRET,
      STRIPE_PRICE_SOLO: PRICES.solo,
      STRIPE_PRICE_TEAM: PRICES.team,
    },
    tellTo(backend: string | null): void {
      webhookUrl = backend && `${backend}/functions/v1/payment-webhook`;
      billingUrl = backend && `${backend}/functions/v1/billing-webhook`;
    },
    /** Until all messages so far have been answered. */
    async quiet(): Promise<void> {
      for (let n = 0; n < told.length; n++) await told[n];
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** One page: a hundred at most. */
const listOf = (found: object[], form: Form): object => {
  const limit = Number(textAt(form, 'limit') ?? 10);
  if (limit > 100) throw new Refusal(400, 'parameter_invalid_integer');
  return { object: 'list', has_more: found.length > limit, data: found.slice(0, limit) };
};

/** Without `expand` an object is told by its id. */
const collapsed = <
  T extends { payment_intent: { id: string } | null; setup_intent: { id: string } | null },
>(
  session: T,
): object => ({
  ...session,
  payment_intent: session.payment_intent?.id ?? null,
  setup_intent: session.setup_intent?.id ?? null,
});

/** As Stripe tells it: whoever knows it may go on with the payment of a client. Nobody here needs it. */
const withSecret = (_name: string, value: unknown): unknown =>
  typeof value === 'object' &&
  value !== null &&
  'object' in value &&
  value.object === 'payment_intent' &&
  'id' in value
    ? { ...value, client_secret: `${String(value.id)}_secret_emulator` }
    : value;

const tried = (act: () => object): { status: number; body: string } => {
  try {
    return { status: 200, body: JSON.stringify(act(), withSecret) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, body: errorText(error) };
  }
};

const errorText = ({ type, code, facts }: Refusal): string =>
  JSON.stringify({ error: { type, code, message: `refused: ${code}`, ...facts } });

const headerOf = (request: IncomingMessage, name: string): string | null => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
};
