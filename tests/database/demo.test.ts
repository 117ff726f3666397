import { afterAll, beforeAll, expect, test } from 'vitest';
import { busyRanges, workAt } from '#domain/appointments/busy.ts';
import { blocksTime } from '#domain/appointments/status.ts';
import { pairsOf, windowsOf } from '#domain/availability/windows.ts';
import type { AppointmentRow, AppointmentSegmentRow } from '#domain/rows.ts';
import { PASSWORD, USERS } from '#supabase/demo/people.ts';
import { DEMO_SLUG, SMALL, makeDemo, seedDemo } from '#supabase/demo/seed.ts';
import { BOOT_TIMEOUT_MS, startTestBackend } from '../harness/backend.ts';
import type { TestBackend } from '../harness/backend.ts';

const now = new Date('2026-11-21T15:00:00Z');
/** With sales, as the demo of a new database has them. */
const SIZE = { ...SMALL, soldDays: 8 };

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  await seedDemo(backend.sql, { now, size: SIZE });
}, BOOT_TIMEOUT_MS * 2);
afterAll(() => backend.stop());

const count = async (text: string): Promise<number> => {
  const [row] = await backend.sql<{ n: number }>(`select count(*)::int as n from ${text}`);
  return row?.n ?? -1;
};

test('every row arrives', async () => {
  const { rows } = makeDemo(now, SIZE);
  for (const table of rows.tables()) {
    expect(`${table} ${await count(`public.${table}`)}`).toBe(`${table} ${rows.of(table).length}`);
  }
});

test('its books are in order: sales that add up, receipts without a gap, stock that was there', async () => {
  expect(await count('public.sales')).toBeGreaterThan(50);
  expect(await count('private.accounting_faults')).toBe(0);
  expect(await count('private.receipt_faults')).toBe(0);
  expect(await count('private.stock_faults')).toBe(0);
});

test('nobody is in two places, and the server holds exactly the times of the rows', async () => {
  expect(await count('public.appointments where conflict or overlap_accepted')).toBe(0);
  expect(await count('public.attention_items')).toBe(0);
  expect(
    await count(
      `private.busy_segments a join private.busy_segments b
         on a.owner_id = b.owner_id and a.id < b.id and a.during && b.during`,
    ),
  ).toBe(0);

  const { rows } = makeDemo(now, SIZE);
  const appointments = rows.of('appointments') as unknown as AppointmentRow[];
  const segments = rows.of('appointment_segments') as unknown as AppointmentSegmentRow[];
  const taking = new Map(
    appointments.filter(({ status }) => blocksTime(status, true)).map((row) => [row.id, row]),
  );
  // One appointment may keep one person busy with several segments: their times are joined.
  const ranges = new Map<string, [number, number][]>();
  for (const segment of segments) {
    const appointment = taking.get(segment.appointment_id);
    if (!appointment) continue;
    const key = `${segment.staff_id} ${segment.appointment_id}`;
    const work = workAt(segment, appointment.location_type);
    const own = busyRanges(work).map(([start, end]): [number, number] => [start, end]);
    ranges.set(key, [...(ranges.get(key) ?? []), ...own]);
  }
  const expected = [...ranges].flatMap(([key, all]) =>
    pairsOf(windowsOf(all)).map(([start, end]) => `${key} ${start} ${end}`),
  );
  const busy = await backend.sql<{ line: string }>(
    `select owner_id || ' ' || appointment_id || ' ' || private.epoch_min(lower(during)) || ' '
       || private.epoch_min(upper(during)) as line from private.busy_segments`,
  );
  expect(busy.map(({ line }) => line).toSorted()).toEqual(expected.toSorted());
});

test('what happened carries its stamps, and nothing else does', async () => {
  expect(
    await count(`public.appointments where status = 'completed' and finished_at is null`),
  ).toBe(0);
  expect(
    await count(`public.appointments where status = 'cancelled' and cancelled_at is null`),
  ).toBe(0);
  expect(
    await count(`public.appointments where status in ('booked', 'pending')
      and coalesce(arrived_at, started_at, finished_at, cancelled_at) is not null`),
  ).toBe(0);
  expect(
    await count(`public.appointments a where exists (
      select from public.appointment_segments s where s.appointment_id = a.id
      having min(s.starts_at) <> a.starts_at or max(s.ends_at) <> a.ends_at)`),
  ).toBe(0);
});

test('its people can sign in and see their business', async () => {
  for (const { email } of USERS) {
    const client = backend.client();
    const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).toBeNull();
    const { data } = await client.from('businesses').select('slug');
    expect(data).toEqual([{ slug: DEMO_SLUG }]);
  }
});

test('a second start changes nothing', async () => {
  const before = await count('private.business_clock where rev > 0');
  const [clock] = await backend.sql<{ rev: string }>(
    'select rev::text from private.business_clock',
  );
  await seedDemo(backend.sql, { now, size: SIZE });
  expect(await backend.sql('select rev::text from private.business_clock')).toEqual([clock]);
  expect(before).toBe(1);
});
