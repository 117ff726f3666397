import { describe, expect, it } from 'vitest';
import { columnsOf, fillColumns } from './columns.ts';
import type { CalendarItem, DayItems } from './items.ts';

const nine = { start: 540, end: 1020 };
const work = () => [nine];
const item = (key: string, staffId: string | null, start: number, end: number) =>
  ({ kind: 'block', key, id: key, staffId, start, end }) as CalendarItem;
const day = '2026-11-24';
const byDay = (items: CalendarItem[]): Map<string, DayItems> =>
  new Map([[day, { items, absences: [] }]]);
const keys = (column: { boxes: { item: CalendarItem }[] } | undefined) =>
  column?.boxes.map(({ item: { key } }) => key);

describe('columnsOf', () => {
  it('has one column per person in the day view', () => {
    expect(columnsOf('day', [day], ['mia', 'leo'], work).map(({ staffId }) => staffId)).toEqual([
      'mia',
      'leo',
    ]);
  });

  it('has one column per day in longer views, shared when several people are shown', () => {
    const days = [day, '2026-11-25'];
    expect(columnsOf('week', days, ['mia', 'leo'], work).map(({ staffId }) => staffId)).toEqual([
      null,
      null,
    ]);
    expect(columnsOf('week', days, ['mia'], work)[1]).toMatchObject({
      day: '2026-11-25',
      staffId: 'mia',
      work: [nine],
    });
  });
});

describe('fillColumns', () => {
  const items = [
    item('late', 'mia', 700, 760),
    item('early', 'mia', 600, 660),
    item('other', 'leo', 600, 660),
    item('all', null, 720, 780),
  ];

  it('gives everybody their own items, in the order of time', () => {
    const columns = columnsOf('day', [day], ['mia', 'leo'], work);
    const [mia, leo] = fillColumns(columns, byDay(items), new Set(['mia', 'leo']));
    expect(keys(mia)).toEqual(['early', 'late', 'all']);
    expect(keys(leo)).toEqual(['other', 'all']);
  });

  it('puts people side by side when they share a column', () => {
    const columns = columnsOf('week', [day], ['mia', 'leo'], work);
    const [column] = fillColumns(columns, byDay(items), new Set(['mia', 'leo']));
    expect(column?.boxes.slice(0, 2).map(({ left, width }) => [left, width])).toEqual([
      [0, 0.5],
      [0.5, 0.5],
    ]);
  });

  it('gives each of several people a lane of their own in a shared column, in the order of the team', () => {
    const team = ['zoe', 'mia', 'leo', 'ann'];
    const columns = columnsOf('week', [day], team, work);
    const crowd = [...items, item('first', 'zoe', 500, 530), item('twice', 'mia', 610, 640)];
    const [column] = fillColumns(columns, byDay(crowd), new Set(team));
    const places = column?.boxes.map(({ item: { key }, left, width }) => [key, left, width]);
    // Zoe, Mia, Leo and what is everybody's; Ann has nothing, and so no lane.
    expect(places).toEqual([
      ['first', 0, 0.25],
      ['early', 0.25, 0.125],
      ['other', 0.5, 0.25],
      ['twice', 0.375, 0.125],
      ['late', 0.25, 0.25],
      ['all', 0.75, 0.25],
    ]);
    expect(column?.boxes.every(({ isInLane }) => isInLane)).toBe(true);
  });

  it('leaves out people who are not shown', () => {
    const columns = columnsOf('week', [day], ['leo'], work);
    const [column] = fillColumns(columns, byDay(items), new Set(['leo']));
    expect(keys(column)).toEqual(['other', 'all']);
  });
});
