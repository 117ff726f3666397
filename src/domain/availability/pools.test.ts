import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { atLeast, resourceStarts } from './pools.ts';
import { findSlots, planAt } from './slots.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { covers, windowsOf } from './windows.ts';

const work = (minutes: number, more: object = {}) => ({
  duration_min: minutes,
  processing_min: 0,
  finishing_min: 0,
  buffer_before_min: 0,
  buffer_after_min: 0,
  processing_bookable: true,
  ...more,
});
const chair = (id: string, ...free: number[]) => ({ id, pool_id: 'chairs', free });

test('what lies in at least so many sets is what one counts minute by minute', () => {
  const sets = fc.array(
    fc
      .array(fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 15 })), { maxLength: 4 })
      .map((pairs) => windowsOf(pairs.map(([start, size]) => [start, start + size]))),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(sets, fc.integer({ min: 1, max: 3 }), (all, least) => {
      const found = atLeast(all, least);
      for (let minute = 0; minute < 60; minute += 1) {
        const count = all.filter((one) => covers(one, minute, minute + 1)).length;
        expect(covers(found, minute, minute + 1)).toBe(count >= least);
      }
      // Sorted, apart, none empty: windows like any other.
      for (let i = 1; i < found.length; i += 1) expect(found[i]).toBeGreaterThan(found[i - 1]!);
    }),
  );
});

describe('starts of work that needs rooms', () => {
  test('one room has to be free all the while: two halves of two rooms are none', () => {
    const needs = [{ pool_id: 'chairs', qty: 1 }];
    expect(resourceStarts(needs, work(60), [chair('a', 0, 40), chair('b', 40, 120)])).toEqual([
      40, 61,
    ]);
  });

  test('the room is taken from the first buffer to the last one, processing time included', () => {
    const long = work(20, { processing_min: 30, finishing_min: 10, buffer_before_min: 5 });
    const needs = [{ pool_id: 'chairs', qty: 1 }];
    expect(resourceStarts(needs, long, [chair('a', 0, 65)])).toEqual([5, 6]);
    expect(resourceStarts(needs, long, [chair('a', 0, 64)])).toEqual([]);
  });

  test('two of a pool, and one of each of two pools', () => {
    const two = [{ pool_id: 'chairs', qty: 2 }];
    const chairs = [chair('a', 0, 60), chair('b', 30, 90), chair('c', 50, 100)];
    expect(resourceStarts(two, work(20), chairs)).toEqual([30, 41, 50, 71]);
    const both = [
      { pool_id: 'chairs', qty: 1 },
      { pool_id: 'rooms', qty: 1 },
    ];
    expect(
      resourceStarts(both, work(20), [
        chair('a', 0, 60),
        { id: 'r', pool_id: 'rooms', free: [30, 100] },
      ]),
    ).toEqual([30, 41]);
    expect(resourceStarts(both, work(20), [chair('a', 0, 60)])).toEqual([]);
  });
});

describe('slots', () => {
  const need = {
    by: [{ staffId: 'ana', lengths: work(30) }],
    resources: [{ pool_id: 'chairs', qty: 1 }],
  };
  const request = {
    staff: [{ id: 'ana', free: [0, 240] }],
    needs: [need, need],
    zone: zoneOf('UTC'),
    stepMin: 30,
    maxGapMin: 15,
    from: 0,
    to: 240,
  };

  test('are offered only while there is a chair for every part', () => {
    expect(findSlots({ ...request, resources: [chair('a', 30, 150)] }).starts).toEqual([
      30, 60, 90,
    ]);
    expect(findSlots({ ...request, resources: [] }).starts).toEqual([]);
    expect(findSlots({ ...request, needs: [{ by: need.by }] }).starts).toHaveLength(8);
  });

  test('a later part waits for its chair, as long as a client may wait', () => {
    const resources = [chair('a', 0, 30), chair('b', 40, 90)];
    expect(planAt({ ...request, resources }, 0)).toEqual([
      { staffId: 'ana', start: 0 },
      { staffId: 'ana', start: 40 },
    ]);
    expect(
      planAt({ ...request, resources: [chair('a', 0, 30), chair('b', 50, 90)] }, 0),
    ).toBeNull();
  });
});
