import { expect, test } from 'vitest';
import { sampleSegment } from '#domain/sample-rows.ts';
import { teamForOneMore, waitBeside } from './group-plan.ts';

/** 45 minutes. */
const cut = (staff_id: string, clock: string, more: object = {}) =>
  sampleSegment({
    appointment_id: '',
    staff_id,
    starts_at: `2027-03-09T${clock}:00+00:00`,
    ...more,
  });

test('all begin together where different people serve them', () => {
  expect(waitBeside([cut('ben', '18:00')], [cut('ana', '18:00')])).toBe(0);
});

test('whom the same person serves comes after all others, past their buffers', () => {
  const others = [cut('ana', '18:00', { buffer_after_min: 10 }), cut('ana', '18:55')];
  expect(waitBeside([cut('ana', '18:00')], others)).toBe(100);
});

test('all services of a visit wait for the one whose person is busy', () => {
  const visit = [cut('ben', '18:00'), cut('ana', '18:45')];
  // Ana is done at 18:50.
  expect(waitBeside(visit, [cut('ana', '18:05')])).toBe(5);
});

test('somebody fits into the time in which a colour works, unless they would be cut in two', () => {
  const colour = cut('ana', '18:00', { duration_min: 30, processing_min: 60, finishing_min: 30 });
  expect(waitBeside([cut('ana', '18:00')], [colour])).toBe(30);
  expect(waitBeside([cut('ana', '18:00', { duration_min: 70 })], [colour])).toBe(120);
});

test('who is alone, or has nothing to do, does not wait', () => {
  expect(waitBeside([cut('ana', '18:00')], [])).toBe(0);
  expect(waitBeside([], [cut('ana', '18:00')])).toBe(0);
});

test('one more is offered who is free first, then who serves the others, then who is busy', () => {
  const team = ['ana', 'ben', 'cem', 'dan'].map((id) => ({ id }));
  const order = teamForOneMore(team, new Set(['ana']), (id) => id === 'cem' || id === 'dan');
  expect(order.map(({ id }) => id)).toEqual(['cem', 'dan', 'ana', 'ben']);
});
