import { describe, expect, it } from 'vitest';
import type { WorkLengths } from '#domain/appointments/busy.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { offeredStarts, rulesFor } from './gap-mode.ts';
import type { GapRules } from './gap-mode.ts';
import { findSlots } from './slots.ts';
import type { Need, SlotRequest, StaffFree } from './slots.ts';

const DAY = Date.UTC(2027, 2, 12) / 60_000;
/** Minutes of a day in UTC from hours. */
const at = (hour: number, day = 0): number => DAY + day * 1440 + hour * 60;
const work = (duration_min: number, more: Partial<WorkLengths> = {}): WorkLengths => ({
  duration_min,
  processing_min: 0,
  finishing_min: 0,
  buffer_before_min: 0,
  buffer_after_min: 0,
  processing_bookable: true,
  ...more,
});
const by = (lengths: WorkLengths, ...staff: string[]): Need => ({
  by: staff.map((staffId) => ({ staffId, lengths })),
});
const offered = (
  staff: StaffFree[],
  needs: Need[],
  rules: Partial<GapRules> = {},
  more: Partial<SlotRequest> = {},
) => {
  const request: SlotRequest = {
    staff,
    needs,
    zone: zoneOf('UTC'),
    stepMin: 15,
    maxGapMin: 0,
    from: DAY - 1440,
    to: DAY + 3 * 1440,
    ...more,
  };
  const found = offeredStarts(request, findSlots(request), {
    gap_mode: 'strict',
    shortest_min: 30,
    ...rules,
  });
  const words = (starts: Iterable<number>): string[] =>
    [...starts].map((start) => new Date(start * 60_000).toISOString().slice(8, 16));
  return { starts: words(found.starts), suggested: words(found.suggested) };
};
/** From nine to eleven. */
const ANA = { id: 'ana', free: [at(9), at(11)] };
const HALF_HOUR = [by(work(30), 'ana')];

describe('starts and the gaps that they would leave', () => {
  it('all are offered alike when gaps do not matter', () =>
    expect(offered([ANA], HALF_HOUR, { gap_mode: 'off' })).toEqual({
      starts: expect.objectContaining({ length: 7 }),
      suggested: [],
    }));

  it('strict leaves out those beside which nothing could be done', () =>
    expect(offered([ANA], HALF_HOUR).starts).toEqual([
      '12T09:00',
      '12T09:30',
      '12T09:45',
      '12T10:00',
      '12T10:30',
    ]));

  it('a rest may be as long as the shortest service, buffers included', () => {
    const buffered = [by(work(30, { buffer_before_min: 15, buffer_after_min: 15 }), 'ana')];
    expect(offered([ANA], buffered, { shortest_min: 60 }).starts).toEqual(['12T09:15', '12T10:15']);
    expect(offered([ANA], buffered, { shortest_min: 15 }).starts).toHaveLength(5);
  });

  it('strict shows everything on a day that has nothing better', () => {
    const narrow = { id: 'ana', free: [at(9) + 5, at(10), at(9, 1), at(10, 1)] };
    const [first, ...rest] = offered([narrow], HALF_HOUR).starts;
    expect([first, rest]).toEqual(['12T09:15', ['12T09:30', '13T09:00', '13T09:30']]);
    const tight = { id: 'ana', free: [at(9) + 10, at(10) - 5] };
    expect(offered([tight], HALF_HOUR).starts).toEqual(['12T09:15']);
  });

  it('what lies before the first minute that can be booked is no gap', () =>
    expect(offered([ANA], HALF_HOUR, {}, { from: at(9) + 10 }).starts).toEqual([
      '12T09:15',
      '12T09:30',
      '12T09:45',
      '12T10:00',
      '12T10:30',
    ]));

  it('prefer offers all and suggests those right beside something', () =>
    expect(offered([ANA], HALF_HOUR, { gap_mode: 'prefer' })).toEqual({
      starts: expect.objectContaining({ length: 7 }),
      suggested: ['12T09:00', '12T10:30'],
    }));

  it('suggests nothing where everything could be suggested', () => {
    const exact = { id: 'ana', free: [at(9), at(9) + 30] };
    expect(offered([exact], HALF_HOUR, { gap_mode: 'prefer' })).toEqual({
      starts: ['12T09:00'],
      suggested: [],
    });
  });

  it('of several people one without a gap is enough', () => {
    const ben = { id: 'ben', free: [at(9) + 15, at(11)] };
    const anybody = [by(work(30), 'ana', 'ben')];
    expect(offered([ANA, ben], anybody).starts).toContain('12T09:15');
    expect(offered([ANA, ben], HALF_HOUR).starts).not.toContain('12T09:15');
  });

  it('of services in a row the gaps of everybody who serves count', () => {
    const ben = { id: 'ben', free: [at(9) + 15, at(11)] };
    const row = [by(work(30), 'ana'), by(work(30), 'ben')];
    // At 9:00 Ben would have 15 minutes before him, at 9:15 Ana would, at 9:45 Ben after him.
    expect(offered([ANA, ben], row).starts).toEqual(['12T09:30', '12T10:00']);
  });

  it.each([
    ['off', 'strict', true, 'strict'],
    ['off', 'strict', false, 'off'],
    ['strict', 'off', true, 'off'],
    ['strict', null, true, 'strict'],
    ['prefer', undefined, true, 'prefer'],
  ] as const)('%s, %s for those who return: %s is %s', (gap_mode, returning, isReturning, mode) =>
    expect(
      rulesFor(
        { gap_mode, ...(returning !== undefined && { gap_mode_returning: returning }) },
        isReturning,
      ).gap_mode,
    ).toBe(mode),
  );

  it('without a shortest service the request itself is the measure', () =>
    expect(offered([ANA], [by(work(60), 'ana')], { shortest_min: null }).starts).toEqual([
      '12T09:00',
      '12T10:00',
    ]));
});
