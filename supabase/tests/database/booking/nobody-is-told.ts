import { expect, test } from 'vitest';
import type { Database } from '#supabase/local/database/database.ts';
import { at, FIRST_DAY, wish } from '../salon.ts';
import { anon, fromAddress, insert, newId, rowOf, rpc, type Answer } from '../setup.ts';
import { undone } from '../undone.ts';
import { refusal, type Shop } from './shop.ts';

/** `TOLD=200`: as many of each, and the middle of their times is compared too, on a quiet machine. */
const MANY = Number(process.env['TOLD'] ?? 10);
const IS_TIMED = MANY >= 200;
/** How far apart the middle of both may lie, in milliseconds. */
const APART = 5;

/** That an address is known is not told (supabase/decisions/0045). */
export const nobodyIsTold = (shop: Shop): void => {
  const { request, item, rules, set } = shop;

  const person = (email: string) => ({
    first_name: 'Nia',
    last_name: 'Doe',
    email,
    phone: '(718) 555-0199',
  });
  const knownAddress = (place: number) => `known-${place}@example.com`;
  const makeKnown = async (count: number) => {
    for (let place = 0; place < count; place += 1) {
      await insert(shop.db, 'clients', {
        id: newId(),
        business_id: shop.salon.id,
        first_name: 'Nia',
        last_name: 'Doe',
        email: knownAddress(place),
        phone: null,
      });
    }
  };
  /** Asks in a transaction that leaves nothing: everybody finds the same business. */
  const ask = (name: string, email: string): Promise<Answer> =>
    undone(
      (work) => shop.db.as(anon, work),
      (sql) => {
        const inside: Database = { ...shop.db, sql, as: (_, inner) => inner(sql) };
        return rpc(inside, anon, name, {
          slug: shop.salon.slug,
          request: {
            ...request(),
            windows: wish(shop.salon.cut, FIRST_DAY + 1).windows,
            client: person(email),
          },
          op_id: newId(),
        });
      },
    );
  /** What is left of an answer without what is made by chance. */
  const shapeOf = (answer: Answer): string =>
    JSON.stringify(answer)
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
      .replaceAll(/"[\w-]{43}"/g, '"token"');
  const median = (times: number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1]!;

  test.each(['book', 'join_waitlist'])(
    '%s answers known addresses as it answers others',
    async (name) => {
      await makeKnown(MANY);
      const shapes = new Map<boolean, Set<string>>([
        [true, new Set()],
        [false, new Set()],
      ]);
      const times = new Map<boolean, number[]>([
        [true, []],
        [false, []],
      ]);
      // The first ones find nothing prepared.
      for (const email of [knownAddress(0), 'somebody@example.com']) await ask(name, email);
      for (let place = 0; place < MANY; place += 1) {
        for (const isKnown of [true, false]) {
          const email = isKnown ? knownAddress(place) : `other-${place}@example.com`;
          const startedMs = performance.now();
          const answer = await ask(name, email);
          times.get(isKnown)!.push(performance.now() - startedMs);
          shapes.get(isKnown)!.add(shapeOf(answer));
        }
      }
      expect([...shapes.get(true)!]).toEqual([expect.stringContaining('"ok":true')]);
      expect(shapes.get(true)).toEqual(shapes.get(false));
      if (!IS_TIMED) return;
      const [known, other] = [median(times.get(true)!), median(times.get(false)!)];
      expect(Math.abs(known - other)).toBeLessThan(APART);
    },
    120_000,
  );

  test('what has to be told is told twenty times an hour to one network', async () => {
    const { salon } = shop;
    const returning = newId();
    await makeKnown(1);
    await insert(shop.db, 'service_variants', {
      ...(await rowOf(shop.db, 'service_variants', salon.cut)),
      id: returning,
      for_client: 'returning',
    });
    await set('service_variants', salon.cut, { for_client: 'new' });
    const told = async (network: string, email: string, day = FIRST_DAY) =>
      refusal(
        await rpc(shop.db, fromAddress(network), 'book', {
          slug: salon.slug,
          request: {
            ...request({ items: [item({ variant_id: returning })], starts_at: at(day, 14) }),
            client: person(email),
          },
          op_id: newId(),
        }),
      );
    for (let place = 0; place < 20; place += 1) {
      expect(await told('203.0.113.7', `other-${place}@example.com`)).toBe('other_variant new');
    }
    // What would be booked is refused with the same words as what would not.
    expect(await told('203.0.113.8', 'other@example.com')).toBe('rate_limited');
    expect(await told('203.0.113.8', knownAddress(0))).toBe('rate_limited');
    const payment = await rpc(shop.db, fromAddress('203.0.113.9'), 'start_payment', {
      slug: salon.slug,
      request: { ...request(), hold_key: newId() },
      op_id: newId(),
    });
    expect(refusal(payment)).toBe('rate_limited');
    expect(await told('198.51.100.1', 'other@example.com')).toBe('other_variant new');
    expect(await told('198.51.100.1', knownAddress(0))).toBe('ok');
  });

  test('who is blocked and who is a stranger are refused in the same words, and counted', async () => {
    await rules({ audience: 'existing' });
    await set('clients', shop.salon.client, { online_booking: 'block' });
    const join = async (email: string, network: string) =>
      rpc(shop.db, fromAddress(network), 'join_waitlist', {
        slug: shop.salon.slug,
        request: {
          items: [item()],
          windows: wish(shop.salon.cut, FIRST_DAY + 1).windows,
          client: person(email),
        },
        op_id: newId(),
      });
    const cleo = `cleo@${shop.salon.slug}.example`;
    expect(await join(cleo, '192.0.2.1')).toEqual(await join('other@example.com', '192.0.2.1'));
    await shop.db.sql(`update private.rate_rules set most = 2 where bucket = 'told:network'`);
    expect(refusal(await join(cleo, '192.0.2.1'))).toBe('rate_limited');
    await shop.db.sql(`update private.rate_rules set most = 20 where bucket = 'told:network'`);
  });
};
