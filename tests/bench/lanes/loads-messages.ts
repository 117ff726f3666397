/** A provider's messages in a storm, and what the time of an answer tells whoever guesses codes. */
import { createHash, randomUUID } from 'node:crypto';
import type { Caller } from '#supabase/local/database/caller.ts';
import { callOn, must } from '../database/calls.ts';
import type { Call } from '../database/calls.ts';
import { SLUG } from '../database/served-business.ts';
import type { ServedBusiness } from '../database/served-business.ts';
import { spread } from '../database/tables.ts';
import { atMost } from '../lane.ts';
import type { LaneResult } from '../lane.ts';
import { median } from '../measure.ts';
import { mulberry32 } from '../pages/bench.ts';

const PARALLEL = 20;
const PAYMENTS = 100;
const GUESSES = 200;
const BACKEND: Caller = { role: 'service_role', claims: { role: 'service_role' } };

export const measureMessages = async (
  served: ServedBusiness,
  { isQuick }: { isQuick: boolean },
): Promise<LaneResult> => {
  const pool = served.pool(PARALLEL);
  const call = callOn(pool);
  try {
    const storm = await stormOf(served, call, isQuick ? 100 : 1_000);
    const codes = await guessCodes(served, call);
    const apart = Math.abs(median(codes.right) - median(codes.wrong));
    return {
      comparisons: [
        spread('One message of a provider, all calls for it', undefined, {
          [`${storm.messages} messages, ${storm.deliveries} deliveries`]: storm.times,
        }),
        spread('What is left on a gift card', undefined, {
          'a right code': codes.right,
          'a wrong code': codes.wrong,
        }),
      ],
      goals: [
        atMost(
          'R7.13',
          60_000,
          `${storm.messages} messages, one to five times each, ${PARALLEL} at once`,
          storm.ms,
        ),
        {
          id: 'R7.13',
          wanted: 'each payment is in the ledger once, and what went back of it',
          got: `${storm.charged} of ${PAYMENTS} charged, ${storm.back} of ${PAYMENTS / 2} given back`,
          reached: storm.charged === PAYMENTS && storm.back === PAYMENTS / 2,
        },
        atMost('R7.12', 20, 'right and wrong codes of gift cards apart, medians', apart),
      ],
    };
  } finally {
    await pool.end();
  }
};

/** Every second payment was given back in part by the time anybody looks. */
const stormOf = async ({ db, place }: ServedBusiness, call: Call, messages: number) => {
  const payments = await db.sql<{ id: string }>(
    `insert into private.payment_intents (
       id, business_id, purpose, op_hash, amount_cents, currency, provider, payee, provider_id, state,
       appointment_id, expires_at)
     select n.id, b.id, 'asked', gen_random_uuid(), 1500, b.currency, 'test', 'them', 'pi_' || n.id,
       'authorised',
       (select a.id from public.appointments a
        where a.business_id = b.id and a.status = 'booked' and a.starts_at > now() limit 1),
       now() + interval '45 minutes'
     from public.businesses b,
       (select gen_random_uuid() as id from generate_series(1, $2::int)) n
     where b.id = $1 returning id`,
    [place.businessId, PAYMENTS],
  );
  const deliveries = shuffled(
    Array.from({ length: messages }, (_, n) => Array.from({ length: 1 + (n % 5) }, () => n)).flat(),
  );
  const times: number[] = [];
  const hear = async (n: number): Promise<void> => {
    const which = n % PAYMENTS;
    const { id } = payments[which]!;
    const began = performance.now();
    const { answer } = await call(BACKEND, 'take_payment_event', {
      provider: 'test',
      event_id: `storm-${n}`,
      kind: 'payment.changed',
      object_id: `pi_${id}`,
      payee: 'them',
    });
    must(answer);
    await call(BACKEND, 'note_payment', {
      intent: id,
      news: {
        provider_id: `pi_${id}`,
        state: 'captured',
        amount_cents: 1500,
        currency: 'usd',
        decline: null,
        returned_cents: which % 2 === 0 ? 500 : 0,
      },
    });
    times.push(performance.now() - began);
  };
  const count = deliveries.length;
  const from = performance.now();
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      for (let next = deliveries.pop(); next !== undefined; next = deliveries.pop()) {
        await hear(next);
      }
    }),
  );
  const ms = performance.now() - from;
  const [books] = await db.sql<{ charged: number; back: number }>(
    `select
       (select count(*)::int from public.payments p
        where p.business_id = $1 and p.id = any ($2::uuid[]) and p.amount_cents = 1500) as charged,
       (select count(*)::int from public.refunds r
        where r.business_id = $1 and r.method = 'card_online' and r.amount_cents = 500) as back`,
    [place.businessId, payments.map(({ id }) => id)],
  );
  return { messages, deliveries: count, times, ms, charged: books!.charged, back: books!.back };
};

const guessCodes = async ({ db, place, anon }: ServedBusiness, call: Call) => {
  const codes = Array.from({ length: GUESSES }, (_, n) => `CARD${String(n).padStart(4, '0')}`);
  const hashes = codes.map((code) =>
    createHash('sha256').update(`${place.businessId}:${code}`).digest('hex'),
  );
  await db.sql(
    `insert into public.gift_cards (id, business_id, code_hash, code_last4, kind, initial_cents)
     select gen_random_uuid(), $1, hash, '7KQ2', 'digital', 5000 from unnest($2::text[]) hash`,
    [place.businessId, hashes],
  );
  const [right, wrong]: [number[], number[]] = [[], []];
  const ask = async (code: string, times: number[]): Promise<void> => {
    const began = performance.now();
    await call(anon, 'gift_card_balance', { slug: SLUG, code });
    times.push(performance.now() - began);
  };
  for (const code of codes) {
    await ask(code, right);
    await ask(`WR0NG${randomUUID().slice(0, 6)}`, wrong);
  }
  return { right, wrong };
};

/** The same order each time. */
const shuffled = <T>(list: readonly T[]): T[] => {
  const random = mulberry32(7);
  return list
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
};
