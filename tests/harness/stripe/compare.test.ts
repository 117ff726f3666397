import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeSalon, type Salon } from '#supabase/tests/database/salon.ts';
import { newId, signedIn } from '#supabase/tests/database/setup.ts';
import { BOOT_TIMEOUT_MS, startServedBackend, type TestBackend } from '#tests/harness/backend.ts';
import { startStripe, type StripeEmulator } from './emulator.ts';

/** P11 of the test plan by the real package: a day of an account, listed, looked up and compared. */
describe('the daily comparison', () => {
  let stripe: StripeEmulator;
  let backend: TestBackend;
  let salon: Salon;
  let account: string;
  let salons = 0;
  beforeAll(async () => {
    stripe = await startStripe();
    backend = await startServedBackend({ realtime: false, env: stripe.env });
  }, BOOT_TIMEOUT_MS);
  afterAll(async () => {
    await backend.stop();
    await stripe.stop();
  });
  beforeEach(async () => {
    salon = await makeSalon(backend.database, `compares-${(salons += 1)}`);
    account = stripe.book.createAccount({ controller: { stripe_dashboard: { type: 'full' } } }).id;
    stripe.book.change(account, 'ready');
    await backend.sql(
      `insert into private.payment_accounts (business_id, provider, account_id, state)
       values ($1, 'stripe', $2, 'ready')`,
      [salon.id, account],
    );
    stripe.calls.length = 0;
  });

  const post = async (path: string, body: unknown) => {
    const response = await fetch(`${backend.url}${path}`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  /** A gift card of 20.00 that was charged so long ago; answers the page. */
  const charged = async (hoursAgo: number): Promise<string> => {
    const opId = newId();
    await post('/rest/v1/rpc/start_gift_card', {
      slug: salon.slug,
      request: { amount_cents: 2000, buyer: { name: 'Nia', email: 'nia@example.com' } },
      op_id: opId,
    });
    const standing = () => post('/functions/v1/payments', { op_id: opId });
    const page = String((await standing())['url'])
      .split('/')
      .at(-1)!;
    expect(stripe.book.pay(page, '4242 4242 4242 4242', null)).toBe('paid');
    expect(await standing()).toMatchObject({ state: 'booked' });
    const then = `now() - interval '${hoursAgo} hours'`;
    await backend.sql('set session_replication_role = replica');
    await backend.sql(
      `update private.payment_intents set created_at = ${then}, authorised_at = ${then}
       where provider_id = $1`,
      [page],
    );
    await backend.sql(
      `update public.payments p set occurred_at = ${then} from private.payment_intents i
       where i.provider_id = $1 and p.id = i.id`,
      [page],
    );
    await backend.sql('set session_replication_role = origin');
    stripe.book.sessionById(page).payment_intent!.created -= hoursAgo * 3600;
    return page;
  };
  const compared = async () => {
    const rows = await backend.sql<{ days: number }>(
      `select count(*)::int as days from private.provider_days
       where business_id = $1 and compared_at is not null`,
      [salon.id],
    );
    return rows[0]!.days;
  };
  const findings = () =>
    backend.sql<{ kind: string; settled: boolean }>(
      `select kind, resolved_at is not null as settled from private.provider_findings
       where business_id = $1 order by kind`,
      [salon.id],
    );

  test('finds nothing where there is nothing, with one list for a day', async () => {
    await charged(36);
    await charged(36);
    await backend.runJobs();
    expect(await compared()).toBeGreaterThan(0);
    expect(await findings()).toEqual([]);
    const lists = stripe.calls.filter(
      ({ method, path }) => method === 'GET' && path.endsWith('/payment_intents'),
    );
    expect(lists.length).toBe(await compared());
    expect(lists.every(({ account: on }) => on === account)).toBe(true);
    await backend.runJobs();
    expect(await findings()).toEqual([]);
  });

  test('takes in what a lost message would have told', async () => {
    const page = await charged(36);
    const intent = stripe.book.sessionById(page).payment_intent!;
    // Somebody gave it back in the dashboard, and we were not told.
    stripe.book.refund(account, { payment_intent: intent.id, amount: '500' });
    await backend.runJobs();
    expect(await findings()).toEqual([]);
    const rows = await backend.sql<{ cents: number }>(
      `select amount_cents::int as cents from public.refunds
       where business_id = $1 and sale_id is null`,
      [salon.id],
    );
    expect(rows).toEqual([{ cents: 500 }]);
  });

  test('keeps what looking up does not settle: a charge of nobody, another amount, one that is gone', async () => {
    const strange = await charged(36);
    const more = await charged(36);
    const gone = await charged(36);
    stripe.book.sessionById(strange).payment_intent!.metadata = { daybook_payment: newId() };
    stripe.book.sessionById(more).payment_intent!.amount = 2100;
    stripe.book.sessionById(more).amount_total = 2100;
    stripe.book.sessionById(gone).payment_intent!.metadata = {};
    stripe.faults.push({ path: new RegExp(`GET .*${gone}`), does: 'fail' });
    stripe.faults.push({ path: new RegExp(`GET .*${gone}`), does: 'fail' });
    await backend.runJobs();
    // Nobody has answered for one of them: the whole day is asked for again.
    expect(await findings()).toEqual([]);
    await backend.sql(
      `update private.provider_days set tried_at = now() - interval '2 hours'
       where business_id = $1`,
      [salon.id],
    );
    await backend.runJobs();
    expect(await findings()).toEqual([
      { kind: 'amount', settled: false },
      { kind: 'unknown', settled: false },
    ]);
    backend.logged.length = 0;
  });

  describe('what was paid out', () => {
    const read = async (table: string, what = '*', order = '1') =>
      backend.sql<Record<string, unknown>>(
        `select ${what} from private.${table} where business_id = $1 order by ${order}`,
        [salon.id],
      );
    const intentOf = (page: string) => stripe.book.sessionById(page).payment_intent!;
    const owner = async () => {
      const [row] = await backend.database.as(signedIn(salon.users.owner), (sql) =>
        sql<{ answer: { payouts: Record<string, unknown>[] } }>(
          'select public.payouts($1) as answer',
          [salon.id],
        ),
      );
      return row!.answer;
    };
    /** As if a day had gone by. */
    const nextDay = () =>
      backend.sql(
        `update private.payout_looks set looked_at = looked_at - interval '21 hours'
         where business_id = $1`,
        [salon.id],
      );

    test('comes here once, with all of its lines, and matches what messages had not told', async () => {
      const [one, two] = [await charged(36), await charged(36)];
      stripe.book.refund(account, { payment_intent: intentOf(one).id, amount: '500' });
      const dispute = stripe.book.dispute(two, 'needs_response');
      stripe.tellTo(backend.url);
      await stripe.deliver(stripe.events.findLast(({ body }) => body.includes(dispute))!);
      stripe.tellTo(null);
      for (let n = 0; n < 120; n += 1) {
        stripe.book.payouts.move(account, {
          type: 'stripe_fee',
          amount: -1,
          currency: 'usd',
          source: null,
        });
      }
      const payout = stripe.book.payouts.payOut(account);
      await backend.runJobs();
      expect(await owner()).toMatchObject({
        waiting: 0,
        payouts: [
          {
            id: payout.id,
            amount_cents: payout.amount,
            is_listed: true,
            lines: 124,
            charges_cents: 4000,
            refunds_cents: -500,
            disputes_cents: -2000,
            fees_cents: -120 - 2 * 88 - 1500,
            differing: 0,
            gap_cents: 0,
          },
        ],
      });
      const lines = await read('payout_lines', 'line_id');
      payout.status = 'paid';
      await nextDay();
      stripe.calls.length = 0;
      await backend.runJobs();
      expect((await owner()).payouts).toMatchObject([{ id: payout.id, state: 'paid' }]);
      expect(await read('payout_lines', 'line_id')).toEqual(lines);
      // Its lines are known: they are not asked for again.
      expect(stripe.calls.filter(({ path }) => path.endsWith('/balance_transactions'))).toEqual([]);
      expect(stripe.calls.filter(({ path }) => path.endsWith('/payouts'))).toHaveLength(1);
    });

    test('that is answered in half is asked for again, and what differs then is told', async () => {
      const page = await charged(36);
      const [charge] = [intentOf(page).latest_charge!];
      stripe.book.payouts.move(account, {
        type: 'charge',
        amount: 900,
        currency: 'usd',
        source: { ...charge, metadata: { daybook_payment: newId() } } as typeof charge,
      });
      stripe.book.payouts.payOut(account);
      const lost = { path: /GET .*balance_transactions/, does: 'fail' } as const;
      stripe.faults.push(lost, lost);
      await backend.runJobs();
      expect(await read('payout_lines')).toEqual([]);
      expect(await read('payout_looks', 'looked_at')).toEqual([{ looked_at: null }]);
      await backend.sql(
        `update private.payout_looks set tried_at = now() - interval '2 hours'
         where business_id = $1`,
        [salon.id],
      );
      await backend.runJobs();
      expect((await owner()).payouts).toMatchObject([{ lines: 2, differing: 1, off_cents: 900 }]);
      const told = await backend.sql(
        `select 1 from public.attention_items where business_id = $1 and mine ? 'payout'`,
        [salon.id],
      );
      expect(told).toHaveLength(1);
      backend.logged.length = 0;
    });
  });

  test('nothing went wrong on the way', () => {
    expect(backend.logged).toEqual([]);
  });
});
