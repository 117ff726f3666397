import { expect, test } from 'vitest';
import type { AnyRow } from '#domain/rows.ts';
import { applyOp } from './apply-op.ts';
import { coalesce } from './coalesce.ts';
import { addOp, deleteOp, orderOps, patchOp, removeOp, type Op } from './op.ts';

const context = { businessId: 'b', userId: 'u', at: '2026-11-21T09:00:00+00:00' };
const client = {
  id: 'c',
  business_id: 'b',
  rev: 7,
  created_at: '2026-01-01T00:00:00+00:00',
  updated_at: '2026-01-01T00:00:00+00:00',
  created_by: 'someone',
  first_name: 'Ada',
  tags: ['vip'],
} as AnyRow;
const put: Op = { table: 'clients', id: 'c', op: 'put', value: { first_name: 'Ada', tags: [] } };

test('a put makes a row that the server has not seen: rev 0', () => {
  expect(applyOp(undefined, put, context)).toEqual({
    id: 'c',
    business_id: 'b',
    rev: 0,
    created_at: context.at,
    updated_at: context.at,
    created_by: 'u',
    first_name: 'Ada',
    tags: [],
  });
});

test('a put over an existing row keeps its origin and fields this version does not know', () => {
  const row = applyOp({ ...client, new_field: 1 }, put, context);
  expect(row).toMatchObject({ rev: 7, created_by: 'someone', new_field: 1, tags: [] });
});

test('a patch changes only what it names and does nothing to a missing row', () => {
  const patch = patchOp('clients', 'c', { first_name: 'Grace' });
  expect(applyOp(client, patch, context)).toMatchObject({ first_name: 'Grace', tags: ['vip'] });
  expect(applyOp(undefined, patch, context)).toBeUndefined();
  expect(client['first_name']).toBe('Ada');
});

test('sets take and lose elements; twice is once', () => {
  const add = addOp('clients', 'c', 'tags', 'late');
  const once = applyOp(client, add, context);
  expect(once).toMatchObject({ tags: ['vip', 'late'] });
  expect(applyOp(once, add, context)).toMatchObject({ tags: ['vip', 'late'] });
  const gone = applyOp(once, removeOp('clients', 'c', 'tags', 'vip'), context);
  expect(gone).toMatchObject({ tags: ['late'] });
  expect(applyOp({ ...client, tags: null }, add, context)).toMatchObject({ tags: ['late'] });
});

test('a delete leaves nothing', () => {
  expect(applyOp(client, deleteOp('clients', 'c'), context)).toBeUndefined();
});

test('puts go from parent to child, deletes from child to parent, changes in between', () => {
  const ops: Op[] = [
    deleteOp('clients', '1'),
    deleteOp('appointments', '2'),
    patchOp('clients', '3', {}),
    { table: 'appointment_segments', id: '4', op: 'put', value: {} },
    { table: 'appointments', id: '5', op: 'put', value: {} },
  ];
  expect(orderOps(ops).map((op) => op.id)).toEqual(['5', '4', '3', '2', '1']);
});

const typed = (value: Record<string, unknown>, second: number, extra: object = {}) => ({
  name: 'client.edit',
  at: `2026-11-21T09:00:${String(second).padStart(2, '0')}+00:00`,
  base_rev: 3,
  ops: [{ table: 'clients' as const, id: 'c', op: 'patch' as const, value }],
  ...extra,
});

test('[SYN-6] two quick edits of one row travel as one, the later value wins', () => {
  expect(coalesce(typed({ note: 'a', phone: '1' }, 0), typed({ note: 'ab' }, 3))).toEqual([
    { table: 'clients', id: 'c', op: 'patch', value: { note: 'ab', phone: '1' } },
  ]);
});

test.each([
  ['another name', typed({}, 1, { name: 'client.archive' })],
  ['another base', typed({}, 1, { base_rev: 4 })],
  ['eleven seconds later', typed({}, 11)],
  ['another row', typed({}, 1, { ops: [patchOp('clients', 'd', {})] })],
  ['a put', typed({}, 1, { ops: [put] })],
  ['more rows', typed({}, 1, { ops: [patchOp('clients', 'c', {}), patchOp('staff', 's', {})] })],
])('[SYN-6] edits stay apart: %s', (_why, next) => {
  expect(coalesce(typed({ note: 'a' }, 0), next)).toBeNull();
});
