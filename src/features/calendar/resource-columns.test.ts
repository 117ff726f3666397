import { describe, expect, it } from 'vitest';
import type { ResourcePoolRow, ResourceRow } from '#domain/rows.ts';
import type { AppointmentItem, DayItems } from './items.ts';
import { givesWay, hasResources, resourceColumns } from './resource-columns.ts';

const BORN = { business_id: 'b', rev: 1, created_at: '', updated_at: '', created_by: null };
const pool = (id: string, more: Partial<ResourcePoolRow> = {}): ResourcePoolRow => ({
  ...BORN,
  id,
  name: id,
  sort_key: id,
  status: 'active',
  ...more,
});
const room = (id: string, pool_id: string, more: Partial<ResourceRow> = {}): ResourceRow => ({
  ...BORN,
  id,
  pool_id,
  name: id,
  out_from: null,
  out_until: null,
  out_note: null,
  sort_key: id,
  status: 'active',
  ...more,
});
const day = '2026-11-24';
const nine = { start: 540, end: 1020 };
const visit = (key: string, start: number, resourceIds: string[]) =>
  ({
    kind: 'appointment',
    key,
    id: key,
    start,
    end: start + 60,
    hole: null,
    resourceIds,
  }) as unknown as AppointmentItem;
const byDay = (...items: AppointmentItem[]): Map<string, DayItems> =>
  new Map([[day, { items, absences: [] }]]);
const book = {
  pools: [pool('chairs'), pool('rooms'), pool('gone', { status: 'archived' })],
  resources: [
    room('chair 1', 'chairs'),
    room('old chair', 'chairs', { status: 'archived' }),
    room('room 1', 'rooms', { out_from: day, out_until: day }),
    room('sauna', 'gone'),
  ],
};

describe('columns by room', () => {
  const columnsOf = (...items: AppointmentItem[]) =>
    resourceColumns(book, [day], byDay(...items), () => [nine]).map(
      ({ resourceId, boxes, work, staffId }) => ({
        resourceId,
        keys: boxes.map(({ item }) => item.key),
        isOpen: work.length > 0,
        staffId,
      }),
    );

  it('are what is in use, pool by pool, closed while out of service', () => {
    expect(columnsOf()).toEqual([
      { resourceId: 'chair 1', keys: [], isOpen: true, staffId: null },
      { resourceId: 'room 1', keys: [], isOpen: false, staffId: null },
    ]);
  });

  it('show a visit in each room that it has, in the order of time', () => {
    const columns = columnsOf(
      visit('late', 700, ['chair 1']),
      visit('two', 600, ['chair 1', 'room 1']),
    );
    expect(columns.map(({ keys }) => keys)).toEqual([['two', 'late'], ['two']]);
  });

  it('have one for what is archived only while something stands in it, and one for no room', () => {
    const columns = columnsOf(visit('past', 600, ['old chair']), visit('nowhere', 600, []));
    expect(columns.map(({ resourceId, keys }) => [resourceId, ...keys])).toEqual([
      ['chair 1'],
      ['room 1'],
      ['old chair', 'past'],
      [null, 'nowhere'],
    ]);
  });

  it('put two that share a room side by side', () => {
    const [chair] = resourceColumns(
      book,
      [day],
      byDay(visit('a', 600, ['chair 1']), visit('b', 630, ['chair 1'])),
      () => [nine],
    );
    expect(chair?.boxes.map(({ left, width }) => [left, width])).toEqual([
      [0, 0.5],
      [0.5, 0.5],
    ]);
  });
});

it('what gives way to another room is one of the same pool', () => {
  expect(givesWay(book, ['chair 1', 'room 1'], 'old chair')).toBe('chair 1');
  expect(givesWay(book, ['room 1'], 'chair 1')).toBeNull();
  expect(givesWay(book, ['chair 1'], 'chair 1')).toBeNull();
});

it('without anything in use there is nothing to choose', () => {
  expect(hasResources(book)).toBe(true);
  expect(hasResources({ pools: book.pools, resources: [room('sauna', 'gone')] })).toBe(false);
});
