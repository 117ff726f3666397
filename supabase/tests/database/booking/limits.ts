import { expect, test } from 'vitest';
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
