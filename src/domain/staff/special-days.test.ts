import { describe, expect, test } from 'vitest';
import type { MinuteRange } from '#domain/rows.ts';
import { validate } from '#domain/validation/validate.ts';
import { closedRanges, specialDaysSchema, specialSpans } from './special-days.ts';

const closed = (id: string, on_day: string, more = {}) => ({
  id,
  staff_id: null,
  on_day,
  kind: 'closed' as const,
  ranges: [],
  note: 'Holidays',
  ...more,
});

describe('special days', () => {
  test('in a row and alike are one entry; people’s own days and the past are left out', () => {
    const spans = specialSpans(
      [
        closed('d3', '2026-12-26'),
        closed('d1', '2026-12-24'),
        closed('d2', '2026-12-25'),
        closed('own', '2026-12-27', { staff_id: 'ana' }),
        closed('gap', '2026-12-28'),
        closed('other', '2026-12-29', { note: 'Stocktaking' }),
        closed('past', '2026-11-01'),
      ],
      '2026-11-24',
    );
    expect(spans.map(({ ids, firstDay, lastDay }) => [ids, firstDay, lastDay])).toEqual([
      [['d1', 'd2', 'd3'], '2026-12-24', '2026-12-26'],
      [['gap'], '2026-12-28', '2026-12-28'],
      [['other'], '2026-12-29', '2026-12-29'],
    ]);
  });

  test.each([
    ['closed', [[540, 600]], [[0, 1440]]],
    [
      'hours',
      [
        [540, 720],
        [780, 1080],
      ],
      [
        [0, 540],
        [720, 780],
        [1080, 1440],
      ],
    ],
    ['hours', [[0, 1440]], []],
  ] as const)('%s %j leave nobody in %j', (kind, ranges, lost) => {
    expect(closedRanges(kind, ranges as unknown as MinuteRange[])).toEqual(lost);
  });

  test.each([
    [{ last_day: '2026-12-23' }, 'order'],
    [{ last_day: '2027-03-26' }, 'too_long'],
    [{ kind: 'hours' }, 'too_few'],
  ])('%j is refused: %s', (part, rule) => {
    const input = {
      first_day: '2026-12-24',
      last_day: '2026-12-24',
      kind: 'closed',
      ranges: [],
      note: null,
      ...part,
    };
    const checked = validate(specialDaysSchema, input);
    expect(checked.ok ? null : checked.error.rule).toBe(rule);
  });
});
