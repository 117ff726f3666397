import { expect, test } from 'vitest';
import { comesAlong, groupSizes, isOrganiser } from './group.ts';

test('a group is as large as those who come', () => {
  const of = (group_id: string | null, status: 'booked' | 'cancelled' | 'no_show') => ({
    group_id,
    status,
  });
  const rows = [
    of('a', 'booked'),
    of('a', 'no_show'),
    of('a', 'cancelled'),
    of(null, 'booked'),
    of('b', 'cancelled'),
  ];
  expect(groupSizes(rows)).toEqual(new Map([['a', 2]]));
  expect([comesAlong('completed'), comesAlong('declined'), comesAlong('expired')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('the first of a group has organised it', () => {
  expect(isOrganiser({ id: 'a', group_id: 'a' })).toBe(true);
  expect(isOrganiser({ id: 'b', group_id: 'a' })).toBe(false);
  expect(isOrganiser({ id: 'b', group_id: null })).toBe(false);
});
