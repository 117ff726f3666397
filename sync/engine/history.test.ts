import { expect, test } from 'vitest';
import { deleteOp, type Op } from '#domain/commands/op.ts';
import { DATED_TABLES, type WindowRequest } from '../core/wire.ts';
import { createSmallWorld } from '../fakes/small-world.ts';
import { settled, type World } from './open-world.ts';

const visit = (w: World, startsAt: string): Op => ({
  table: 'appointments',
  id: w.newId(),
  op: 'put',
  value: { starts_at: startsAt, client_id: null },
});

/** From and to of each request for months, in order. */
const monthsAsked = (w: World): string[] =>
  w.calls.flatMap(({ name, args }) => {
    if (name !== 'sync_window') return [];
    const { tables, from, to } = args['window'] as WindowRequest;
    return tables.length === DATED_TABLES.length ? [`${from?.slice(0, 7)} ${to?.slice(0, 7)}`] : [];
  });

test('[SYN-31] months with few rows come in one request', async () => {
  const w = createSmallWorld();
  const visits = ['2026-02', '2026-03', '2025-07'].map((month) =>
    visit(w, `${month}-10T10:00:00+00:00`),
  );
  w.server.write({ name: 'x', ops: visits });
  const tab = w.openTab();
  await settled(w, tab);
  expect(monthsAsked(w)).toEqual(['2025-07 2026-04']);
  expect([...(w.disk.tables.get('appointments')?.keys() ?? [])].toSorted()).toEqual(
    visits.map(({ id }) => id).toSorted(),
  );
  expect(tab.status()?.coverage.kind).toBe('full');
});

test('[SYN-31] sales come with the month in which they were rung up', async () => {
  const w = createSmallWorld();
  const sale: Op = {
    table: 'sales',
    id: w.newId(),
    op: 'put',
    value: { occurred_at: '2025-07-10T10:00:00+00:00', client_id: null },
  };
  w.server.write({ name: 'x', ops: [visit(w, '2026-02-10T10:00:00+00:00'), sale] });
  const tab = w.openTab();
  await settled(w, tab);
  expect(monthsAsked(w)).toEqual(['2025-07 2026-03']);
  expect([...(w.disk.tables.get('sales')?.keys() ?? [])]).toEqual([sale.id]);
  expect(tab.status()?.coverage.kind).toBe('full');
});

test('[SYN-31] months with many rows come one after the other, newest first', async () => {
  const w = createSmallWorld();
  for (const month of ['2026-01', '2026-02', '2026-03']) {
    const ops = Array.from({ length: 2_400 }, () => visit(w, `${month}-10T10:00:00+00:00`));
    w.server.write({ name: 'x', ops });
  }
  const tab = w.openTab();
  await settled(w, tab);
  expect(monthsAsked(w)).toEqual(['2026-02 2026-04', '2026-01 2026-02']);
  expect(w.disk.tables.get('appointments')?.size).toBe(7_200);
});

test('[SYN-31] a month that is here already is not asked for again with those around it', async () => {
  const w = createSmallWorld();
  const tab = w.openTab();
  await settled(w, tab);
  await tab.store.transaction('write', [], async (tx) => {
    const coverage = await tx.meta('coverage');
    const missing = [
      { month: '2026-03', rows: 1 },
      { month: '2026-01', rows: 1 },
    ];
    if (coverage) await tx.putMeta({ ...coverage, months: ['2026-02'], missing });
  });
  tab.tab.event('sync-now');
  await settled(w, tab);
  expect(monthsAsked(w)).toEqual(['2026-03 2026-04', '2026-01 2026-02']);
});

test('[SYN-31] what comes next is asked for while a part is stored', async () => {
  const w = createSmallWorld();
  for (const month of ['2026-01', '2026-02', '2026-03']) {
    const ops = Array.from({ length: 2_400 }, () => visit(w, `${month}-10T10:00:00+00:00`));
    w.server.write({ name: 'x', ops });
  }
  const storedWhenAsked: number[] = [];
  w.answer = (name, args) => {
    const isMonths = name === 'sync_window' && 'from' in (args['window'] as WindowRequest);
    if (isMonths) storedWhenAsked.push(w.disk.tables.get('appointments')?.size ?? 0);
    return null;
  };
  const tab = w.openTab();
  await settled(w, tab);
  // The window, and the two parts behind it.
  expect(storedWhenAsked).toEqual([0, 0, 0]);
  expect(w.disk.tables.get('appointments')?.size).toBe(7_200);
});

test('[SYN-31] what is deleted while a part is on its way does not come back with it', async () => {
  const w = createSmallWorld();
  const old = visit(w, '2025-05-10T10:00:00+00:00');
  w.server.write({ name: 'x', ops: [old] });
  let release = (): void => undefined;
  const isOnItsWay = new Promise<void>((resolve) => {
    w.hold = (name, args) => {
      const window = args['window'] as WindowRequest | undefined;
      if (name !== 'sync_window' || !window?.from?.startsWith('2025-05')) return Promise.resolve();
      resolve();
      return new Promise<void>((done) => (release = done));
    };
  });
  const tab = w.openTab();
  await w.time.advance(5_000);
  await isOnItsWay;
  w.server.write({ name: 'x', ops: [deleteOp(old.table, old.id)] });
  tab.tab.event('sync-now');
  await w.time.advance(5_000);
  release();
  await settled(w, tab);
  expect(w.disk.tables.get('appointments')?.size ?? 0).toBe(0);
});

/** Milliseconds from opening a tab until all of three months is there. */
const loadTime = async (windowRests: (() => Promise<void>) | undefined): Promise<number> => {
  const w = createSmallWorld();
  for (const month of ['2026-01', '2026-02', '2026-03']) {
    const ops = Array.from({ length: 2_400 }, () => visit(w, `${month}-10T10:00:00+00:00`));
    w.server.write({ name: 'x', ops });
  }
  const tab = w.openTab({ windowRests });
  const from = w.time.nowMs();
  while (tab.status()?.coverage.kind !== 'full') await w.time.advance(10);
  return w.time.nowMs() - from;
};

test('[SYN-25] loads of history rest until the window does, and not for long when it never does', async () => {
  const atOnce = await loadTime(async () => undefined);
  const never = await loadTime(() => new Promise(() => undefined));
  const failed = await loadTime(() => Promise.reject(new Error('the window is gone')));
  expect(atOnce).toBeLessThan(100);
  expect(never).toBeGreaterThanOrEqual(300);
  expect(failed).toBe(never);
  expect(await loadTime(undefined)).toBe(never);
});
