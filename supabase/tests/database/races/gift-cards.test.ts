import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { activity, codeHash, paidByCard, soldCard } from '../gifts.ts';
import { paidByPackage, soldPackage } from '../packs.ts';
import { at, makeSalon, soldCut, type Salon } from '../salon.ts';
import { countOf, newId, put, signedIn } from '../setup.ts';
import { EACH_ROUND, mutation, outcomes, statusOf, TROUBLES, useStage } from './stage.ts';

/** G1 to G5 of the test plan; guessing codes (G6) needs one session: gift-cards.test.ts. */
const ROUND_TIMEOUT_MS = 120_000;
const theatre = useStage();
let salons = 0;

describe.each(TROUBLES)('with %s', { timeout: ROUND_TIMEOUT_MS, ...EACH_ROUND }, (trouble) => {
  let salon: Salon;
  beforeEach(async () => {
    salons += 1;
    salon = await makeSalon(theatre.stage.db, `gift-races-${salons}`);
    theatre.stage.trouble = trouble;
  });
  const expectSound = async (): Promise<void> => {
    theatre.stage.trouble = 'no trouble';
    const { db } = theatre.stage;
    for (const view of ['sale_faults', 'gift_faults', 'package_faults']) {
      expect(await countOf(db, `private.${view} where business_id = $1`, [salon.id])).toBe(0);
    }
    expect(theatre.stage.server.logged('deadlock detected')).toEqual([]);
  };
  afterEach(expectSound);

  const sell = (cents: number) => sellExpiring(cents, null);
  const sellExpiring = async (cents: number, expires_on: string | null) => {
    const device = newId();
    const sold = soldCard(device, 1, { cents, expires_on });
    const answer = await theatre.stage.push(salon, [mutation(1, sold.ops)], { device });
    expect(statusOf(answer)).toBe('applied');
    return sold;
  };
  const balanceOf = async (card: Uuid): Promise<number> => {
    const [row] = await theatre.stage.db.sql<{ balance: string }>(
      'select private.gift_balance($1, $2) as balance',
      [salon.id, card],
    );
    return Number(row!.balance);
  };
  const lease = (card_id: Uuid, device: Uuid, amount_cents: number, lease_id: Uuid) =>
    theatre.stage.call(signedIn(salon.users.owner), 'lease_gift_card', {
      business_id: salon.id,
      client_id: device,
      lease_id,
      card_id,
      amount_cents,
      held: 'checkout',
    });
  /** A whole checkout: asks for the amount, then rings up the sale that it pays. */
  const checkOut = async (card: Uuid, cents: number) => {
    const device = newId();
    const mine = newId();
    const answer = await lease(card, device, cents, mine);
    if (!answer['ok']) return answer;
    const paid = paidByCard(device, 1, card, cents, mine);
    const pushed = await theatre.stage.push(salon, [mutation(1, paid.ops)], { device });
    return { ok: statusOf(pushed) === 'applied', code: `push ${statusOf(pushed)}` };
  };

  test('[G1] a hundred times 5.00 off 100.00: twenty win, nothing is left', async () => {
    const { id } = await sell(10_000);
    const answers = await theatre.stage.race(
      Array.from({ length: 100 }, () => () => checkOut(id, 500)),
    );
    expect(outcomes(answers)).toEqual({ ok: 20, gift_card_short: 80 });
    expect(await balanceOf(id)).toBe(0);
  });

  test('[G2] used, given back, blocked and taken back at once: the ledger explains it', async () => {
    const { stage } = theatre;
    const { id, sale_id } = await sell(10_000);
    const first = paidByCard(newId(), 1, id, 2000);
    await stage.push(salon, [mutation(1, first.ops)], {
      device: (first.ops[0]!.value as { device_id: Uuid }).device_id,
    });
    const sent = (ops: object[]) => async () => {
      const status = statusOf(await stage.push(salon, [mutation(1, ops)]));
      return { ok: status === 'applied', code: status };
    };
    const back = { ...soldCut(null).refund, occurred_at: at(-1, 10) };
    const takenBack = { kind: 'void', method: null, amount_cents: 10_000, reason: '' };
    await stage.race([
      ...Array.from({ length: 8 }, () => () => checkOut(id, 1500)),
      ...Array.from({ length: 4 }, () =>
        sent([
          put('refunds', newId(), {
            ...back,
            sale_id: first.sale_id,
            method: 'gift_card',
            amount_cents: 1500,
          }),
          activity(id, { kind: 'refund', amount_cents: 1500, sale_id: first.sale_id }),
        ]),
      ),
      sent([
        put('refunds', newId(), { ...back, sale_id, ...takenBack }),
        activity(id, { kind: 'deactivate', amount_cents: -10_000, sale_id }),
      ]),
      sent([activity(id, { kind: 'block', occurred_at: new Date().toISOString() })]),
    ]);
    const rows = await stage.db.sql<{ kind: string; amount_cents: string }>(
      'select kind, amount_cents from public.gift_activities where card_id = $1',
      [id],
    );
    const sumOf = (kind: string) =>
      rows.reduce((sum, row) => (row.kind === kind ? sum + Number(row.amount_cents) : sum), 0);
    expect(sumOf('refund')).toBe(1500);
    expect(sumOf('deactivate')).toBe(0);
    expect(await balanceOf(id)).toBe(10_000 + 1500 + sumOf('redeem'));
  });

  test('[G2] used while its last day ends: what was paid on that day counts, what came later is due', async () => {
    const { stage } = theatre;
    // It was over when yesterday was, where the business is.
    const { id } = await sellExpiring(10_000, at(-1, 12).slice(0, 10));
    const used = (occurredAt: string) => async () => {
      const device = newId();
      const paid = paidByCard(device, 1, id, 1000, null, occurredAt);
      return statusOf(await stage.push(salon, [mutation(1, paid.ops)], { device }));
    };
    const statuses = await stage.race([
      ...Array.from({ length: 8 }, () => used(at(-1, 23, 59))),
      ...Array.from({ length: 8 }, () => used(at(0, 0, 0))),
      ...Array.from({ length: 4 }, () => () => checkOut(id, 1000).then(({ code }) => String(code))),
    ]);
    expect(statuses.slice(0, 16)).not.toContain('refused');
    expect(new Set(statuses.slice(16))).toEqual(new Set(['gift_card_closed']));
    expect(await balanceOf(id)).toBe(2000);
    const paid = (state: string) =>
      countOf(
        stage.db,
        `public.payments where business_id = $1 and method = 'gift_card' and state = $2`,
        [salon.id, state],
      );
    expect([await paid('captured'), await paid('to_collect')]).toEqual([8, 8]);
  });

  test('[G3] two checkouts that share what is left: never below nothing', async () => {
    const { stage } = theatre;
    const { id } = await sell(10_000);
    // Without a lease, as devices that were away: both sales are kept, one is to be collected.
    const statuses = await stage.race(
      Array.from({ length: 2 }, () => async () => {
        const device = newId();
        const { ops } = paidByCard(device, 1, id, 6000);
        return statusOf(await stage.push(salon, [mutation(1, ops)], { device }));
      }),
    );
    expect(statuses.toSorted()).not.toContain('refused');
    expect(await balanceOf(id)).toBe(4000);
    expect(
      await countOf(
        stage.db,
        `public.payments where business_id = $1 and method = 'gift_card' and state = 'to_collect'`,
        [salon.id],
      ),
    ).toBe(1);
    const answers = await stage.race(Array.from({ length: 2 }, () => () => checkOut(id, 3000)));
    expect(outcomes(answers)).toEqual({ ok: 1, gift_card_short: 1 });
    expect(await balanceOf(id)).toBe(1000);
  });

  test('[G4] one checkout that two devices send is one redemption', async () => {
    const { stage } = theatre;
    const { id } = await sell(10_000);
    const sale = mutation(1, paidByCard(newId(), 1, id, 4000).ops);
    await stage.race(Array.from({ length: 2 }, () => () => stage.push(salon, [sale])));
    expect(await balanceOf(id)).toBe(6000);
  });

  test('[G5] one code that two devices have made is the code of one card', async () => {
    const { stage } = theatre;
    const code_hash = codeHash(salon, 'TWICE');
    const answers = await stage.race(
      Array.from({ length: 2 }, () => async () => {
        const device = newId();
        const sold = soldCard(device, 1, { code_hash });
        return statusOf(await stage.push(salon, [mutation(1, sold.ops)], { device }));
      }),
    );
    expect(answers).not.toContain('refused');
    const where = 'public.gift_cards where business_id = $1 and code_last4 = $2';
    expect(
      await countOf(stage.db, `${where} and code_hash = $3`, [salon.id, '7KQ2', code_hash]),
    ).toBe(1);
    // The other one, and the one that every business of these tests has.
    expect(await countOf(stage.db, `${where} and code_hash is null`, [salon.id, '7KQ2'])).toBe(1);
  });

  test('a package of three visits that ten devices use at once pays for three', async () => {
    const { stage } = theatre;
    const device = newId();
    const sold = soldPackage(salon, device, 1, { credits: 3, cents: 9000 });
    const answer = await stage.push(salon, [mutation(1, sold.ops)], { device });
    expect(statusOf(answer)).toBe('applied');
    const statuses = await stage.race(
      Array.from({ length: 10 }, () => async () => {
        const mine = newId();
        const { ops } = paidByPackage(salon, mine, 1, sold.id, 3000);
        return statusOf(await stage.push(salon, [mutation(1, ops)], { device: mine }));
      }),
    );
    expect(statuses).not.toContain('refused');
    const paid = (state: string) =>
      countOf(
        stage.db,
        `public.payments where business_id = $1 and method = 'package' and state = $2`,
        [salon.id, state],
      );
    expect([await paid('captured'), await paid('to_collect')]).toEqual([3, 7]);
    const [left] = await stage.db.sql(
      'select p.credits, p.cents::int from private.package_left($1, $2) p',
      [salon.id, sold.id],
    );
    expect(left).toEqual({ credits: 0, cents: 0 });
  });
});
