import { assert } from '#domain/errors/assert.ts';

// In ASCII order, so that string order in SQL ("C"), Dexie and JavaScript is the same.
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = DIGITS.length;

/**
 * A key that sorts between two others (null = the edge of the list), so that moving one row
 * changes one row. Keys are base-62 fractions without trailing zeros. Two devices may make the same
 * key for the same gap: ids break the tie.
 */
export const sortKeyBetween = (before: string | null, after: string | null): string => {
  assert(before === null || after === null || before < after, `"${before}" < "${after}"`);
  const low = before ?? '';
  const high = after ?? '';

  let key = '';
  // Once the key is below `after` in an earlier digit, `after` no longer limits it.
  let free = after === null;
  for (let index = 0; ; index += 1) {
    const from = digit(low, index, 0);
    const to = free ? BASE : digit(high, index, 0);
    if (to - from > 1) {
      // At the end of a list steps are small: keys stay short when rows are only appended.
      const step = after === null && before !== null ? 1 : Math.floor((to - from) / 2);
      return key + DIGITS.charAt(from + step);
    }
    assert(to > from || index < high.length, `room between "${low}" and "${high}"`);
    key += DIGITS.charAt(from);
    if (to - from === 1) free = true;
  }
};

/** Keys for a new list of this length, in order. */
export const firstSortKeys = (count: number): string[] => {
  const keys: string[] = [];
  for (let index = 0; index < count; index += 1) {
    keys.push(sortKeyBetween(keys.at(-1) ?? null, null));
  }
  return keys;
};

/** Order of lists: by key, then by id. */
export const bySortKey = (
  a: { sort_key: string; id: string },
  b: { sort_key: string; id: string },
): number => compare(a.sort_key, b.sort_key) || compare(a.id, b.id);

/** The key for moving a row to a place of an ordered list that no longer holds it. */
export const sortKeyAt = (others: readonly { sort_key: string }[], index: number): string => {
  const before = others[index - 1]?.sort_key ?? null;
  // Neighbours with the same key (two devices, same gap) leave no room: go before the next other one.
  const after = others.slice(index).find(({ sort_key }) => before === null || sort_key > before);
  return sortKeyBetween(before, after?.sort_key ?? null);
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const digit = (key: string, index: number, otherwise: number): number => {
  if (index >= key.length) return otherwise;
  const value = DIGITS.indexOf(key.charAt(index));
  assert(value >= 0, `"${key}" is a sort key`);
  return value;
};
