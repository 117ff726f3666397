import { expect, test } from 'vitest';
import { openWorld } from './open-world.ts';
import { makeRoom } from './room.ts';

const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2027-05'];

test('[SYN-46] unsent changes, the window and what lies ahead are never given up', async () => {
  const { w, tab } = await openWorld();
  const row = (id: string, month: string) => ({
    id,
    rev: 1,
    starts_at: `${month}-10T00:00:00+00:00`,
  });
  const [gone, pending, later, ahead] = [w.newId(), w.newId(), w.newId(), w.newId()];
  await tab.store.transaction('write', ['appointments'], async (tx) => {
    await tx.putRows(
      'appointments',
      [
        row(gone, '2026-01'),
        row(pending, '2026-02'),
        row(later, '2026-04'),
        row(ahead, '2027-05'),
      ] as never,
      true,
    );
    const coverage = await tx.meta('coverage');
    if (coverage !== undefined) await tx.putMeta({ ...coverage, months, missing: [] });
    await tx.record({
      name: 'appointment.edit',
      at: '2026-11-21T09:00:00+00:00',
      ops: [{ table: 'appointments', id: pending, op: 'patch', value: { staff_note: 'x' } }],
    });
  });
  const deps = { store: tab.store, timers: w.time };
  const sync = w.disk.meta.get('sync');
  const lead = {
    epoch: sync?.key === 'sync' ? sync.leader_epoch : 0,
    lost: new AbortController().signal,
  };
  const here = () => [...(w.disk.tables.get('appointments')?.keys() ?? [])];

  const first = makeRoom(deps, lead);
  await w.time.advance(1);
  expect(await first).toBe(true);
  expect(here()).toEqual([pending, later, ahead]);
  expect(w.disk.meta.get('coverage')).toMatchObject({
    months: ['2026-04', '2027-05'],
    dropped: ['2026-01', '2026-02', '2026-03'],
    missing: [],
  });
  const second = makeRoom(deps, lead);
  await w.time.advance(1);
  expect(await second).toBe(true);
  const third = makeRoom(deps, lead);
  await w.time.advance(1);
  expect(await third).toBe(false);
  expect(here()).toEqual([pending, ahead]);
});
