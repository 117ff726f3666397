import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AppointmentStatus } from '#domain/rows.ts';
import {
  appointmentSpan,
  busyOffsets,
  busyRanges,
  clashes,
  segmentEnd,
  visibleMinutes,
} from './busy.ts';
import { changeStatus, isLateCancellation } from './change-status.ts';
import { APPOINTMENT_STATUSES, TRANSITIONS, blocksTime, isFinished, nextStep } from './status.ts';

const lengths = {
  duration_min: 30,
  processing_min: 0,
  finishing_min: 0,
  buffer_before_min: 0,
  buffer_after_min: 0,
  processing_bookable: true,
};

describe('when a segment keeps somebody busy', () => {
  test.each([
    [{}, [[0, 30]]],
    [{ buffer_before_min: 10, buffer_after_min: 5 }, [[-10, 35]]],
    [
      { processing_min: 20, finishing_min: 15, buffer_after_min: 5 },
      [
        [0, 30],
        [50, 70],
      ],
    ],
    [{ processing_min: 20, finishing_min: 15, processing_bookable: false }, [[0, 65]]],
    [{ processing_min: 20 }, [[0, 30]]],
    [
      { processing_min: 20, buffer_after_min: 10 },
      [
        [0, 30],
        [50, 60],
      ],
    ],
  ])('%j: %j', (more, expected) => expect(busyOffsets({ ...lengths, ...more })).toEqual(expected));

  test('the client sees work, processing and finishing, not the buffers', () => {
    const segment = {
      ...lengths,
      processing_min: 20,
      finishing_min: 15,
      buffer_after_min: 60,
      starts_at: '2027-03-14T06:30:00+00:00',
    };
    expect(visibleMinutes(segment)).toBe(65);
    expect(segmentEnd(segment)).toBe('2027-03-14T07:35:00+00:00');
    expect(busyRanges(segment)[1]![1] - busyRanges(segment)[0]![0]).toBe(125);
  });

  test('an appointment spans its segments, in whatever order they come', () => {
    const segments = [
      { starts_at: '2027-03-14T08:00:00+00:00', ends_at: '2027-03-14T08:30:00+00:00' },
      { starts_at: '2027-03-14T06:00:00+00:00', ends_at: '2027-03-14T09:00:00+00:00' },
    ];
    expect(appointmentSpan(segments)).toEqual({
      starts_at: '2027-03-14T06:00:00+00:00',
      ends_at: '2027-03-14T09:00:00+00:00',
    });
  });

  test('two people never clash, touching is not overlapping, and nobody clashes with themselves', () => {
    const at = (staffId: string, row: string, start: number, end: number) => ({
      staffId,
      row,
      range: [start, end] as [number, number],
    });
    const wanted = [at('ana', 'mine', 10, 20)];
    expect(
      clashes(wanted, [
        at('ben', 'x', 10, 20),
        at('ana', 'y', 0, 10),
        at('ana', 'z', 20, 30),
        at('ana', 'mine', 5, 15),
      ]),
    ).toEqual([]);
    expect(clashes(wanted, [at('ana', 'y', 19, 30)])).toHaveLength(1);
  });
});

describe('the life of an appointment', () => {
  const appointment = (status: AppointmentStatus) => ({
    status,
    starts_at: '2027-03-09T15:00:00+00:00',
    updated_at: '2027-03-09T15:00:00+00:00',
    arrived_at: null,
    started_at: null,
    finished_at: null,
    cancelled_at: null,
    ical_sequence: 0,
  });
  const now = '2027-03-09T15:05:00+00:00';

  test('every step is either legal or refused with its name', () => {
    for (const from of APPOINTMENT_STATUSES) {
      for (const to of APPOINTMENT_STATUSES) {
        const result = changeStatus(appointment(from), to, now);
        expect(result).toMatchObject(
          TRANSITIONS[from].includes(to)
            ? { ok: true, value: { status: to } }
            : { ok: false, error: { code: 'illegal_transition', detail: `${from} to ${to}` } },
        );
      }
    }
  });

  test('who was missed is found to have come within a day, not later', () => {
    const missed = { ...appointment('no_show'), updated_at: '2027-03-08T15:05:00+00:00' };
    expect(changeStatus(missed, 'completed', now)).toMatchObject({
      value: { status: 'completed', finished_at: now },
    });
    expect(changeStatus(missed, 'completed', '2027-03-09T15:06:00+00:00')).toMatchObject({
      error: { code: 'undo_expired' },
    });
  });

  test('the button offers the way to completion, then nothing', () => {
    const path: AppointmentStatus[] = ['pending'];
    for (let next = nextStep('pending'); next !== null; next = nextStep(next)) path.push(next);
    expect(path).toEqual(['pending', 'booked', 'arrived', 'in_service', 'completed']);
    for (const status of APPOINTMENT_STATUSES)
      expect(nextStep(status) === null).toBe(isFinished(status));
  });

  test('what is finished without having happened takes no time', () => {
    const blocking = APPOINTMENT_STATUSES.filter((status) => blocksTime(status, false));
    expect(blocking).toEqual(['booked', 'arrived', 'in_service', 'completed']);
    expect(blocksTime('pending', true)).toBe(true);
  });

  test('coming back to booked leaves no stamp behind', () =>
    fc.assert(
      fc.property(fc.constantFrom(...APPOINTMENT_STATUSES), (status) => {
        fc.pre(TRANSITIONS[status].includes('booked') && status !== 'pending');
        const result = changeStatus(
          { ...appointment(status), arrived_at: now, started_at: now },
          'booked',
          now,
        );
        expect(result).toMatchObject({
          value: {
            arrived_at: null,
            started_at: null,
            finished_at: null,
            cancelled_at: null,
            cancel_late: false,
          },
        });
      }),
    ));

  test.each([
    ['2027-03-09T14:59:00+00:00', 0, false],
    ['2027-03-09T15:01:00+00:00', 0, true],
    ['2027-03-08T15:00:00+00:00', 1440, false],
    ['2027-03-08T15:01:00+00:00', 1440, true],
  ])('cancelled at %s with %i minutes of notice is late: %s', (at, notice, late) =>
    expect(isLateCancellation('2027-03-09T15:00:00+00:00', at, notice)).toBe(late),
  );

  test('elapsed hours count over a change of the clocks', () => {
    // 24 elapsed hours before 12:00 on the day with 23 hours is 11:00 the day before.
    expect(isLateCancellation('2027-03-14T16:00:00+00:00', '2027-03-13T16:00:00+00:00', 1440)).toBe(
      false,
    );
    expect(isLateCancellation('2027-03-14T16:00:00+00:00', '2027-03-13T17:00:00+00:00', 1440)).toBe(
      true,
    );
  });
});
