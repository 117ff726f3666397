import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { makeSalon } from '#supabase/tests/database/salon.ts';
import type { Salon } from '#supabase/tests/database/salon.ts';
import { newId, rpc, signedIn } from '#supabase/tests/database/setup.ts';
import { addVisit } from '#supabase/tests/database/visits.ts';
import { BOOT_TIMEOUT_MS, startServedBackend } from '../harness/backend.ts';
import type { TestBackend } from '../harness/backend.ts';

let backend: TestBackend;
let salon: Salon;
beforeAll(async () => {
  backend = await startServedBackend({ realtime: false });
}, BOOT_TIMEOUT_MS);
afterAll(() => backend.stop());
beforeEach(async () => {
  salon = await makeSalon(backend.database, `feed-${newId().slice(0, 8)}`);
});

const as =
  (user: Uuid) =>
  (name: string, args: object = {}) =>
    rpc(backend.database, signedIn(user), name, { business_id: salon.id, ...args });
const ann = (name: string, args?: object) => as(salon.users.practitioner)(name, args);
const made = async (busyOnly = false): Promise<string> =>
  String((await ann('make_calendar_feed', { busy_only: busyOnly }))['token']);
/** As a calendar program asks: without any key. */
const read = (token: string, init: RequestInit = {}) =>
  fetch(`${backend.url}/functions/v1/calendar-feed/${token}.ics`, init);
/** Its lines, with those that were too long joined again. */
const linesOf = async (token: string) =>
  (await (await read(token)).text()).replaceAll('\r\n ', '').split('\r\n');
const titles = async (token: string) =>
  (await linesOf(token)).filter((line) => line.startsWith('SUMMARY:'));

describe('the secret address of a calendar', () => {
  it('tells the own appointments by service and first name, and nobody’s contacts', async () => {
    const token = await made();
    const response = await read(token);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const text = await response.text();
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\s*$/);
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    expect(await titles(token)).toEqual([expect.stringMatching(/^SUMMARY:.+ – Cleo$/)]);
    const [client] = await backend.sql<Record<string, string>>(
      'select last_name, email, phone from public.clients where id = $1',
      [salon.client],
    );
    for (const contact of Object.values(client!).filter(Boolean)) {
      expect(text).not.toContain(contact);
    }
    expect(text).not.toContain('Otis');
  });

  it('says only that the person is busy, if that is wanted', async () => {
    expect(await titles(await made(true))).toEqual(['SUMMARY:Busy']);
  });

  it('says once more only what has changed', async () => {
    const token = await made();
    const etag = (await read(token)).headers.get('etag')!;
    const same = await read(token, { headers: { 'if-none-match': `"x", W/${etag}` } });
    expect([same.status, await same.text()]).toEqual([304, '']);
    await addVisit(backend.database, salon, salon.ann, new Date(Date.now() + 864e5).toISOString());
    const more = await read(token, { headers: { 'if-none-match': etag } });
    expect(more.status).toBe(200);
    expect(more.headers.get('etag')).not.toBe(etag);
    const head = await read(token, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('leaves out what is cancelled, long ago or far ahead, and marks what is not agreed yet', async () => {
    const token = await made(true);
    const on = (days: number, status: string) =>
      addVisit(
        backend.database,
        salon,
        salon.ann,
        new Date(Date.now() + days * 86_400_000).toISOString(),
        { appointment: { status } },
      );
    for (const status of ['cancelled', 'no_show', 'declined', 'expired']) await on(-1, status);
    await on(-40, 'completed');
    await on(400, 'booked');
    expect(await titles(token)).toHaveLength(1);
    await on(2, 'pending');
    expect(await titles(token)).toHaveLength(2);
    expect(await linesOf(token)).toContain('STATUS:TENTATIVE');
  });

  it('cannot be broken out of by a name', async () => {
    await backend.sql('update public.clients set first_name = $2 where id = $1', [
      salon.client,
      'Eve\r\nEND:VEVENT\r\nATTACH:http://evil.test;x,\\',
    ]);
    const lines = await linesOf(await made());
    expect(lines.filter((line) => /^(ATTACH|END:VEVENT)/.test(line))).toEqual(['END:VEVENT']);
  });

  it('stops when it is ended or made anew, and nothing tells whether it ever was', async () => {
    const first = await made();
    expect((await read(first)).status).toBe(200);
    const second = await made();
    expect((await read(first)).status).toBe(404);
    expect((await read(second)).status).toBe(200);
    expect(await ann('end_calendar_feed')).toEqual({ ok: true });
    const [ended, never] = [await read(second), await read('A'.repeat(43))];
    for (const answer of [ended, never])
      expect([answer.status, await answer.text()]).toEqual([404, '']);
    const namesOf = (answer: Response) => [...answer.headers.keys()].toSorted();
    expect(namesOf(ended)).toEqual(namesOf(never));
    expect((await read('../../rest/v1/clients')).status).not.toBe(200);
    expect((await read(second, { method: 'POST' })).status).toBe(404);
  });

  it.each([
    ['suspended', `update public.memberships set status = 'suspended' where user_id = $1`],
    [
      'without the right to see appointments',
      `update public.memberships set custom_permissions = '{"appointments.view": "none"}'
        where user_id = $1`,
    ],
    [
      'archived',
      `update public.staff set status = 'archived' where membership_id =
        (select id from public.memberships where user_id = $1)`,
    ],
  ])('stops for who is %s', async (_what, change) => {
    const token = await made();
    expect((await read(token)).status).toBe(200);
    // Who still expects somebody is not archived.
    await backend.sql(
      `update public.appointments set status = 'cancelled' where business_id = $1`,
      [salon.id],
    );
    await backend.sql(change, [salon.users.practitioner]);
    expect((await read(token)).status).toBe(404);
    expect(await ann('make_calendar_feed', { busy_only: true })).toMatchObject({
      ok: false,
      code: 'not_found',
    });
  });

  it('is known as a hash only, and when it was last read', async () => {
    const token = await made(true);
    expect(await ann('my_calendar_feed')).toMatchObject({
      ok: true,
      is_staff: true,
      feed: { busy_only: true, read_at: null },
    });
    await read(token);
    const state = await ann('my_calendar_feed');
    expect(state['feed'].read_at).toEqual(expect.any(String));
    const [{ row }] = (await backend.sql<{ row: string }>(
      'select f::text as row from private.calendar_feeds f where staff_id = $1',
      [salon.ann],
    )) as [{ row: string }];
    expect(row + JSON.stringify(state)).not.toContain(token);
    // Somebody without appointments of their own, and somebody from elsewhere.
    for (const user of [salon.users.owner, newId()]) {
      expect(await as(user)('my_calendar_feed')).toEqual({ ok: true, is_staff: false, feed: null });
      await as(user)('end_calendar_feed');
    }
    expect((await read(token)).status).toBe(200);
  });

  it('answers so often and no more', async () => {
    const token = await made();
    await backend.sql(
      `insert into private.rate_limits (bucket, key_hash, window_start, hits)
       values ('calendar_feed:feed', sha256(convert_to($1, 'UTF8')),
               date_bin('1 hour', now(), timestamptz '2026-01-01'), 120)`,
      [salon.ann],
    );
    const answer = await read(token);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(backend.logged).toEqual([]);
  });
});
