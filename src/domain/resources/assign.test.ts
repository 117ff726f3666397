import { describe, expect, test } from 'vitest';
import type { ResourceRow } from '#domain/rows.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { assignResources, type ResourcePart, type TakenResource } from './assign.ts';
import { outState } from './out-of-service.ts';

const BORN = { business_id: 'b', rev: 1, created_at: '', updated_at: '', created_by: null };
const room = (id: string, more: Partial<ResourceRow> = {}): ResourceRow => ({
  ...BORN,
  id,
  pool_id: 'rooms',
  name: id,
  out_from: null,
  out_until: null,
  out_note: null,
  sort_key: id,
  status: 'active',
  ...more,
});
const book = (...resources: ResourceRow[]) => ({
  zone: zoneOf('America/New_York'),
  pools: [{ id: 'rooms', name: 'Rooms', status: 'active' as const }],
  resources,
});
const part = (startsAt: string, more: Partial<ResourcePart> = {}): ResourcePart => ({
  starts_at: startsAt,
  duration_min: 60,
  processing_min: 0,
  finishing_min: 0,
  buffer_before_min: 0,
  buffer_after_min: 0,
  processing_bookable: true,
  resource_needs: [{ pool_id: 'rooms', qty: 1 }],
  resource_ids: [],
  resource_fixed: false,
  ...more,
});
const TEN = '2027-03-09T15:00:00+00:00';
const ELEVEN = '2027-03-09T16:00:00+00:00';
const taken = (resourceId: string, at: string, more: Partial<TakenResource> = {}) => ({
  resourceId,
  range: [epochMinOf(at), epochMinOf(at) + 60] as [number, number],
  appointmentId: `visit in ${resourceId}`,
  overlap: false,
  ...more,
});
const ids = (parts: ResourcePart[], rooms: ResourceRow[], busy: TakenResource[] = []) =>
  assignResources(parts, book(...rooms), busy).map(({ resourceIds }) => resourceIds);

describe('what is missing is picked', () => {
  test('the first one of the list that is free', () => {
    expect(ids([part(TEN)], [room('1'), room('2')])).toEqual([['1']]);
    expect(ids([part(TEN)], [room('1'), room('2')], [taken('1', TEN)])).toEqual([['2']]);
    expect(ids([part(ELEVEN)], [room('1'), room('2')], [taken('1', TEN)])).toEqual([['1']]);
  });

  test('the parts of one visit stay in one room where they can', () => {
    const rooms = [room('1'), room('2')];
    expect(ids([part(TEN), part(ELEVEN)], rooms, [taken('1', ELEVEN)])).toEqual([['1'], ['2']]);
    expect(ids([part(TEN), part(ELEVEN)], rooms, [taken('1', TEN)])).toEqual([['2'], ['2']]);
  });

  test('what somebody shares on purpose comes last', () => {
    const rooms = [room('1'), room('2')];
    expect(ids([part(TEN)], rooms, [taken('1', TEN, { overlap: true })])).toEqual([['2']]);
    expect(ids([part(TEN)], rooms, [taken('1', TEN, { overlap: true }), taken('2', TEN)])).toEqual([
      ['1'],
    ]);
  });

  test('two of them are two different ones, or none', () => {
    const two = part(TEN, { resource_needs: [{ pool_id: 'rooms', qty: 2 }] });
    expect(ids([two], [room('1'), room('2'), room('3')], [taken('2', TEN)])).toEqual([['1', '3']]);
    const [found] = assignResources([two], book(room('1'), room('2')), [taken('2', TEN)]);
    expect(found).toEqual({
      resourceIds: [],
      missing: [{ poolId: 'rooms', takenBy: ['visit in 2'] }],
    });
  });

  test('nothing of an archived pool, and nothing is asked for without needs', () => {
    const archived = {
      ...book(room('1')),
      pools: [{ id: 'rooms', name: '', status: 'archived' as const }],
    };
    expect(assignResources([part(TEN)], archived, [])).toEqual([{ resourceIds: [], missing: [] }]);
    const { resource_needs: _needs, resource_ids: _ids, ...old } = part(TEN);
    expect(ids([old], [room('1')])).toEqual([[]]);
  });
});

describe('what it has', () => {
  test('is swapped when it is taken, unless a person chose it', () => {
    const auto = part(TEN, { resource_ids: ['1'] });
    const rooms = [room('1'), room('2')];
    expect(ids([auto], rooms, [taken('1', TEN)])).toEqual([['2']]);
    const fixed = { ...auto, resource_fixed: true };
    expect(assignResources([fixed], book(...rooms), [taken('1', TEN)])).toEqual([
      { resourceIds: ['1'], missing: [{ poolId: 'rooms', takenBy: ['visit in 1'] }] },
    ]);
    expect(ids([fixed], rooms)).toEqual([['1']]);
  });

  test('is left when it is out of service, unless it stands there or was chosen', () => {
    const rooms = [room('1', { out_from: '2027-03-09', out_until: '2027-03-09' }), room('2')];
    const auto = part(TEN, { resource_ids: ['1'] });
    expect(ids([auto], rooms)).toEqual([['2']]);
    expect(ids([{ ...auto, resource_fixed: true }], rooms)).toEqual([['1']]);
    const [stays] = assignResources([auto], book(...rooms), [], () => true);
    expect(stays?.resourceIds).toEqual(['1']);
  });
});

test('out of service is whole days of the business, both included', () => {
  const rooms = [room('1', { out_from: '2027-03-09', out_until: '2027-03-10' })];
  const at = (instant: string) => ids([part(instant)], rooms)[0]!.length > 0;
  expect([
    at('2027-03-09T03:00:00+00:00'), // 22:00 on the 8th
    at('2027-03-09T04:30:00+00:00'), // 23:30, into the 9th
    at('2027-03-11T04:59:00+00:00'), // 23:59 on the 10th
    at('2027-03-11T05:00:00+00:00'), // midnight
  ]).toEqual([true, false, false, true]);
  const [out] = assignResources([part(TEN)], book(...rooms), []);
  expect(out?.missing).toEqual([{ poolId: 'rooms', takenBy: [] }]);
  const state = (out_from: string | null, out_until: string | null) =>
    outState({ out_from, out_until }, '2027-03-09');
  expect([
    state(null, null),
    state('2027-03-09', null),
    state('2027-03-01', '2027-03-08'),
    state('2027-03-10', null),
    state('2027-03-01', '2027-03-09'),
  ]).toEqual(['in_service', 'out', 'in_service', 'out_later', 'out']);
});
