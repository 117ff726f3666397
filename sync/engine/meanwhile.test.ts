import { expect, test } from 'vitest';
import type { Op } from '#domain/commands/op.ts';
import { createSmallWorld } from '../fakes/small-world.ts';
import { openWorld, settled, type World } from './open-world.ts';

const noted = (w: World) => {
  const entry = w.disk.meta.get('meanwhile');
  return entry?.key === 'meanwhile' ? entry.list.map(({ id, news }) => [id, news]) : [];
};
const visit = (w: World): Op => ({
  table: 'appointments',
  id: w.newId(),
  op: 'put',
  value: {
    client_id: null,
    status: 'booked',
    source: 'staff',
    starts_at: '2026-11-23T10:00:00+00:00',
  },
});
const move = (id: string): Op => ({
  table: 'appointments',
  id,
  op: 'patch',
  value: { starts_at: '2026-11-24T10:00:00+00:00' },
});

test('what others do is noted when it comes in after a time without contact, and only then', async () => {
  const { w, tab } = await openWorld();
  const [first, second] = [visit(w), visit(w)];
  w.server.write({ name: 'x', ops: [first, second] });
  await settled(w, tab);
  w.server.write({ name: 'x', ops: [move(first.id)] });
  await settled(w, tab);
  expect(noted(w)).toEqual([]);

  w.answer = () => ({ kind: 'unreachable' });
  tab.tab.event('offline');
  await w.time.advance(5_000);
  w.server.write({ name: 'x', ops: [move(second.id)] });
  await w.time.advance(5_000);
  w.answer = () => null;
  tab.tab.event('online');
  await settled(w, tab);
  expect(noted(w)).toEqual([[second.id, 'moved']]);
});

test('a minute without signal in which nothing was asked was one without contact', async () => {
  const { w, tab } = await openWorld();
  const one = visit(w);
  w.server.write({ name: 'x', ops: [one] });
  await settled(w, tab);
  w.isSilent = true;
  w.poke({ kind: 'lost' });
  w.server.write({ name: 'x', ops: [move(one.id)] });
  await w.time.advance(10_000);
  expect(noted(w)).toEqual([]);
  w.isSilent = false;
  w.poke({ kind: 'joined' });
  await settled(w, tab);
  expect(noted(w)).toEqual([[one.id, 'moved']]);
});

test('a device that slept in a pocket had no contact either', async () => {
  const w = createSmallWorld();
  w.realtime = false;
  const one = visit(w);
  w.server.write({ name: 'x', ops: [one] });
  const tab = w.openTab();
  await settled(w, tab);
  tab.setFrozen(true);
  w.server.write({ name: 'x', ops: [move(one.id)] });
  await w.time.advance(60 * 60_000);
  tab.setFrozen(false);
  tab.tab.event('resume');
  await settled(w, tab);
  expect(noted(w)).toEqual([[one.id, 'moved']]);
});
