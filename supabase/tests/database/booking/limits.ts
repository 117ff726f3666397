import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { at, FIRST_DAY } from '../salon.ts';
import { fromAddress, newId, rpc } from '../setup.ts';
import { refusal, type Shop } from './shop.ts';

export const limits = (shop: Shop): void => {
  const { book } = shop;

  test('count the last hop only, and tell when to come back', async () => {
    const call = (address: string) =>
      rpc(shop.db, fromAddress(address), 'hold_slot', {
        slug: shop.salon.slug,
        request: { items: [], starts_at: at(FIRST_DAY, 14) },
        hold_key: newId(),
      });
    for (let n = 0; n < 40; n += 1) {
      expect(await call(`10.0.${n}.1, 203.0.113.${n}`)).toMatchObject({ code: 'invalid' });
    }
    expect(await call('198.51.100.1, 203.0.113.77')).toEqual({
      ok: false,
      code: 'rate_limited',
      retry_after_sec: expect.any(Number),
    });
    expect(await call('203.0.113.1, 198.51.100.1')).toMatchObject({ code: 'invalid' });
  });

  describe('who holds many times at once', () => {
    const holdAt = (n: number, key: string, proof?: string, caller = fromAddress('192.0.2.90')) =>
      rpc(shop.db, caller, 'hold_slot', {
        slug: shop.salon.slug,
        request: {
          items: [shop.item()],
          starts_at: at(FIRST_DAY + 2 + Math.floor(n / 8), 9 + (n % 8)),
          ...(proof === undefined ? {} : { work: proof }),
        },
        hold_key: key,
      });
    const proofOf = (key: string): string => {
      for (let number = 0; ; number += 1) {
        const hash = createHash('sha256').update(`${key}:${number}`).digest();
        if (hash.readUInt16BE(0) === 0) return String(number);
      }
    };

    test('is asked for proof from the fourth on, and a proof counts for one', async () => {
      const keys = [newId(), newId(), newId(), newId()] as const;
      for (const [n, key] of keys.slice(0, 3).entries()) {
        expect(refusal(await holdAt(n, key))).toBe('ok');
      }
      const [first, , , fourth] = keys;
      expect(refusal(await holdAt(3, fourth))).toBe('captcha_failed 16');
      expect(refusal(await holdAt(3, fourth, 'x'.repeat(1000)))).toBe('captcha_failed 16');
      const proof = proofOf(fourth);
      expect(refusal(await holdAt(3, fourth, proof))).toBe('ok');
      expect(refusal(await holdAt(4, newId(), proof))).toBe('captcha_failed 16');
      // Others are not asked, nor is who gives one back.
      const elsewhere = fromAddress('198.51.100.90');
      expect(refusal(await holdAt(4, newId(), undefined, elsewhere))).toBe('ok');
      for (const key of [first, fourth]) {
        await rpc(shop.db, fromAddress('192.0.2.90'), 'release_hold', {
          slug: shop.salon.slug,
          hold_key: key,
        });
      }
      expect(refusal(await holdAt(5, newId()))).toBe('ok');
    });

    test('has twelve at most, however much they work', async () => {
      await shop.db.sql(
        `insert into private.slot_holds (hold_key, business_id, request_hash, expires_at, network_hash)
         select gen_random_uuid(), $1, '', now() + interval '5 minutes',
           sha256(convert_to('192.0.2.0', 'UTF8'))
         from generate_series(1, 12)`,
        [shop.salon.id],
      );
      const key = newId();
      const proof = proofOf(key);
      expect(refusal(await holdAt(0, key, proof))).toBe('rate_limited');
      // What ran out does not count.
      await shop.db.sql(
        `update private.slot_holds set expires_at = now() - interval '1 second'
         where hold_key = (select h.hold_key from private.slot_holds h where h.business_id = $1 limit 1)`,
        [shop.salon.id],
      );
      expect(refusal(await holdAt(0, key, proof))).toBe('ok');
    });
  });

  test('one mail address books ten times in ten minutes at most', async () => {
    const codes: string[] = [];
    for (let n = 0; n < 11; n += 1) codes.push(refusal(await book({ starts_at: at(-1, 14) })));
    expect(codes.slice(0, 10)).toEqual(Array(10).fill('past starts_at'));
    expect(codes[10]).toBe('rate_limited');
  });

  test('a limited call is not remembered as the answer', async () => {
    const opId = newId();
    await shop.db.sql(`update private.rate_rules set most = 0 where bucket = 'book:business'`);
    expect(refusal(await book({}, opId))).toBe('rate_limited');
    await shop.db.sql(`update private.rate_rules set most = 600 where bucket = 'book:business'`);
    expect(refusal(await book({}, opId))).toBe('ok');
  });
};
