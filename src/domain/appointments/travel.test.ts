import { describe, expect, test } from 'vitest';
import { busyRanges } from './busy.ts';
import { NO_TRAVEL, travelOf, withTravel } from './travel.ts';

const segment = (staff_id: string, starts_at: string, more = {}) => ({
  staff_id,
  starts_at: `2027-03-09T${starts_at}:00+00:00`,
  duration_min: 30,
  processing_min: 0,
  finishing_min: 0,
  buffer_before_min: 0,
  buffer_after_min: 0,
  travel_before_min: 0,
  travel_after_min: 0,
  processing_bookable: true,
  ...more,
});
const buffers = (list: ReturnType<typeof segment>[]) =>
  list.map((one) => [
    one.buffer_before_min,
    one.travel_before_min,
    one.buffer_after_min,
    one.travel_after_min,
  ]);

describe('travel to a visit', () => {
  test('keeps its person busy before and after, beside the buffers of the work', () => {
    const [visit] = withTravel([segment('ana', '10:00', { buffer_after_min: 10 })], {
      before: 25,
      after: 15,
    });
    expect(buffers([visit!])).toEqual([[25, 25, 25, 15]]);
    const [[from, to]] = busyRanges(visit!) as [[number, number]];
    expect(to - from).toBe(25 + 30 + 10 + 15);
  });

  test('of several services only the first and the last have travel, for each person', () => {
    const visit = withTravel(
      [segment('ana', '10:00'), segment('ben', '10:30'), segment('ana', '11:00')],
      { before: 20, after: 5 },
    );
    expect(buffers(visit)).toEqual([
      [20, 20, 0, 0],
      [20, 20, 5, 5],
      [0, 0, 5, 5],
    ]);
    expect(travelOf(visit)).toEqual({ before: 20, after: 5 });
  });

  test('can be changed and taken away again, the work’s own buffers stay', () => {
    const own = [segment('ana', '10:00', { buffer_before_min: 5, buffer_after_min: 10 })];
    const there = withTravel(own, { before: 30, after: 0 });
    expect(buffers(withTravel(there, { before: 45, after: 20 }))).toEqual([[50, 45, 30, 20]]);
    expect(withTravel(there, NO_TRAVEL)).toEqual(own);
  });

  test('never makes a buffer longer than buffers may be', () => {
    const long = withTravel([segment('ana', '10:00', { buffer_before_min: 60 })], {
      before: 480,
      after: 0,
    });
    expect(buffers(long)).toEqual([[480, 420, 0, 0]]);
  });

  test('rows from before there was travel have none', () => {
    const { travel_before_min: _b, travel_after_min: _a, ...old } = segment('ana', '10:00');
    expect(travelOf([old])).toEqual(NO_TRAVEL);
  });
});
