import { describe, expect, it } from 'vitest';
import { planLines } from './day-plan.ts';
import type { AppointmentItem, BlockItem, DayItems } from './items.ts';

const work = [{ start: 540, end: 1020 }];
const visit = (id: string, staffId: string, start: number, end: number, buffer = 0) =>
  ({
    kind: 'appointment',
    id,
    staffId,
    start,
    end,
    bufferBefore: buffer,
    bufferAfter: buffer,
  }) as AppointmentItem;
const block = (staffId: string | null, start: number, end: number) =>
  ({ kind: 'block', id: 'block', staffId, start, end }) as BlockItem;
const lines = (here: DayItems | undefined, hours = work) =>
  planLines('mia', here, hours).map(({ kind, from, until }) => [kind, from, until]);

describe('the lines of a day', () => {
  it('stand in order of time, with the free time between them', () => {
    const items = [visit('b', 'mia', 720, 780), block(null, 660, 720), visit('a', 'mia', 540, 600)];
    expect(lines({ items, absences: [] })).toEqual([
      ['visit', 540, 600],
      ['free', 600, 660],
      ['block', 660, 720],
      ['visit', 720, 780],
      ['free', 780, 1020],
    ]);
  });

  it('name the time of the work, and keep buffers out of the free time', () => {
    expect(lines({ items: [visit('a', 'mia', 540, 660, 15)], absences: [] })).toEqual([
      ['visit', 555, 645],
      ['free', 660, 1020],
    ]);
  });

  it('leave out other people, and rests too short to use', () => {
    const items = [visit('a', 'mia', 550, 1020), visit('b', 'leo', 600, 660)];
    expect(lines({ items, absences: [] })).toEqual([['visit', 550, 1020]]);
  });

  it('have no free time on a day off, but keep what is booked on it', () => {
    const off = { key: 'off', id: 'off', kind: 'time_off' as const, staffId: 'mia' };
    const absence = { ...off, start: 0, end: 1440, name: 'Holiday', note: null };
    const items = [visit('a', 'mia', 600, 660)];
    expect(lines({ items, absences: [{ ...absence, isRequested: false }] })).toEqual([
      ['visit', 600, 660],
    ]);
    expect(lines({ items: [], absences: [{ ...absence, isRequested: true }] })).toEqual([
      ['free', 540, 1020],
    ]);
    expect(lines(undefined, [])).toEqual([]);
  });
});
