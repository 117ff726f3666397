import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bySortKey, firstSortKeys, sortKeyAt, sortKeyBetween } from './sort-key.ts';

describe('order of lists', () => {
  test('a key lies between its neighbours, however often something is put there', () =>
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { minLength: 1, maxLength: 200 }), (places) => {
        const list: { id: string; sort_key: string }[] = [];
        for (const [id, place] of places.entries()) {
          const index = place % (list.length + 1);
          list.splice(index, 0, { id: String(id), sort_key: sortKeyAt(list, index) });
        }
        expect(list.toSorted(bySortKey)).toEqual(list);
        expect(new Set(list.map((row) => row.sort_key)).size).toBe(list.length);
      }),
    ));

  test('moving to the same gap again and again keeps keys short enough for SQL', () => {
    let [low, high] = [sortKeyBetween(null, null), null as string | null];
    for (let index = 0; index < 400; index += 1) {
      const key = sortKeyBetween(low, high);
      if (index % 2 === 0) high = key;
      else low = key;
    }
    expect(low.length).toBeLessThan(200);
  });

  test('appending keeps keys short', () =>
    expect(firstSortKeys(500).at(-1)?.length).toBeLessThan(10));

  test('equal keys of two devices are stepped over', () => {
    const list = [{ sort_key: 'V' }, { sort_key: 'V' }, { sort_key: 'W' }];
    const key = sortKeyAt(list, 1);
    expect(key > 'V' && key < 'W').toBe(true);
  });

  test('keys the wrong way round are a bug', () =>
    expect(() => sortKeyBetween('b', 'a')).toThrow('"b" < "a"'));
});
