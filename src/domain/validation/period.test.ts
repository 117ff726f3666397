import { expect, test } from 'vitest';
import { blockSchema } from '#domain/blocks/schema.ts';
import { timeOffSchema } from '#domain/staff/schema.ts';
import { validate } from './validate.ts';

const about = { reason_id: null, note: null };
const block = { ...about, staff_id: null, all_day: false, blocks_online: true };
const from = '2027-03-01T00:00:00+00:00';

test.each([
  [
    'a block',
    (ends_at: unknown) => validate(blockSchema, { ...block, starts_at: from, ends_at }),
    31 * 1440 + 60,
  ],
  [
    'time off',
    (ends_at: unknown) =>
      validate(timeOffSchema, { ...about, staff_id: 'ana', starts_at: from, ends_at }),
    366 * 1440,
  ],
] as const)('%s ends after it starts, and not too late', (_, check, longestMin) => {
  const after = (minutes: number): string =>
    new Date(Date.parse(from) + minutes * 60_000).toISOString().replace('.000Z', '+00:00');
  const fault = (ends_at: unknown) => {
    const result = check(ends_at);
    return result.ok ? null : [result.error.field, result.error.rule];
  };
  expect(fault(after(1))).toBeNull();
  expect(fault(after(longestMin))).toBeNull();
  expect(fault(after(0))).toEqual(['ends_at', 'order']);
  expect(fault(after(-1))).toEqual(['ends_at', 'order']);
  expect(fault(after(longestMin + 1))).toEqual(['ends_at', 'too_long']);
  expect(fault('soon')).toEqual(['ends_at', 'not_a_time']);
  expect(fault(7)).toEqual(['ends_at', 'not_a_time']);
});
