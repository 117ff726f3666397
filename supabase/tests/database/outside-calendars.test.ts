import { beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { at, FIRST_DAY, makeSalon, type Salon } from './salon.ts';
import { Device, op, patch, rpc, signedIn, useDatabase, type Answer } from './setup.ts';

const database = useDatabase();
let salon: Salon;
let slugs = 0;

const ADDRESS = 'https://calendar.example/secret-token/home.ics';

beforeEach(async () => {
  await database.db.sql('delete from private.outside_calendars');
  salon = await makeSalon(database.db, `outside-${(slugs += 1)}`);
});

const as =
  (user: Uuid) =>
  (name: string, args: object = {}): Promise<Answer> =>
    rpc(database.db, signedIn(user), name, { business_id: salon.id, ...args });
const ann = (name: string, args?: object) => as(salon.users.practitioner)(name, args);
const add = (address = ADDRESS, name = 'Home') => ann('add_outside_calendar', { name, address });
const mine = async (): Promise<Answer[]> =>
  (await ann('my_outside_calendars'))['calendars'] as Answer[];

const claim = () =>
  database.db.sql<{ id: Uuid; address: string; time_zone: string }>(
    'select id, address, time_zone from private.claim_outside_calendars(5)',
  );
const finish = (id: Uuid, answer: object) =>
  database.db.sql('select private.finish_outside_calendar($1, $2::jsonb)', [
    id,
    JSON.stringify(answer),
  ]);
const blocks = () =>
  database.db.sql<{ id: Uuid; staff_id: Uuid; starts: string; blocks_online: boolean }>(
    `select id, staff_id, to_char(starts_at at time zone 'UTC', 'HH24:MI') as starts, blocks_online
     from public.time_blocks where business_id = $1 and outside_id is not null order by starts_at`,
    [salon.id],
  );
const span = (hour: number): [string, string] => [at(FIRST_DAY, hour), at(FIRST_DAY, hour + 1)];
/** A calendar that was read with these hours in it. */
const read = async (...hours: number[]): Promise<Uuid> => {
  await add();
  const [due] = await claim();
  await finish(due!.id, { busy: hours.map(span) });
  return due!.id;
};

describe('a calendar elsewhere', () => {
  test('is its owner’s, and its address is told to nobody again', async () => {
    expect(await add('  webcal://calendar.example/secret-token/home.ics ')).toEqual({ ok: true });
    expect(await mine()).toMatchObject([
      { name: 'Home', host: 'calendar.example', state: 'new', failure: null, blocks: 0 },
    ]);
    expect(JSON.stringify(await mine())).not.toContain('secret-token');
    const owner = as(salon.users.owner);
    expect((await owner('my_outside_calendars'))['calendars']).toEqual([]);
    const [{ id }] = (await mine()) as [{ id: Uuid }];
    for (const name of ['read_outside_calendar', 'remove_outside_calendar']) {
      await owner(name, { calendar_id: id });
    }
    expect(await mine()).toHaveLength(1);
    expect(await owner('read_outside_calendar', { calendar_id: id })).toMatchObject({
      code: 'not_found',
    });
  });

  test.each([
    ['http://calendar.example/home.ics', 'address'],
    ['https://me:secret@calendar.example/home.ics', 'address'],
    ['https://calendar.example', 'address'],
    ['file:///etc/passwd', 'address'],
    ['', 'address'],
  ])('at %j is none', async (address, field) => {
    expect(await add(address)).toEqual({ ok: false, code: 'invalid', field });
  });

  test('has a name, comes once, and there are five at most', async () => {
    expect(await add(ADDRESS, ' ')).toEqual({ ok: false, code: 'invalid', field: 'name' });
    await add();
    expect(await add()).toEqual({ ok: false, code: 'duplicate', field: 'address' });
    for (let n = 2; n <= 5; n += 1) expect(await add(`${ADDRESS}?${n}`)).toEqual({ ok: true });
    expect(await add(`${ADDRESS}?6`)).toMatchObject({ code: 'too_many' });
  });
});

describe('reading', () => {
  test('makes blocks of that person, which keep online booking away and tell nothing', async () => {
    await read(10, 14);
    const found = await blocks();
    expect(found).toMatchObject([
      { staff_id: salon.ann, starts: '10:00', blocks_online: true },
      { staff_id: salon.ann, starts: '14:00', blocks_online: true },
    ]);
    expect(await mine()).toMatchObject([{ state: 'ok', blocks: 2 }]);
    const day = at(FIRST_DAY, 0).slice(0, 10);
    const free = await rpc(database.db, signedIn(salon.users.owner), 'public_availability', {
      slug: salon.slug,
      from_day: day,
      to_day: day,
    });
    const minutes = Math.floor(Date.parse(at(FIRST_DAY, 14)) / 60_000);
    const own = (free['staff'] as { id: Uuid; free: number[] }[]).find(
      ({ id }) => id === salon.ann,
    );
    const isFree = own!.free.some(
      (from, n) => n % 2 === 0 && from <= minutes && own!.free[n + 1]! > minutes,
    );
    expect(isFree).toBe(false);
  });

  test('again changes what has changed, and only that', async () => {
    const id = await read(10, 14);
    const [first] = await blocks();
    await finish(id, { busy: [span(10), span(16)] });
    const after = await blocks();
    expect(after.map(({ starts }) => starts)).toEqual(['10:00', '16:00']);
    expect(after[0]!.id).toBe(first!.id);
  });

  test('is for one reader at a time, and comes again by the clock or when asked', async () => {
    await add();
    expect(await claim()).toMatchObject([{ address: ADDRESS }]);
    expect(await claim()).toEqual([]);
    const [{ id }] = (await mine()) as [{ id: Uuid }];
    expect(await ann('read_outside_calendar', { calendar_id: id })).toEqual({ ok: true });
    expect(await claim()).toHaveLength(1);
  });

  test('that fails keeps what was read last, says why, and waits longer each time', async () => {
    const id = await read(10);
    const pauses: number[] = [];
    for (let time = 0; time < 7; time += 1) {
      await finish(id, { failure: 'not_found' });
      const [row] = await database.db.sql<{ minutes: number }>(
        `select extract(epoch from next_at - now())::int / 60 as minutes
         from private.outside_calendars where id = $1`,
        [id],
      );
      pauses.push(row!.minutes);
    }
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(pauses.at(-1)).toBeLessThanOrEqual(360);
    expect(pauses.at(-1)).toBeGreaterThan(pauses[0]!);
    expect(await mine()).toMatchObject([{ state: 'failed', failure: 'not_found', blocks: 1 }]);
    await finish(id, { busy: [span(10)] });
    expect(await mine()).toMatchObject([{ state: 'ok', failure: null }]);
  });

  const memberOf = async (user: Uuid) => {
    const [row] = await database.db.sql<{ id: Uuid }>(
      'select id from public.memberships where business_id = $1 and user_id = $2',
      [salon.id, user],
    );
    return row!.id;
  };

  test('pauses while the person is kept out, and nothing of it stands in the way', async () => {
    const id = await read(10);
    const owner = as(salon.users.owner);
    const membership_id = await memberOf(salon.users.practitioner);
    const set = (status: string) => owner('set_member_status', { membership_id, status });
    await database.db.sql('update private.outside_calendars set next_at = now()');
    expect(await set('suspended')).toEqual({ ok: true });
    expect(await blocks()).toEqual([]);
    expect(await claim()).toEqual([]);
    // It was being read just then.
    await finish(id, { busy: [span(10)] });
    expect(await blocks()).toEqual([]);
    expect(await set('active')).toEqual({ ok: true });
    expect(await mine()).toMatchObject([{ state: 'new', blocks: 0 }]);
    expect(await claim()).toMatchObject([{ id }]);
    await finish(id, { busy: [span(10)] });
    expect(await blocks()).toHaveLength(1);
  });

  test('ends with the person: of who has left no address is kept, and no block', async () => {
    await read(10);
    const membership_id = await memberOf(salon.users.practitioner);
    const owner = as(salon.users.owner);
    expect(await owner('remove_member', { membership_id })).toEqual({ ok: true });
    expect(await blocks()).toEqual([]);
    expect(await database.db.sql('select id from private.outside_calendars')).toEqual([]);
  });

  test('ends where somebody else gets the column of the calendar', async () => {
    await read(10);
    await database.db.sql('update public.staff set membership_id = null where id = $1', [
      salon.ann,
    ]);
    expect(await blocks()).toEqual([]);
    expect(await database.db.sql('select id from private.outside_calendars')).toEqual([]);
  });

  test('of one that was removed meanwhile changes nothing', async () => {
    await add();
    const [due] = await claim();
    await ann('remove_outside_calendar', { calendar_id: due!.id });
    await finish(due!.id, { busy: [span(10)] });
    expect(await blocks()).toEqual([]);
  });
});

test('with the calendar goes everything that came from it, and nothing else', async () => {
  const id = await read(10, 14);
  const before = await database.db.sql(
    'select id from public.time_blocks where business_id = $1 and outside_id is null order by id',
    [salon.id],
  );
  expect(await ann('remove_outside_calendar', { calendar_id: id })).toEqual({ ok: true });
  expect(await blocks()).toEqual([]);
  expect(
    await database.db.sql('select id from public.time_blocks where business_id = $1 order by id', [
      salon.id,
    ]),
  ).toEqual(before);
});

test('nobody changes such a block, whatever they may: it would come again', async () => {
  await read(10);
  const [block] = await blocks();
  const owner = new Device(database.db, salon.users.owner, salon.id);
  await owner.pull();
  for (const change of [
    patch('time_blocks', block!.id, { blocks_online: false }),
    op('time_blocks', block!.id, 'delete', null),
  ]) {
    const { result } = await owner.push([change]);
    expect([change.op, result['status'], result['code']]).toEqual([
      change.op,
      'refused',
      'not_allowed',
    ]);
  }
  expect(await blocks()).toHaveLength(1);
});
